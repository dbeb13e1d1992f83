// Events as the log lists them, in the words that the tool gave them.
import { durationText, timeText } from "./calendar.js";
import { ledger, none, positionOf, showsRecorded, text } from "./data.js";

/** The kinds of marks, each with the bit of its column, its name and its sign. */
export const marks = [
  { bit: 1, name: "Correction", sign: "✎" },
  { bit: 2, name: "Deletion", sign: "✕" },
  { bit: 4, name: "Export", sign: "↗" },
  { bit: 8, name: "Late arrival", sign: "◷" },
  { bit: 16, name: "Conflict", sign: "⚡" },
];

/** The last event of a step. Its position counts from 1. */
export function eventAt(step) {
  const table = ledger.tables.events;
  const position = positionOf(step);
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

/** The civil day of a step: on which this device learned of its event, or on which that was recorded. */
export function dayOf(step) {
  const { received, recorded, offset } = ledger.tables.events;
  const row = positionOf(step) - 1;
  const time = showsRecorded() ? recorded[row] : received[row] || recorded[row];
  return Math.floor((time + offset[row] * 60000) / 86400000);
}

/** The next step in a direction at which a day ends, or an end of the log. */
export function dayStep(step, direction) {
  const { last } = ledger.header;
  let at = step + direction;
  if (at <= 0 || at >= last) return Math.min(Math.max(at, 0), last);
  if (direction > 0) {
    const day = dayOf(at);
    while (at < last && dayOf(at + 1) === day) at += 1;
    return at;
  }
  const day = dayOf(step);
  at = step;
  while (at > 0 && dayOf(at) === day) at -= 1;
  return at;
}

/** The next step in a direction with one of some marks, or undefined. */
export function markStep(step, direction, bits) {
  const table = ledger.tables.events;
  for (let at = step + direction; at >= 1 && at <= ledger.header.last; at += direction) {
    if (table.marks[positionOf(at) - 1] & bits) return at;
  }
  return undefined;
}
