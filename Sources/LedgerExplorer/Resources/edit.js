// The form that changes a receipt, under its view: a field at a time, and commands on the whole receipt.
import { addressOf } from "./address.js";
import { card, difference, h, link } from "./dom.js";
import { nextPaper } from "./papers.js";
import { command, post, understand } from "./request.js";
import { afterTyping, showRefusal, showResult } from "./result.js";

let form;

/** Shows the form under the view of a receipt. One with texts that are not sent yet stays as it is. */
export async function showEditor(page, transaction) {
  if (form?.transaction !== transaction) form = { transaction, result: h("div", { class: "result" }), isNew: true };
  const own = form;
  // Until the answer comes, keys go to the form as it was.
  if (own.card !== undefined) attach(page, own);
  if (own.card?.querySelector("[data-edited]")) return;
  const answer = await post("form", { transaction }).catch(() => undefined);
  if (answer === undefined || answer.refusal !== undefined || form !== own) return;
  if (own.card?.querySelector("[data-edited]")) return attach(page, own);
  const made = card(answer.stage === "draft" ? "Review" : "Change", attentionCards(own, answer), h("div", { class: "fields-form" }, answer.fields.map((field) => fieldForm(own, field, answer.version))),
    h("div", { class: "actions" }, answer.actions.map((action) => actionButton(own, action))), own.result);
  made.classList.add("editor");
  document.body.classList.toggle("reviews", answer.stage === "draft");
  own.card?.remove();
  own.card = made;
  made.addEventListener("keydown", (event) => listenToReviewKey(own, event));
  attach(page, own);
  if (own.goesOn || own.isNew && answer.stage === "draft") focusNext(own);
  own.goesOn = own.isNew = false;
}

/** The form may be drawn anew while the focus is in it, which removes the element with the focus. */
document.addEventListener("focusin", ({ target }) => {
  if (form !== undefined) form.focused = form.card?.contains(target) ? target.id : undefined;
});

/** Goes to the first field that needs a look, else to the first action. */
function focusNext(own) {
  const field = own.card.querySelector(".open");
  (field?.querySelector(".picks button") ?? field?.querySelector("input") ?? own.card.querySelector(".actions button"))?.focus();
}

/** The keys of a review, where one does not type: a number picks a reading of the field, s saves. */
function listenToReviewKey(own, event) {
  if (event.target.matches("input") || event.altKey || event.ctrlKey || event.metaKey) return;
  const field = event.target.closest(".open");
  const button = event.key === "s" ? own.card.querySelector(".actions button") : field?.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (button === null || button === undefined) return;
  event.preventDefault();
  button.click();
}

/** What a person looks at before the fields: how many need a look, receipts that may be the same, and proposals. */
function attentionCards(own, { attention: { words, duplicates, proposals } }) {
  const answers = (...commands) => commands.map(([title, content]) => h("button", { type: "button", onclick: () => settle(own, content) }, title));
  return [
    words === "" ? undefined : h("p", { class: "attention" }, words),
    duplicates.map((each) => h("p", { class: "notice" }, h("span", {}, each.words), " ",
      link(addressOf("transaction", { id: each.transaction }), {}, "Look at it"), " ", answers(["It is another one", each.command]))),
    proposals.map(({ title, from, to, accept, reject }) => h("div", { class: "proposal" }, h("dl", { class: "differences" }, difference(title, from, to)),
      answers(["Accept", accept], ["Keep as it is", reject]))),
  ];
}

/** Carries out an answer of a review, and goes to the next field that needs a look. */
async function settle(own, content, basedOn) {
  const answer = await command(content, basedOn);
  if (answer.refusal === undefined) own.goesOn = true;
  showResult(own.result, answer);
  if (answer.refusal === undefined) await showEditor(document.getElementById("page"), own.transaction);
}

/** The readings of a field that needs a look, as buttons. The one that is the value is confirmed by its first button. */
function readingButtons(own, { confirm, readings, words }, title, id, version) {
  const numbered = readings.map((reading, index) => h("button", {
    type: "button", id: `${id}-${index + 1}`, "data-key": index + 1, onclick: () => settle(own, reading.command, version),
  }, h("kbd", {}, index + 1), " ", reading.words, " ", h("span", { class: "details" }, reading.details)));
  const first = confirm === null ? undefined
    : h("button", { type: "button", id: `${id}-confirm`, class: "main", "aria-label": `Confirm ${title}`, onclick: () => settle(own, confirm, version) }, "Confirm");
  return h("div", { class: "picks", role: "group", "aria-label": `Readings of ${title}` }, first, numbered, h("span", { class: "details" }, words));
}

