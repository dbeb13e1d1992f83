// Bisecting a figure: a search on the slider for the event after which something is no longer so.
import { addressAt, place } from "./address.js";
import { ledger, positionOf } from "./data.js";
import { amount, card, h, joined, row } from "./dom.js";
import { eventAt, typeWords } from "./events.js";
import { decimalText, integerText, moneyText } from "./money.js";

const operators = {
  "=": (one, other) => one === other, "≠": (one, other) => one !== other, "<": (one, other) => one < other,
  "≤": (one, other) => one <= other, ">": (one, other) => one > other, "≥": (one, other) => one >= other,
};

/** Asks for what should hold. `valueAt` gives the figure after a step. */
export function bisectCard(currency, valueAt) {
  const { digits } = ledger.header.currencies[currency];
  const result = h("div", { "aria-live": "polite" });
  const operator = h("select", { id: "bisect-operator", "aria-label": "Comparison" },
    Object.keys(operators).map((sign) => h("option", { value: sign }, sign)));
  const previous = valueAt(Math.max(0, place.at - 1));
  const wanted = h("input", {
    id: "bisect-amount", inputmode: "decimal", "aria-label": `Amount in ${currency}`,
    value: (previous < 0n ? "-" : "") + decimalText(previous < 0n ? -previous : previous, digits),
    onkeydown: (event) => { if (event.key === "Enter") find(); },
  });
  function find() {
    const units = parsedUnits(wanted.value, digits);
    if (units === undefined) return result.replaceChildren(h("p", { class: "details" }, "That is not an amount."));
    const condition = `${operator.value} ${moneyText(currency, units)}`;
    const holds = (value) => operators[operator.value](value, units);
    return result.replaceChildren(...found(search(valueAt, holds), currency, condition));
  }
  return card("Find the event", h("div", { class: "filters bisect" }, h("span", {}, "It should be"), operator, wanted,
    h("button", { type: "button", class: "pill", id: "bisect-find", onclick: find }, "Search back from here")), result);
}

/** An amount as the ledger's locale writes it, in minor units. */
function parsedUnits(words, digits) {
  const { decimal, grouping } = ledger.header.locale;
  const plain = words.trim().replaceAll(grouping, "").replace(decimal, ".");
  const [, sign, whole, part = ""] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(plain) ?? [];
  if (whole === undefined || part.length > digits) return undefined;
  return BigInt(sign + whole + part.padEnd(digits, "0"));
}

/** Goes back in doubling steps until it holds, and then halves the stretch between. */
function search(valueAt, holds) {
  const probes = [];
  const ask = (step) => {
    const value = valueAt(step);
    probes.push({ step, value, isTrue: holds(value) });
    return holds(value);
  };
  let bad = place.at;
  if (ask(bad)) return { probes, isTrueHere: true };
  let good;
  for (let width = 1; good === undefined && bad > 0; width *= 2) {
    const step = Math.max(0, place.at - width);
    if (ask(step)) good = step;
    else bad = step;
  }
  while (good !== undefined && bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (ask(middle)) good = middle;
    else bad = middle;
  }
  return { probes, step: good === undefined ? undefined : bad };
}

function found({ probes, step, isTrueHere }, currency, condition) {
  if (isTrueHere) return [h("p", { class: "details" }, `It is ${condition} at this moment. Move the slider to where it is not.`)];
  if (step === undefined) return [h("p", { class: "details" }, `It was never ${condition} before this moment.`)];
  const event = eventAt(step);
  const values = new Map(probes.map((probe) => [probe.step, probe.value]));
  return [h("ul", { class: "rows" },
    row({
      address: addressAt(step), icon: "→", title: `${typeWords(event.type)} ${event.words}`,
      about: joined(`not ${condition} since event ${integerText(event.position)}`, event.time, event.device),
      value: amount({ currency, units: values.get(step) }, values.get(step - 1)), figure: "bisect", count: event.position,
    }),
    probes.map((probe) => row({
      address: addressAt(probe.step), title: `Event ${integerText(positionOf(probe.step))}`,
      about: probe.isTrue ? `✓ ${condition}` : `✕ not ${condition}`,
      value: amount({ currency, units: probe.value }),
    })))];
}
