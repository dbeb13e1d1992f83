// The list of transactions by month and day, with search and filters.
import { addressOf, place, replaceAddress } from "./address.js";
import { dateText, isoDate, isoMonth, longDateText, monthText, parsedDate } from "./calendar.js";
import { ledger, none, text } from "./data.js";
import { amount, amounts, card, empty, h, joined, lazyList, row } from "./dom.js";
import { typeWords } from "./events.js";
import { counted, moneyText, noTotals, units, upcomingText } from "./money.js";
import { daysOf } from "./moment.js";

/** The filters of the list: the name in the address, the label, and the value of a row. */
const filters = [
  ["kind", "Kind", (moment, each) => moment.kind(each), (moment, value) => typeWords(value)],
  ["group", "Group", (moment, each) => moment.group(each) || "unfiled",
    (moment, value) => moment.groupName(value === "unfiled" ? "" : value)],
  ["category", "Category", (moment, each) => moment.categoriesOf(each).map((key) => key || "none"),
    (moment, value) => moment.categoryName(value === "none" ? "" : value)],
  ["payment", "Payment", (moment, each) => text(moment.rows.payment[each]) || "none",
    (moment, value) => (value === "none" ? "No payment" : typeWords(value))],
  ["account", "Account", (moment, each) => moment.accountsOf(each).concat(moment.accountsOf(each).length ? [] : "none"),
    (moment, value) => moment.accountName(value === "none" ? "" : value)],
  ["day", "Date", (moment, each) => (moment.date(each) === undefined ? "" : isoDate(moment.date(each))),
    (moment, value) => dateText(parsedDate(value))],
  ["month", "Month", (moment, each) => (moment.date(each) === undefined ? "" : isoMonth(moment.date(each))),
    (moment, value) => monthText(parsedDate(value))],
  ["tag", "Tag", (moment, each) => moment.tags(each), (moment, value) => value],
];

/** All saved transactions that match the filters of the address. */
export function transactionsView(moment, before, changed) {
  const results = h("div", { id: "results" });
  const draw = () => results.replaceChildren(...matching(moment, before, changed));
  const search = h("input", {
    type: "search", id: "search", value: place.q ?? "", "aria-label": "Search",
    placeholder: "Vendor, note, category or tag",
    oninput: () => {
      replaceAddress({ q: search.value });
      draw();
    },
  });
  const selects = filters.map((filter) => select(moment, filter, draw)).filter(Boolean);
  draw();
  const choices = h("div", { class: "choices" }, selects);
  return [h("h1", {}, "Transactions"), h("div", { class: "filters", role: "search" }, search, choices), results];
}

