// One lane per device: its events by the order of their arrival, and how late those of other devices came.
import { place } from "./address.js";
import { durationText } from "./calendar.js";
import { ledger, positionOf, text } from "./data.js";
import { card, details, h, joined } from "./dom.js";
import { counted } from "./money.js";

/** The devices with their events up to the moment, or undefined if there is one device. */
export function lanesCard() {
  const lanes = lanesUpTo(place.at);
  if (lanes.length < 2) return undefined;
  return card("Devices", h("ul", { class: "lanes" }, lanes.map((lane) => h("li", {},
    h("span", { class: "title" }, lane.device), details(joined(counted(lane.events.length, "event"), latenessWords(lane))),
    laneCanvas(lane)))));
}

function lanesUpTo(last) {
  const { device, recorded, received, marks } = ledger.tables.events;
  const lanes = new Map();
  for (let step = 1; step <= last; step += 1) {
    const row = positionOf(step) - 1;
    if (!lanes.has(device[row])) lanes.set(device[row], { device: text(device[row]), events: [], latest: 0, lateCount: 0 });
    const lane = lanes.get(device[row]);
    const isLate = (marks[row] & 8) !== 0;
    lane.events.push({ step, isLate });
    if (isLate) lane.lateCount += 1;
    if (received[row] !== 0) lane.latest = Math.max(lane.latest, received[row] - recorded[row]);
  }
  return [...lanes.values()];
}

function latenessWords({ lateCount, latest }) {
  return lateCount === 0 ? "" : `${lateCount} arrived late, the latest after ${durationText(latest)}`;
}

/** Draws a dot for each event of a lane. A late one is a tall line, in place of its dot. */
function laneCanvas(lane) {
  const canvas = h("canvas", { class: "lane", "aria-hidden": "true" });
  new ResizeObserver(() => {
    const scale = devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    [canvas.width, canvas.height] = [width * scale, height * scale];
    const context = canvas.getContext("2d");
    context.scale(scale, scale);
    const style = getComputedStyle(canvas);
    for (const { step, isLate } of lane.events) {
      const x = 2 + (step / ledger.header.last) * (width - 4);
      context.fillStyle = style.getPropertyValue(isLate ? "--mark8" : "--mark1");
      context.fillRect(x - 1, isLate ? 0 : height / 2 - 1, 2, isLate ? height : 2);
    }
  }).observe(canvas);
  return canvas;
}
