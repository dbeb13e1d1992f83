// The log: every event up to the moment, newest first, and the changes between two moments.
import { addressOf, place, replaceAddress } from "./address.js";
import { changedRecords, changedTransactions } from "./changes.js";
import { ledger, positionOf, text } from "./data.js";
import { amounts, card, details, difference, drawnEach, empty, h, joined, lazyList, link, pill, row } from "./dom.js";
import { eventAt, lateness, marks, typeWords } from "./events.js";
import { lanesCard } from "./lanes.js";
import { counted, integerText, noTotals } from "./money.js";
import { differencesList } from "./transaction.js";

/** The events up to the moment. */
export function logView() {
  const results = h("div", {});
  const draw = () => results.replaceChildren(...events());
  const types = [...new Set(ledger.tables.events.type)].map((type) => text(type)).sort();
  const devices = [...new Set(ledger.tables.events.device)].map((device) => text(device)).sort();
  const choice = (name, label, options) => {
    const element = h("select", {
      id: `filter-${name}`, "aria-label": label, onchange: () => {
        replaceAddress({ [name]: element.value });
        draw();
      },
    }, h("option", { value: "" }, `${label}: all`), options.map(([value, words]) =>
      h("option", { value, selected: place[name] === value }, words)));
    return element;
  };
  const search = h("input", {
    type: "search", id: "search", value: place.q ?? "", placeholder: "Words of an event", "aria-label": "Search",
    oninput: () => {
      replaceAddress({ q: search.value });
      draw();
    },
  });
  draw();
  const lanes = lanesCard();
  return [
    h("h1", {}, "Log"),
    h("div", { class: "filters", role: "search" }, search, h("div", { class: "choices" },
      choice("type", "Type", types.map((type) => [type, typeWords(type)])),
      choice("mark", "Mark", marks.map(({ bit, name }) => [String(bit), name])),
      devices.length < 2 ? undefined : choice("device", "Device", devices.map((device) => [device, device])))),
    lanes,
    results,
  ].filter(Boolean);
}

function events() {
  const table = ledger.tables.events;
  const words = (place.q ?? "").toLowerCase();
  const found = [];
  for (let step = place.at; step >= 1; step -= 1) {
    const at = positionOf(step) - 1;
    if (place.type && text(table.type[at]) !== place.type) continue;
    if (place.device && text(table.device[at]) !== place.device) continue;
    if (place.mark && (table.marks[at] & Number(place.mark)) === 0) continue;
    const all = words === "" ? "" : `${typeWords(text(table.type[at]))} ${text(table.words[at])}`.toLowerCase();
    if (!all.includes(words)) continue;
    found.push(step);
  }
  if (found.length === 0) return [empty("No event matches", "Change the filters, or move the slider.")];
  return [
    h("p", { class: "details", "data-figure": "events", "data-count": found.length }, counted(found.length, "event")),
    lazyList({ class: "rows card" }, drawnEach(found, eventRow)),
  ];
}

function eventRow(step) {
  const event = eventAt(step);
  return row({
    address: event.transaction === ""
      ? addressOf("changes", { at: step })
      : addressOf("transaction", { at: step, id: event.transaction }),
    icon: event.marks[0]?.sign ?? "", title: `${typeWords(event.type)} ${event.words}`,
    about: joined(event.time, event.device, event.actor, lateness(event), ...event.marks.map((mark) => mark.name)),
    value: h("span", { class: "position" }, integerText(event.position)), isChanged: step === place.at,
  });
}

/** The changes from another moment to this one, by default those of the last step. */
export function changesView(moment, before, changed, from) {
  const transactions = changedTransactions(from, moment);
  const records = changedRecords(from, moment);
  const { ids } = ledger.tables;
  const isSame = transactions.length + records.length === 0;
  return [
    h("h1", {}, from.position === moment.position - 1 ? "Changes of this step" : "Changes between two moments"),
    momentsCard(moment, from, isSame ? "" : joined(counted(transactions.length, "transaction"),
      records.length === 0 ? "" : counted(records.length, "other record"))),
    isSame ? empty("No differences", "Nothing that the ledger shows has changed.") : undefined,
    totalsCard(moment, from),
    records.length === 0 ? undefined : card("Groups, categories and accounts",
      h("dl", { class: "differences" }, records.map(({ noun, from, to }) => difference(noun, from, to)))),
    transactions.length === 0 ? undefined : card("Transactions",
      lazyList({ class: "changes" }, drawnEach(transactions, (change) => h("li", {},
        link(addressOf("transaction", { id: text(ids.id[change.record]) }), { class: "title" },
          moment.title(change.to ?? change.from)), " ",
        change.isNew ? pill("new") : undefined, differencesList(change))))),
  ];
}

/** Both moments next to each other. The earlier one has a slider of its own. */
function momentsCard(moment, from, summary) {
  const side = (step, words) => {
    const event = step === 0 ? undefined : eventAt(step);
    return h("div", {}, details(words), h("strong", {}, event === undefined ? "Before the first event"
      : `${event.time} · event ${integerText(event.position)}`),
    details(event === undefined ? "" : `${typeWords(event.type)} ${event.words}`));
  };
  const slider = h("input", {
    type: "range", id: "from", min: 0, max: moment.position, step: 1, value: from.position, "aria-label": "Earlier moment",
    oninput: () => {
      location.replace(addressOf("changes", { from: Number(slider.value) }));
    },
  });
  const pin = (position, words) => link(addressOf("changes", { from: position }), { class: "pill" }, words);
  return h("section", { class: "card moments" }, side(from.position, "From"), side(moment.position, "To"), slider,
    h("nav", { class: "periods", "aria-label": "Compare" }, pin(undefined, "This step"), pin(0, "Since the beginning"),
      pin(moment.position, "Keep this one")),
    details(summary));
}

/** The totals of the groups that differ. */
function totalsCard(moment, from) {
  const old = new Map(from.groupSummaries().map((group) => [group.id, group.totals]));
  const changed = moment.groupSummaries().filter((group) => {
    const before = old.get(group.id);
    return group.totals.amounts().some(({ currency, units }) => units !== (before?.units(currency) ?? 0n));
  });
  if (changed.length === 0) return undefined;
  return card("Totals", h("ul", { class: "rows" }, changed.map((group) => row({
    title: moment.groupName(group.id), value: amounts(group.totals, old.get(group.id) ?? noTotals),
  }))));
}
