// Elements of the page. Texts of the ledger only ever become text nodes and values of a few harmless attributes.
import { moneyText } from "./money.js";

/** Creates an element. Attributes that begin with “on” are listeners. Children are elements, texts, or nothing. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(3).filter((child) => child !== undefined && child !== "").map(asNode));
  return element;
}

function asNode(child) {
  return child instanceof Node ? child : document.createTextNode(visible(String(child)));
}

/** Characters that control, hide or reorder others. Lines may end. */
const invisible =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** A text with such characters made visible, as the tool prints them. */
export function visible(text) {
  return text.replace(invisible, (character) => `\\u{${character.codePointAt(0).toString(16)}}`);
}

/** The texts that are not empty, with dots between them. */
export function joined(...texts) {
  return texts.filter(Boolean).join(" · ");
}

/** A text in the second rank. */
export function details(text) {
  return h("span", { class: "details" }, text);
}

/** The name of something that changed, with its old value and its new one. */
export function difference(name, from, to) {
  return [h("dt", {}, name), h("dd", {}, h("del", {}, from || "–"), " → ", h("ins", {}, to || "–"))];
}

/** An amount. The value before the last step is next to it if it was another one. */
export function amount({ currency, units }, before) {
  const attributes = { class: "amount", "data-currency": currency, "data-units": units };
  const drawn = h("span", attributes, moneyText(currency, units));
  if (before === undefined || before === units) return drawn;
  drawn.classList.add("changed");
  return h("span", { class: "step" },
    h("del", { "aria-label": `was ${moneyText(currency, before)}` }, moneyText(currency, before)), " → ", drawn);
}

/**
 * The amounts of totals, a line for each currency. Those of `before` are the totals before the last step.
 * With `why`, which gives an address for a currency, each leads to its explanation.
 */
export function amounts(totals, before, why) {
  const lines = totals.amounts().map((each) => {
    const drawn = amount(each, before?.units(each.currency));
    return h("li", {}, why === undefined ? drawn : link(why(each.currency), { class: "why", title: "Why?" }, drawn));
  });
  return h("ul", { class: "amounts" }, lines.length === 0 ? h("li", { class: "quiet" }, "–") : lines);
}

/** A link to another view of the same moment. */
export function link(address, attributes, ...children) {
  return h("a", { href: address, ...attributes }, ...children);
}

/** A card with a heading. */
export function card(title, ...children) {
  return h("section", { class: "card" }, title === "" ? undefined : h("h2", {}, title), ...children);
}

/** A row: what it is on the left, its value on the right. With an address it leads to another view. */
export function row({ address, icon, title, about, value, note, figure, count, isChanged }) {
  const content = [
    icon === undefined ? undefined : h("span", { class: "icon", "aria-hidden": "true" }, icon),
    h("span", { class: "what" }, h("span", { class: "title" }, title), details(about ?? "")),
    h("span", { class: "value" }, value ?? "", note === undefined ? undefined : details(note)),
  ];
  const attributes = { class: `row${icon === undefined ? " plain" : ""}${isChanged ? " changed" : ""}`, "data-figure": figure, "data-count": count };
  const drawn = address === undefined ? h("div", attributes, ...content) : link(address, attributes, ...content);
  return h("li", {}, drawn);
}

/** A bar for each of some amounts in one currency, on a scale of their own. Each leads to the receipts behind it. */
export function bars(currency, lines) {
  const magnitude = (value) => (value < 0n ? -value : value);
  const most = lines.map(({ value }) => magnitude(value)).reduce((one, other) => (one > other ? one : other), 1n);
  return h("ol", { class: "bars" }, lines.map(({ label, value, before, address, figure, count, about }) => {
    const bar = h("span", { class: `bar${value < 0n ? " negative" : ""}`, "aria-hidden": "true" });
    bar.style.width = `${Number(magnitude(value) * 1000n / most) / 10}%`;
    return h("li", { "data-figure": figure, "data-count": count },
      link(address, { title: joined(`${label}: ${moneyText(currency, value)}`, about) },
        h("span", { class: "label" }, label), h("span", { class: "track" }, bar),
        h("span", { class: value === 0n ? "quiet" : "" }, amount({ currency, units: value }, before))));
  }));
}

/** A status in a word. */
export function pill(word, kind = "") {
  return h("span", { class: `pill ${kind}` }, word);
}

/** Draws each of some values when it is asked for. */
export function* drawnEach(values, draw) {
  for (const value of values) yield draw(value);
}

/** The reason why a list is empty. */
export function empty(title, description) {
  return h("div", { class: "empty" }, h("p", { class: "title" }, title), h("p", { class: "details" }, description));
}

/** Fills a list as it comes into view: the first items at once, the others when the end is reached. */
export function lazyList(attributes, items, size = 80) {
  const list = h("ul", attributes);
  const more = h("li", { class: "more" });
  const observer = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) next();
  }, { rootMargin: "600px" });
  function next() {
    more.remove();
    observer.disconnect();
    for (let drawn = 0; drawn < size; drawn += 1) {
      const { value, done } = items.next();
      if (done) return;
      list.append(value);
    }
    list.append(more);
    observer.observe(more);
  }
  next();
  return list;
}
