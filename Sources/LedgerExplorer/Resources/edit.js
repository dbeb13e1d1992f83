// The form that changes a receipt, under its view: a field at a time, and commands on the whole receipt.
import { card, h } from "./dom.js";
import { command, post, understand } from "./request.js";
import { afterTyping, showRefusal, showResult } from "./result.js";

let form;

/** Shows the form under the view of a receipt. One with texts that are not sent yet stays as it is. */
export async function showEditor(page, transaction) {
  if (form?.transaction !== transaction) form = { transaction, result: h("div", { class: "result" }) };
  const own = form;
  if (own.card?.querySelector("[data-edited]")) return attach(page, own);
  const answer = await post("form", { transaction }).catch(() => undefined);
  if (answer === undefined || answer.refusal !== undefined || form !== own) return;
  if (own.card?.querySelector("[data-edited]")) return attach(page, own);
  const made = card("Change", h("div", { class: "fields-form" }, answer.fields.map((field) => fieldForm(own, field, answer.version))),
    h("div", { class: "actions" }, answer.actions.map((action) => actionButton(own, action))), own.result);
  made.classList.add("editor");
  const focused = own.card?.contains(document.activeElement) ? document.activeElement.id : "";
  own.card?.remove();
  own.card = made;
  attach(page, own);
  if (focused !== "") document.getElementById(focused)?.focus();
}

function attach(page, own) {
  const after = page.querySelector(".hero");
  if (after !== null && own.card.previousElementSibling !== after) after.after(own.card);
}

/** A field with its text. Enter sends what was understood, based on the version that was shown. */
function fieldForm(own, { field, title, text, words, choices }, version) {
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

  input.addEventListener("input", afterTyping(read));
  const element = h("form", { onsubmit: send }, h("label", { for: id }, title), input,
    choices.length > 0 ? h("datalist", { id: `${id}-list` }, choices.map((value) => h("option", { value }))) : undefined,
    button, shown);
  return element;
}

/** A command on the whole receipt. One with consequences tells them first, and asks. */
function actionButton(own, { title, command: content, question }) {
  const carryOut = async () => showResult(own.result, await command(content));
  const ask = () => {
    const cancel = h("button", { type: "button", onclick: () => { own.result.replaceChildren(); button.focus(); } }, "Cancel");
    own.result.replaceChildren(h("p", { role: "alert" }, question), h("button", { type: "button", class: "main", onclick: carryOut }, title), " ", cancel);
    cancel.focus();
  };
  const button = h("button", { type: "button", onclick: question === null ? carryOut : ask }, title);
  return button;
}
