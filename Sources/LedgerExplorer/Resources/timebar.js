// The bar at the foot of the page: the slider over all positions, with marks, steps, play, and the current event.
import { place } from "./address.js";
import { ledger, stepOf } from "./data.js";
import { details, h, joined } from "./dom.js";
import { dayStep, eventAt, lateness, markStep, marks, typeWords } from "./events.js";
import { integerText } from "./money.js";

/** Makes the bar. `go` shows another position. Returns its element and functions that update it. */
export function timeBar(go) {
  const { last } = ledger.header;
  let timer;
  const slider = h("input", {
    type: "range", id: "slider", min: 0, max: last, step: 1, "aria-label": "Moment", disabled: last === 0,
    oninput: () => go(Number(slider.value)),
  });
  const canvas = h("canvas", { class: "marks", "aria-hidden": "true" });
  const caption = h("p", { class: "caption", "aria-live": "polite" });
  const button = (label, sign, onclick) =>
    h("button", { type: "button", "aria-label": label, title: label, onclick }, sign);
  const playButton = button("Play", "▶", () => (timer === undefined ? play() : pause()));

  function play() {
    const leap = Math.max(1, Math.round(last / 240));
    if (place.at >= last) go(0);
    playButton.textContent = "❚❚";
    playButton.setAttribute("aria-label", "Pause");
    timer = setInterval(() => {
      if (place.at >= last) return pause();
      go(Math.min(last, place.at + leap));
    }, 400);
  }

  function pause() {
    clearInterval(timer);
    timer = undefined;
    playButton.textContent = "▶";
    playButton.setAttribute("aria-label", "Play");
  }

  const jumps = marks.map(({ name, sign, bit }) =>
    h("button", {
      type: "button", class: `jump mark${bit}`, title: `Next: ${name}`, "aria-label": `Next: ${name}`,
      hidden: markStep(0, 1, bit) === undefined, onclick: () => go(markStep(place.at, 1, bit) ?? markStep(0, 1, bit) ?? place.at),
    }, h("span", { "aria-hidden": "true" }, sign), " ", name));

  const element = h("footer", { class: "timebar", "aria-label": "Time" },
    caption,
    h("div", { class: "track" }, canvas, slider),
    h("div", { class: "controls" },
      h("div", { class: "buttons", role: "group", "aria-label": "Steps" },
        button("A day back", "«", () => go(dayStep(place.at, -1))),
        button("An event back", "‹", () => go(place.at - 1)),
        playButton,
        button("An event forward", "›", () => go(place.at + 1)),
        button("A day forward", "»", () => go(dayStep(place.at, 1)))),
      h("div", { class: "jumps", role: "group", "aria-label": "Marks" }, jumps)));

  let drawnTime;

  function update() {
    if (drawnTime !== place.as) drawMarks(canvas);
    drawnTime = place.as;
    slider.value = String(place.at);
    const event = place.at === 0 ? undefined : eventAt(place.at);
    const position = `${integerText(place.at)} of ${integerText(last)}`;
    slider.setAttribute("aria-valuetext", `${event?.time ?? "Before the first event"}, ${position}`);
    caption.replaceChildren(...captionOf(event, position));
  }

  new ResizeObserver(() => drawMarks(canvas)).observe(canvas);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => drawMarks(canvas));
  return { element, update, pause };
}

function captionOf(event, position) {
  if (event === undefined) return [h("strong", {}, "Before the first event"), details(position)];
  return [
    h("span", {}, h("strong", {}, typeWords(event.type)), " ", event.words),
    details(joined(position, event.time, event.device, lateness(event))),
  ];
}

/** Draws a mark above the slider for every event that has one, each kind in a row and a form of its own. */
function drawMarks(canvas) {
  const { last } = ledger.header;
  const scale = devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (width === 0 || last === 0) return;
  [canvas.width, canvas.height] = [width * scale, height * scale];
  const context = canvas.getContext("2d");
  context.scale(scale, scale);
  const style = getComputedStyle(canvas);
  // The middle of a slider's thumb is half its width from the ends.
  const x = (position) => 11 + (position / last) * (width - 22);
  const drawn = new Set();
  ledger.tables.events.marks.forEach((bits, row) => {
    marks.forEach((mark, index) => {
      if ((bits & mark.bit) === 0) return;
      const left = Math.round(x(stepOf(row + 1)) * 2) / 2;
      if (drawn.has(`${mark.bit} ${left}`)) return;
      drawn.add(`${mark.bit} ${left}`);
      context.fillStyle = style.getPropertyValue(`--mark${mark.bit}`);
      drawMark(context, mark.bit, left, 3 + index * 4);
    });
  });
}

/** A correction is a dot, a deletion a wide bar, an export a triangle, a late arrival a tall bar, else a square. */
function drawMark(context, bit, x, y) {
  context.beginPath();
  switch (bit) {
    case 1: context.arc(x, y, 1.8, 0, 7); break;
    case 2: context.rect(x - 3, y - 1, 6, 2); break;
    case 4: context.moveTo(x - 2.5, y + 2); context.lineTo(x + 2.5, y + 2); context.lineTo(x, y - 2.5); break;
    case 8: context.rect(x - 0.75, y - 3, 1.5, 6); break;
    default: context.rect(x - 2, y - 2, 4, 4);
  }
  context.fill();
}
