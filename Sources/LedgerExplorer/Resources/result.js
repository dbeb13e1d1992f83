// What became of a command: its words, a button that undoes it, or why it was refused.
import { h } from "./dom.js";
import { command } from "./request.js";

/** Shows the result of a command. Screen readers tell it. A refusal is told at once. */
export function showResult(place, answer, focus) {
  if (answer.refusal !== undefined) return showRefusal(place, answer.refusal);
  const button = answer.undo === null ? undefined : h("button", { type: "button", class: "undo", onclick: async () => {
    button.disabled = true;
    showResult(place, await command(answer.undo.command), focus);
    focus?.();
  } }, answer.undo.title);
  place.replaceChildren(h("p", { role: "status" }, answer.lines.map((line) => h("span", {}, line))), button ?? "");
}

/** Shows why a text is not understood, or a command was refused. */
export function showRefusal(place, { message, remedies }) {
  const steps = remedies.map(({ title }) => h("span", { class: "details" }, title));
  place.replaceChildren(h("p", { class: "refusal", role: "alert" }, h("span", {}, message), steps));
}

/** Calls a function a moment after the last of several calls. */
export function afterTyping(action, milliseconds = 120) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, milliseconds);
  };
}
