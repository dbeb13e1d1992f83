// Events as the log lists them, in the words that the tool gave them.
import { durationText, timeText } from "./calendar.js";
import { ledger, none, text } from "./data.js";

/** The kinds of marks, each with the bit of its column, its name and its sign. */
export const marks = [
  { bit: 1, name: "Correction", sign: "✎" },
  { bit: 2, name: "Deletion", sign: "✕" },
  { bit: 4, name: "Export", sign: "↗" },
  { bit: 8, name: "Late arrival", sign: "◷" },
  { bit: 16, name: "Conflict", sign: "⚡" },
];

/** The event at a position, which counts from 1. */
export function eventAt(position) {
  const table = ledger.tables.events;
  const row = position - 1;
  const record = table.record[row];
  return {
    position,
    device: text(table.device[row]),
    sequence: table.sequence[row],
    type: text(table.type[row]),
    words: text(table.words[row]),
    actor: text(table.actor[row]),
    time: timeText(table.recorded[row], table.offset[row]),
    transaction: record === none ? "" : text(ledger.tables.ids.id[record]),
    stream: text(table.stream[row]),
    marks: marks.filter((mark) => table.marks[row] & mark.bit),
    late: table.received[row] === 0 ? undefined : table.received[row] - table.recorded[row],
  };
}

/** The name of an event's type in words: “Field corrected”. */
export function typeWords(type) {
  const words = type.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** When another device's event arrived here, if it took a while. */
export function lateness(event) {
  return event.late === undefined || event.late < 60000 ? "" : `arrived ${durationText(event.late)} later`;
}

/** The civil day on which this device learned of an event. */
export function dayOfArrival(position) {
  const { received, recorded, offset } = ledger.tables.events;
  const row = position - 1;
  return Math.floor(((received[row] || recorded[row]) + offset[row] * 60000) / 86400000);
}

/** The next position in a direction at which a day ends, or an end of the log. */
export function dayStep(position, direction) {
  const { last } = ledger.header;
  let at = position + direction;
  if (at <= 0 || at >= last) return Math.min(Math.max(at, 0), last);
  if (direction > 0) {
    const day = dayOfArrival(at);
    while (at < last && dayOfArrival(at + 1) === day) at += 1;
    return at;
  }
  const day = dayOfArrival(position);
  at = position;
  while (at > 0 && dayOfArrival(at) === day) at -= 1;
  return at;
}

/** The next position in a direction with one of some marks, or undefined. */
export function markStep(position, direction, bits) {
  const table = ledger.tables.events;
  for (let at = position + direction; at >= 1 && at <= ledger.header.last; at += direction) {
    if (table.marks[at - 1] & bits) return at;
  }
  return undefined;
}
