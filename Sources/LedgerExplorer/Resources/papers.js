// Paper that a person drops, pastes or chooses: each file is kept at once, then read, and leads to its review.
import { addressOf } from "./address.js";
import { ledger } from "./data.js";
import { h, link } from "./dom.js";
import { momentAt } from "./moment.js";
import { keep, post } from "./request.js";

/** The most bytes of one file. */
const fileBytesMax = 32 << 20;

const chooser = h("input", { id: "paper-files", type: "file", multiple: true, accept: "image/*,.pdf,.txt,.heic" });
const together = h("input", { id: "paper-together", type: "checkbox" });
const paperList = h("ol", { class: "papers", "aria-live": "polite", "aria-label": "Paper" });

/** The part of the form for paper. */
export const paperForm = h("section", { class: "paper-form", "aria-label": "Paper" },
  h("p", {}, h("label", { for: chooser.id }, "Receipts to read: drop them on this page, paste a picture, or choose files"), chooser),
  h("p", {}, h("label", { for: together.id }, together, " They are the pages of one receipt")),
  paperList);

/** The files that are sent now, or were not taken, each with its line in the list. */
const unkept = new Set();
let paperReadings = [];

/** Sends files in order. Those of one receipt follow its first page. */
async function sendFiles(files) {
  const added = files.map((file) => ({ file, id: crypto.randomUUID(), words: "Waiting…" }));
  for (const each of added) unkept.add(each);
  let receipt;
  const isOne = together.checked && added.length > 1;
  for (const each of added) {
    if (isOne && receipt === undefined && each !== added[0]) {
      each.words = "Not kept, because the first page was not";
      continue;
    }
    each.words = "Keeping…";
    drawPapers();
    receipt = await sendFile(each, isOne ? receipt : undefined);
    drawPapers();
  }
}

/** Sends a file until it is durable. Returns its receipt, or nothing if it was refused. */
async function sendFile(each, transaction) {
  const { file, id } = each;
  if (file.size > fileBytesMax) return refuseFile(each, "It has more than 32 MiB, and is not kept");
  let bytes;
  try {
    bytes = await base64(file);
  } catch {
    return refuseFile(each, "The browser cannot read it, so it is not kept");
  }
  const answer = await keep({ id, name: file.name, bytes, transaction });
  if (answer.refusal !== undefined) return refuseFile(each, answer.refusal.message, answer.status === 0);
  unkept.delete(each);
  return answer.transaction;
}

/** Shows why a file is not kept. One without an answer can be sent again, and is kept once. */
function refuseFile(each, words, canRepeat = false) {
  Object.assign(each, { words, canRepeat });
}

/** The bytes of a file in base 64. */
function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** Shows how far the program is with what it reads. */
export function showReadings(papers) {
  if (JSON.stringify(papers) === JSON.stringify(paperReadings)) return;
  paperReadings = papers;
  drawPapers();
}

const reviewOf = (transaction) => addressOf("transaction", { id: transaction, at: undefined });

/** The stage of a receipt at the end of what the page knows. */
function stageOf(transaction) {
  const moment = momentAt(ledger.header.last);
  const row = moment.row(transaction);
  return row === undefined ? "draft" : moment.stage(row);
}

/** A link to the next paper that is read and not saved, after another one is done. */
export function nextPaper(done) {
  const next = paperReadings.find((each) => each.isOver && each.transaction !== done && stageOf(each.transaction) === "draft");
  return next === undefined ? undefined : link(reviewOf(next.transaction), { id: "paper-next", class: "next" }, `Review ${next.name} next`);
}

/** Draws the list, with what became of each paper. */
export function drawPapers() {
  const focused = document.activeElement?.id;
  const waiting = [...unkept].map((each) => h("li", {}, h("strong", {}, each.file.name), " ", each.words, " ",
    each.canRepeat ? h("button", { type: "button", onclick: () => sendFile(each).then(drawPapers) }, "Send it again") : ""));
  const kept = paperReadings.map(({ transaction, name, words, isOver }) => {
    const id = `paper-${transaction}`;
    const stop = () => post("cancel", { transaction }).catch(() => undefined);
    const end = { saved: "Saved", deleted: "Discarded" }[stageOf(transaction)];
    return h("li", {}, link(reviewOf(transaction), { id }, isOver && end === undefined ? `Review ${name}` : name), " ", end ?? words, " ",
      isOver ? "" : h("button", { type: "button", id: `${id}-stop`, "aria-label": `Stop reading ${name}`, onclick: stop }, "Stop"));
  });
  paperList.replaceChildren(...waiting, ...kept.reverse());
  if (focused?.startsWith("paper-")) document.getElementById(focused)?.focus();
}

/** The files of what was dropped, those of folders in the order of their names. */
async function filesOf(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.every((entry) => entry.isFile)) return [...transfer.files];
  const files = [];
  async function add(entry) {
    if (entry.name.startsWith(".")) return;
    if (entry.isFile) return files.push(await new Promise((resolve, reject) => entry.file(resolve, reject)));
    const reader = entry.createReader();
    const inside = [];
    let some;
    // A reader returns a part of a folder at a time.
    do {
      some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      inside.push(...some);
    } while (some.length > 0);
    for (const each of inside.sort((one, other) => (one.name < other.name ? -1 : 1))) await add(each);
  }
  for (const entry of entries) await add(entry);
  return files;
}

/** Takes the files that are dropped anywhere on the page, pasted or chosen, while new entries can be made. */
export function takePaper(isEnd) {
  chooser.addEventListener("change", async () => {
    const files = [...chooser.files];
    chooser.value = "";
    await sendFiles(files);
  });
  addEventListener("dragover", (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    document.body.classList.add("drop");
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) document.body.classList.remove("drop");
  });
  addEventListener("drop", async (event) => {
    document.body.classList.remove("drop");
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    if (isEnd()) await sendFiles(await filesOf(event.dataTransfer));
  });
  addEventListener("paste", async (event) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0 || !isEnd()) return;
    event.preventDefault();
    await sendFiles(files);
  });
}