function select(moment, [name, label, value, words], draw) {
  const chosen = place[name] ?? "";
  // There are too many dates for a list. A date comes from a bar of the analysis, a month from its total.
  if ((name === "day" || name === "month") && chosen === "") return undefined;
  const element = h("select", {
    id: `filter-${name}`, "aria-label": label, onfocus: fill, onpointerdown: fill,
    onchange: () => {
      replaceAddress({ [name]: element.value === "" ? undefined : element.value });
      draw();
    },
  }, h("option", { value: "" }, `${label}: all`),
  chosen === "" ? undefined : h("option", { value: chosen, selected: true }, words(moment, chosen)));

  /** Counts the values when the list is about to open, and not at every step. */
  function fill() {
    if (element.dataset.isFilled) return;
    element.dataset.isFilled = "true";
    const counts = new Map();
    for (const each of moment.saved()) {
      for (const key of [value(moment, each)].flat()) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    counts.delete("");
    const options = [...counts].filter(([key]) => key !== chosen).sort(([one], [other]) => (one < other ? -1 : 1));
    element.append(...options.map(([key, count]) => h("option", { value: key }, `${words(moment, key)} (${count})`)));
  }
  return element;
}

function matching(moment, before, changed) {
  const rows = filtered(moment, moment.saved());
  const totals = moment.totals(rows, chosenCategory());
  const old = before.totals(filtered(before, before.saved()), chosenCategory());
  const upcoming = filtered(moment, moment.upcoming());
  const { at, view, ...chosen } = place;
  const account = chosenAccount(moment);
  return [
    account !== undefined ? balanceHero(account, chosenAccount(before))
      : h("section", { class: "hero small", "data-figure": "all", "data-count": rows.length },
        amounts(totals, old, (currency) => addressOf("why", { ...chosen, currency })),
        h("p", { class: "details" }, counted(rows.length, "receipt")),
        upcomingLine(moment, upcoming, chosenCategory())),
    rows.length === 0
      ? empty("No receipt matches", "Change the filters, or move the slider.")
      : transactionList(moment, before, rows, changed),
    upcomingCard(moment, before, upcoming, changed),
  ].filter(Boolean);
}

/** The account of the address, if the list is of all its transactions. */
function chosenAccount(moment) {
  const isFiltered = !ledger.header.isWhole || place.q || filters.some(([name]) => name !== "account" && place[name]);
  return isFiltered ? undefined : moment.accounts().find((account) => account.key === place.account);
}

/** The balance of an account, and what it was opened with. */
function balanceHero(account, old) {
  const { openedOn, currency, high, low } = ledger.tables.accounts;
  const { row } = account;
  return h("section", { class: "hero small", "data-figure": `balance:${account.name}` },
    h("p", { class: "details" }, `Balance of ${account.name}`), amounts(account.balance, old?.balance ?? noTotals),
    h("p", { class: "details" }, joined(counted(account.rows.length, "receipt"), row === undefined ? ""
      : `opened on ${dateText(openedOn[row])} with ${moneyText(text(currency[row]), units(high[row], low[row]))}`)),
    account.upcoming.count === 0 ? undefined : h("p", { class: "details" }, upcomingText(account.upcoming)));
}

/** A line with the sum of what is still to come. */
export function upcomingLine(moment, rows, category) {
  return rows.length === 0
    ? undefined : h("p", { class: "details" }, upcomingText(moment.totals(rows, category)));
}

/** What is still to come, the earliest date first. */
export function upcomingCard(moment, before, rows, changed) {
  return rows.length === 0 ? undefined : card("Still to come", h("ul", { class: "rows" },
    moment.sorted(rows).reverse().map((each) => transactionRow(moment, before, each, changed, { showsDate: true }))));
}

/** The category of the address, in which the parts of split receipts count, or undefined. */
export function chosenCategory() {
  return place.category === "none" ? "" : place.category || undefined;
}

/** The rows that match the filters of the address. */
export function filtered(moment, rows) {
  const words = folded(place.q ?? "").split(/\s+/).filter(Boolean);
  const wanted = filters.filter(([name]) => place[name]);
  const counted = place.group === "unfiled" && !place.kind ? moment.receipts(rows) : rows;
  return counted.filter((each) => {
    const matches = wanted.every(([name, , value]) => [value(moment, each)].flat().includes(place[name]));
    if (!matches || words.length === 0) return matches;
    const all = folded([moment.vendor(each), text(moment.rows.note[each]), ...moment.categoriesOf(each).map((key) => moment.categoryName(key)),
      ...moment.tags(each)].join(" "));
    return words.every((word) => all.includes(word));
  });
}

/** A text without differences of case and accents. */
function folded(words) {
  return words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Transactions under their months and days, drawn as they come into view. */
export function transactionList(moment, before, rows, changed) {
  return lazyList({ class: "rows card months" }, drawnItems(moment, before, daysOf(moment, rows), changed));
}

/** The headers and rows of a list. Each is drawn when it is asked for. */
function* drawnItems(moment, before, days, changed) {
  let month;
  for (const each of days) {
    if (each.month !== month) {
      month = each.month;
      yield monthHeader(moment, each.day, days.filter((day) => day.month === month).flatMap((day) => day.rows));
    }
    if (each.day !== none) yield h("li", { class: "day" }, longDateText(each.day));
    for (const row of moment.sorted(each.rows)) yield transactionRow(moment, before, row, changed);
  }
}

function monthHeader(moment, day, rows) {
  const title = day === none ? "Without a date" : monthText(day);
  const figure = `month:${day === none ? "" : isoMonth(day)}`;
  return h("li", { class: "month", "data-figure": figure, "data-count": rows.length },
    h("h2", {}, title), amounts(moment.totals(rows, chosenCategory())));
}

/** One transaction in a list. */
export function transactionRow(moment, before, each, changed, { showsDate = false } = {}) {
  const id = moment.id(each);
  const group = moment.group(each);
  const about = joined(
    showsDate && moment.date(each) !== undefined ? dateText(moment.date(each)) : "",
    moment.categoriesOf(each).map((key) => moment.categoryName(key, false)).join(" + "), text(moment.rows.payment[each]),
    group === "" ? "" : moment.groupName(group), moment.rows.conflicts[each] > 0 ? "conflict" : "");
  const kind = moment.kind(each);
  return row({
    address: addressOf("transaction", { id }), icon: icon(moment, each),
    title: moment.title(each), about,
    value: drawnAmount(moment, before, each), note: kind === "expense" ? undefined : kind,
    figure: `transaction:${id}`, isChanged: changed.has(id),
  });
}

/** A row's amount, with the amount before the last step if that was another. */
export function drawnAmount(moment, before, each) {
  const now = moment.amount(each, chosenCategory());
  if (now === undefined) return h("span", { class: "quiet" }, "no amount yet");
  const oldRow = before.rowOfRecord(moment.rows.record[each]);
  const old = oldRow === undefined ? undefined : before.amount(oldRow, chosenCategory());
  return amount(now, old?.currency === now.currency ? old.units : undefined);
}

function icon(moment, each) {
  const row = moment.categories.get(moment.category(each));
  return row === undefined ? "" : text(ledger.tables.categories.emoji[row]);
}
