// One transaction: its fields with the readings behind them, its paper, and its timeline.
import { addressAt, place } from "./address.js";
import { dateText } from "./calendar.js";
import { changedTransactions } from "./changes.js";
import { firstRows, isKnown, ledger, memories, stepOf, text } from "./data.js";
import { card, details, difference, empty, h, joined, link, pill } from "./dom.js";
import { eventAt, lateness, typeWords } from "./events.js";
import { recordNumbers } from "./moment.js";
import { drawnAmount } from "./transactions.js";

/** The fields in the order of a review. Others come last. */
const reviewed = ["vendor", "date", "total", "currency", "category", "payment", "group"];

/** The statuses of fields whose words are not their names. */
const statusWords = { filledIn: "filled in", changedRemotely: "changed in YNAB" };

/** One transaction as of a moment. */
export function transactionView(moment, before) {
  const row = moment.row(place.id);
  const record = recordNumbers().get(place.id);
  if (record === undefined) return [empty("No such transaction", "This page does not contain it.")];
  if (row === undefined) {
    const reason = empty("Not known at this moment", "This device learned of it later. Move the slider on.");
    return [reason, timeline(record)];
  }
  const [sentence] = detailRows("sentences", record, moment.position);
  const { sentences } = ledger.tables;
  const stage = moment.stage(row);
  return [
    h("section", { class: "hero", "data-figure": `transaction:${place.id}` },
      h("h1", {}, moment.title(row)),
      h("p", { class: "big" }, drawnAmount(moment, before, row)),
      h("p", { class: "details" }, [
        moment.date(row) === undefined ? "" : dateText(moment.date(row)), moment.kind(row),
        moment.groupName(moment.group(row)),
      ].filter(Boolean).join(" · "), " ", stage === "saved" ? undefined : pill(stage, "warning")),
      sentence === undefined ? undefined : h("p", { class: "sentence" }, text(sentences.sentence[sentence]))),
    stepCard(moment, before, record),
    fieldsCard(moment, record),
    timeline(record),
    paperCard(moment, row, sentence),
  ].filter(Boolean);
}

/** The rows of a table of details that were known of a record at a position. */
function detailRows(name, record, position) {
  const table = ledger.tables[name];
  table.first ??= firstRows(table, ledger.tables.ids.rows);
  const rows = [];
  for (let row = table.first[record]; row < table.first[record + 1]; row += 1) {
    if (isKnown(table, row, position)) rows.push(row);
  }
  return rows;
}

/** What the last step changed of it. */
function stepCard(moment, before, record) {
  const change = changedTransactions(before, moment).find((each) => each.record === record);
  if (change === undefined || change.isNew) return undefined;
  return h("section", { class: "card step-card" }, h("h2", {}, "Changed by this step"), differencesList(change));
}

/** The fields of a change, old value to new. */
export function differencesList(change) {
  return h("dl", { class: "differences" }, change.differences.map(({ name, from, to }) => difference(name, from, to)));
}

function fieldsCard(moment, record) {
  const { fields } = ledger.tables;
  const rank = (row) => (reviewed.indexOf(text(fields.field[row])) + reviewed.length + 1) % (reviewed.length + 1);
  const rows = detailRows("fields", record, moment.position).sort((one, other) => rank(one) - rank(other));
  if (rows.length === 0) return undefined;
  const readings = detailRows("readings", record, moment.position);
  return card("Fields", h("ul", { class: "fields" }, rows.map((row) => {
    const field = text(fields.field[row]);
    const status = text(fields.status[row]);
    const setBy = fields.setBy[row];
    const conflicts = text(fields.conflicts[row]);
    return h("li", { class: fields.begins[row] === moment.position ? "changed" : "" },
      h("span", { class: "name" }, typeWords(field)),
      h("span", { class: "title" }, shownValue(moment, field, text(fields.value[row])) || "–"),
      pill(statusWords[status] ?? status, status),
      conflicts === "" ? undefined : pill(`in conflict with ${conflicts.split(", ").map((each) => shownValue(moment, field, each)).join(", ")}`, "warning"),
      setBy === 0 ? undefined : link(addressAt(stepOf(setBy)), { class: "details" }, `set by event ${setBy}`),
      readingsList(field, readings));
  })));
}

function readingsList(field, rows) {
  const { readings } = ledger.tables;
  const own = rows.filter((row) => text(readings.field[row]) === field)
    .sort((one, other) => readings.number[one] - readings.number[other]);
  if (own.length === 0) return undefined;
  return h("ol", { class: "readings", "aria-label": `Readings of ${typeWords(field)}` }, own.map((row) => h("li", {},
    h("span", {}, text(readings.value[row])), " ",
    details(joined(text(readings.reason[row]), `${readings.confidence[row]} %`)))));
}

function shownValue(moment, field, value) {
  if (field === "group" && value !== "") return moment.groupName(moment.isLivingGroup(value) ? value : "");
  if (field === "category" && value !== "") return moment.categoryName(value);
  return value;
}

let positions;
memories.push(() => { positions = undefined; });

/** The positions of every transaction's events. */
function positionsOf(record) {
  if (positions === undefined) {
    positions = new Map();
    ledger.tables.events.record.forEach((each, row) => {
      if (!positions.has(each)) positions.set(each, []);
      positions.get(each).push(row + 1);
    });
  }
  return positions.get(record) ?? [];
}

/** All of its events. Those after the current moment are shown as yet to come. */
function timeline(record) {
  const steps = positionsOf(record).map(stepOf).sort((one, other) => one - other);
  return card("Timeline", h("ol", { class: "timeline" }, steps.map((step) => {
    const event = eventAt(step);
    const state = step === place.at ? "now" : step > place.at ? "later" : "";
    return h("li", { class: state, "aria-current": state === "now" ? "step" : undefined },
      link(addressAt(step), {},
        h("strong", {}, typeWords(event.type)), " ", event.words,
        details(joined(event.time, event.device, event.actor, lateness(event), `event ${event.position}`))));
  })));
}

function paperCard(moment, row, sentence) {
  const digests = moment.rows.pages[row] === 0 ? [] : JSON.parse(text(moment.rows.pages[row]));
  const words = sentence === undefined ? "" : text(ledger.tables.sentences.text[sentence]);
  const images = digests.map((digest, index) => paperImage(digest, index + 1)).filter(Boolean);
  if (images.length === 0 && words === "") return undefined;
  const paper = card("Paper", h("div", { class: "paper" }, images,
    words === "" ? undefined : h("details", { open: images.length === 0 },
      h("summary", {}, "Text on the paper"), h("pre", {}, words))));
  paper.classList.add("paper-card");
  return paper;
}

function paperImage(digest, page) {
  const { paper } = ledger.tables;
  const row = Array.from(paper.digest).findIndex((each) => text(each) === digest);
  if (row < 0 || paper.image[row] === 0) return undefined;
  const src = `data:${text(paper.type[row])};base64,${text(paper.image[row])}`;
  return h("img", { alt: `Page ${page} of the receipt`, src });
}
