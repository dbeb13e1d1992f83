// Why a figure is what it is: the receipts that it is the sum of, and the events that changed it.
import { addressAt, addressOf, place } from "./address.js";
import { bisectCard } from "./bisect.js";
import { dateText } from "./calendar.js";
import { ledger } from "./data.js";
import { amount, card, drawnEach, empty, h, joined, lazyList, row } from "./dom.js";
import { eventAt, typeWords } from "./events.js";
import { momentAt } from "./moment.js";
import { counted, integerText } from "./money.js";
import { chosenCategory, drawnAmount, filtered } from "./transactions.js";

/** How long earlier moments are summed before the list of changes ends, in milliseconds. */
const courseMillisecondsMax = 250;

/** The explanation of a total: the filters of the address say of what, in one currency. */
export function whyView(moment, before) {
  const { currency } = place;
  const { rows, totals } = parts(moment);
  if (ledger.header.currencies[currency] === undefined) {
    return [empty("No such figure", "The page has no amounts in that currency.")];
  }
  const value = { currency, units: totals.units(currency) };
  return [
    h("section", { class: "hero", "data-figure": "why", "data-count": rows.length },
      h("h1", {}, "Why"), h("p", { class: "big" }, amount(value, parts(before).totals.units(currency))),
      h("p", { class: "details" }, `The sum of ${counted(rows.length, "receipt")}${words(moment)}`)),
    courseCard(moment, currency),
    moment.position === 0 ? undefined : bisectCard(currency, (step) => parts(momentAt(step)).totals.units(currency)),
    rows.length === 0 ? undefined : h("section", { class: "card" }, h("h2", {}, "Receipts"),
      lazyList({ class: "rows" }, drawnEach(moment.sorted(rows), (each) => partRow(moment, before, each)))),
  ].filter(Boolean);
}

/** The rows with amounts in the currency, and their totals: one kind as it is, several as net spending. */
function parts(moment) {
  const isOfKind = place.period !== undefined;
  const all = isOfKind ? moment.analysis(place.kind, place.period).rows : filtered(moment, moment.saved());
  const rows = all.filter((each) => moment.amount(each)?.currency === place.currency);
  return { rows, totals: isOfKind ? moment.totals(rows, undefined, () => 1) : moment.totals(rows, chosenCategory()) };
}

/** The filters in words. */
function words(moment) {
  const { group, category, kind, period, month, day, account, payment, tag, q } = place;
  const filters = [
    group && (group === "unfiled" ? "Unfiled" : moment.groupName(group)), category && moment.categoryName(category),
    kind, period !== "all" && period, month, day, account && moment.accountName(account), payment, tag && `#${tag}`, q && `“${q}”`,
  ].filter(Boolean);
  return filters.length === 0 ? "" : `: ${filters.join(" · ")}`;
}

function partRow(moment, before, each) {
  const begins = moment.rows.begins[each];
  return row({
    address: addressOf("transaction", { id: moment.id(each) }), title: moment.title(each),
    about: joined(moment.date(each) === undefined ? "" : dateText(moment.date(each)), moment.kind(each),
      `as of event ${integerText(eventAt(begins).position)}: ${typeWords(eventAt(begins).type)}`),
    value: drawnAmount(moment, before, each), figure: `transaction:${moment.id(each)}`,
  });
}

/** The events that changed the figure, the latest first, as far as they are found in a moment. */
function courseCard(moment, currency) {
  const { changes, isWhole } = course(moment, currency);
  if (changes.length === 0) return undefined;
  return card("Changed by", h("ul", { class: "rows" }, changes.map(({ position, from, to }) => {
    const event = eventAt(position);
    return row({
      address: addressAt(position), title: `${typeWords(event.type)} ${event.words}`,
      about: joined(event.time, event.device, `event ${integerText(event.position)}`),
      value: amount({ currency, units: to }, from),
    });
  }), isWhole ? undefined : earlierLink(changes)));
}

/** Leads to the moment before the earliest change that was found. */
function earlierLink(changes) {
  const { position } = changes[changes.length - 1];
  return row({ address: addressAt(position - 1), title: "Earlier changes", about: `before event ${integerText(eventAt(position).position)}` });
}

function course(moment, currency) {
  const began = performance.now();
  const changes = [];
  let to = parts(moment).totals.units(currency);
  for (const position of positionsOfChanges(moment.position)) {
    if (performance.now() - began > courseMillisecondsMax && changes.length > 0) return { changes, isWhole: false };
    const from = parts(momentAt(position - 1)).totals.units(currency);
    if (from !== to) changes.push({ position, from, to });
    to = from;
  }
  return { changes, isWhole: true };
}

/** The positions at which a row of a transaction or a group began or ended, the latest first. */
function positionsOfChanges(last) {
  const positions = new Set();
  for (const { begins, ends } of [ledger.tables.transactions, ledger.tables.groups]) {
    for (const column of [begins, ends]) {
      for (const position of column) if (position > 0 && position <= last) positions.add(position);
    }
  }
  return [...positions].sort((one, other) => other - one);
}
