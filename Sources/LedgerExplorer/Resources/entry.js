// The entry without paper: a line of words, what was understood of it, and what is still missing.
import { h } from "./dom.js";
import { command, isDefinite, understand } from "./request.js";
import { afterTyping, showRefusal, showResult } from "./result.js";

const line = h("input", {
  id: "entry", type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "done",
  "aria-describedby": "understood", placeholder: "23.90 taxi cash yesterday #berlin", maxlength: 2000,
});
const date = h("input", { id: "entry-date", type: "date", max: "2200-12-31" });
const understood = h("dl", { id: "understood", "aria-live": "polite", "aria-label": "Understood" });
const asked = h("div", { class: "asked" });
const result = h("div", { class: "result" });
const entryFields = h("fieldset", {},
  h("legend", {}, "New entry"),
  h("div", { class: "line" },
    h("p", { class: "grows" }, h("label", { for: "entry" }, "Amount, category and how it was paid"), line),
    h("p", {}, h("label", { for: "entry-date" }, "Date, else today"), date),
    h("button", { type: "submit", class: "main" }, "Record")),
  understood, asked);
const past = h("p", { class: "details", hidden: true }, "You are looking at the past. New entries are made at the end.");

/** The form. */
export const entryForm = h("form", { class: "entry card", "aria-label": "New entry" }, entryFields, past, result);

/** What the person chose for what the line does not have, and the vendor that the line had then. */
let chosen = { values: {} };
/** The doubt that the person was told of with this line. */
let toldDoubt = "";
/** The line that was last sent to be understood, with the promise of its answer. */
let latest = { key: "" };
/** An entry that was sent, and has no definite answer. It is sent again as it was. */
let openEntry;
let isSending = false;

/** Returns what the person typed and chose. What was chosen does not outlive the line. */
function typedEntry() {
  if (line.value.trim() === "") chosen = { values: {} };
  return { line: line.value, date: date.value || null, ...chosen.values };
}

const keyOfEntry = () => JSON.stringify([typedEntry(), date.validity.badInput]);

/** Sends what was typed, and once more without what was chosen if the vendor is another one now. */
async function understandEntry(content) {
  if (date.validity.badInput) return { refusal: { message: "The date is not complete, or is not in the calendar.", remedies: [] } };
  const own = chosen;
  const answer = await understand(content);
  if (answer.refusal !== undefined || Object.keys(own.values).length === 0 || own.vendor === answer.vendor) return answer;
  if (chosen === own) chosen = { values: {} };
  return understand({ line: content.line, date: content.date });
}

/** Sends the line to be understood, unless it was sent already, and draws the answer if the line is still the same. */
async function read(isSubmitted = false) {
  const key = keyOfEntry();
  if (!isSubmitted && latest.key === key) return latest.answer;
  const own = { key, answer: understandEntry(typedEntry()) };
  latest = own;
  const answer = await own.answer;
  if (latest === own) draw(answer);
  return answer;
}

function draw(answer) {
  if (answer.refusal !== undefined) return showRefusal(result, answer.refusal);
  understood.replaceChildren(...answer.fields.map(({ title, words, reason }) =>
    h("div", {}, h("dt", {}, title), h("dd", {}, words, reason === null ? "" : h("span", { class: "details" }, ` ${reason}`)))));
  drawMissing(answer);
  const [problem] = answer.problems;
  if (problem !== undefined) showRefusal(result, problem);
  else if (result.querySelector(".refusal") !== null) result.replaceChildren();
}

/** Asks for the fields that are missing. A choice is kept until the entry is recorded, or has another vendor. */
function drawMissing({ missing, vendor }) {
  const focused = document.activeElement?.id;
  asked.replaceChildren(...missing.map(({ field, title, choices }) => {
    if (choices.length === 0) return h("p", { class: "details" }, `${title} is missing`);
    const list = h("select", { id: `missing-${field}`, onchange: () => {
      chosen = { vendor, values: { ...chosen.values, [field]: list.value } };
      read();
      line.focus();
    } }, h("option", { value: "" }, "Choose…"), choices.map(({ value, words }) => h("option", { value }, words)));
    return h("p", {}, h("label", { for: list.id }, `${title} is missing`), list);
  }));
  if (focused?.startsWith("missing-")) document.getElementById(focused)?.focus();
}

/** Records the entry as it was understood. A doubt is told first, and is agreed to with a second Enter. */
async function record(event) {
  event.preventDefault();
  if (isSending || line.value.trim() === "") return;
  isSending = true;
  try {
    const sent = { line: line.value, date: date.value, key: keyOfEntry() };
    const answer = openEntry?.key === sent.key ? openEntry.answer : await read(true);
    if (answer.refusal !== undefined || answer.problems.length > 0) return;
    if (answer.command === null) return asked.querySelector("select")?.focus();
    const doubt = answer.doubts.map(({ message }) => message).join(" ");
    if (doubt !== "" && toldDoubt !== sent.key) {
      toldDoubt = sent.key;
      return showRefusal(result, { message: doubt, remedies: [{ title: "Press Enter once more to record it as it is" }] });
    }
    sent.chosen = chosen;
    openEntry = { key: sent.key, answer };
    const done = await command(answer.command);
    if (isDefinite(done)) openEntry = undefined;
    if (done.refusal === undefined) startNext(sent, answer);
    showResult(result, done, () => line.focus());
    line.focus();
  } finally {
    isSending = false;
  }
}

/** Empties the form after an entry was recorded. What was typed since then stays. */
function startNext(sent, answer) {
  toldDoubt = "";
  if (chosen === sent.chosen) chosen = { values: {} };
  if (date.value === sent.date && !date.validity.badInput) date.value = answer.date ?? "";
  if (line.value !== sent.line) return read();
  [line.value, latest] = ["", { key: "" }];
  understood.replaceChildren();
  asked.replaceChildren();
}

line.addEventListener("input", afterTyping(() => read()));
date.addEventListener("input", afterTyping(() => read()));
entryForm.addEventListener("submit", record);

/** The key n goes to the line, except where one types. */
addEventListener("keydown", (event) => {
  const isTyped = event.target.matches?.("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey;
  if (event.key !== "n" || isTyped || entryFields.disabled) return;
  event.preventDefault();
  line.focus();
});

/** Switches between recording at the end and looking at the past. */
export function showsEnd(isEnd) {
  entryFields.disabled = !isEnd;
  past.hidden = isEnd;
}