/** Makes the pages of the paper buttons that enlarge them. */
function enlargePages(page) {
  for (const image of page.querySelectorAll(".paper > img")) {
    const zoom = h("button", { type: "button", class: "zoom", "aria-pressed": "false", "aria-label": `Enlarge: ${image.alt}`, onclick: () => {
      zoom.setAttribute("aria-pressed", String(zoom.getAttribute("aria-pressed") !== "true"));
    } });
    image.replaceWith(zoom);
    zoom.append(image);
  }
}

function attach(page, own) {
  enlargePages(page);
  const after = page.querySelector(".hero");
  if (after === null || own.card.previousElementSibling === after) return;
  const { focused } = own;
  after.after(own.card);
  if (focused !== undefined) document.getElementById(focused)?.focus();
}

/** A field with its text. Enter sends what was understood, based on the version that was shown. */
function fieldForm(own, { field, title, text, words, choices, review }, version) {
  const id = `edit-${field}`;
  const shown = h("output", { for: id, "aria-live": "polite", class: "details" });
  const input = h("input", { id, value: text, list: choices.length > 0 ? `${id}-list` : undefined, autocomplete: "off", maxlength: 10000 });
  const button = h("button", { type: "submit", hidden: true, "aria-label": `Change ${title}` }, "Change");
  let basedOn = version;
  let toldDoubt = "";

  async function read() {
    const isEdited = input.value !== text;
    button.hidden = !isEdited;
    element.toggleAttribute("data-edited", isEdited);
    if (!isEdited) return shown.replaceChildren();
    const { value } = input;
    const answer = await understand({ transaction: own.transaction, field, text: value });
    if (value === input.value) shown.replaceChildren(answer.refusal?.message ?? `${words} → ${answer.words}`);
    return answer;
  }

  async function send(event) {
    event?.preventDefault();
    const sent = input.value;
    const understood = await read();
    if (understood === undefined) return;
    if (understood.refusal !== undefined) return showRefusal(own.result, understood.refusal);
    if (understood.doubt !== null && toldDoubt !== sent) {
      toldDoubt = sent;
      return showRefusal(own.result, { message: understood.doubt, remedies: [{ title: "Press Enter once more to change it all the same" }] });
    }
    const answer = await command(understood.command, basedOn);
    if (answer.choice !== undefined) return ask(answer.choice);
    if (answer.refusal === undefined) finish(answer, sent);
    showResult(own.result, answer, () => document.getElementById(id)?.focus());
  }

  /** Shows the field as it is after a change. What was typed since then stays. */
  function finish({ form: now }, sent) {
    const recorded = now?.fields.find((each) => each.field === field);
    [text, words, basedOn] = [recorded?.text ?? sent, recorded?.words ?? sent, now?.version ?? basedOn];
    if (input.value === sent) input.value = text;
    own.goesOn = review !== null;
    read();
  }

  /** Shows the present values again, without what was typed. */
  async function keepPresent() {
    own.result.replaceChildren();
    element.removeAttribute("data-edited");
    await showEditor(document.getElementById("page"), own.transaction);
    document.getElementById(id)?.focus();
  }

  /** Shows both values of a field that was changed meanwhile, and asks for one. */
  function ask(choice) {
    const keep = h("button", { type: "button", onclick: keepPresent }, choice.keep);
    const replace = h("button", { type: "button", onclick: () => {
      basedOn = choice.version;
      send();
    } }, choice.replace);
    own.result.replaceChildren(h("p", { class: "refusal", role: "alert" }, h("span", {}, choice.message)), keep, " ", replace);
    keep.focus();
  }

  // The form may be drawn anew before the text is read.
  input.addEventListener("input", () => element.toggleAttribute("data-edited", input.value !== text));
  input.addEventListener("input", afterTyping(read));
  const element = h("form", { class: review === null ? "" : "open", onsubmit: send }, h("label", { for: id }, title), input,
    choices.length > 0 ? h("datalist", { id: `${id}-list` }, choices.map((value) => h("option", { value }))) : undefined,
    button, shown, review === null ? undefined : readingButtons(own, review, title, id, version));
  return element;
}

/** A command on the whole receipt. One with consequences tells them first, and asks. */
function actionButton(own, { title, command: content, question }) {
  const carryOut = async () => {
    const answer = await command(content);
    showResult(own.result, answer);
    const isEnd = answer.refusal === undefined && ["save", "discard"].includes(content.command);
    const next = isEnd ? nextPaper(own.transaction) : undefined;
    if (next === undefined) return;
    own.result.append(" ", next);
    next.focus();
  };
  const ask = () => {
    const cancel = h("button", { type: "button", onclick: () => { own.result.replaceChildren(); button.focus(); } }, "Cancel");
    own.result.replaceChildren(h("p", { role: "alert" }, question), h("button", { type: "button", class: "main", onclick: carryOut }, title), " ", cancel);
    cancel.focus();
  };
  const button = h("button", { type: "button", id: `edit-${title}`, onclick: question === null ? carryOut : ask }, title);
  return button;
}
