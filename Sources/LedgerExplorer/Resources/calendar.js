// Civil dates as numbers of days since 1970, and their texts in the ledger's locale.
import { ledger } from "./data.js";

/** The year, the month and the day of the month of a date. */
export function civil(day) {
  const date = new Date(day * 86400000);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** The date with these parts. A month may be beyond December. */
export function dayNumber(year, month, day) {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return Math.floor(date.getTime() / 86400000);
}

/** `2026-06-14`. */
export function isoDate(day) {
  const { year, month, day: date } = civil(day);
  return `${padded(year, 4)}-${padded(month)}-${padded(date)}`;
}

/** `2026-06`. */
export function isoMonth(day) {
  return isoDate(day).slice(0, 7);
}

/** The date of `2026-06-14`, or of the first day of `2026-06` or `2026`. */
export function parsedDate(iso) {
  const [year, month = 1, day = 1] = iso.split("-").map(Number);
  return dayNumber(year, month, day);
}

const monthsOfDays = new Map();

/** The number of a date's month since the beginning of year 0. It is remembered, because sums ask for every row. */
export function monthIndex(day) {
  let index = monthsOfDays.get(day);
  if (index === undefined) {
    const { year, month } = civil(day);
    index = year * 12 + month - 1;
    monthsOfDays.set(day, index);
  }
  return index;
}

/** `2026-06` of a month's number. */
export function isoOfMonth(index) {
  return `${padded(Math.floor(index / 12), 4)}-${padded(index % 12 + 1)}`;
}

/** The number of the month `2026-06`. */
export function monthOfIso(iso) {
  return monthIndex(parsedDate(iso));
}

/** 1 for Monday to 7 for Sunday. */
export function weekday(day) {
  return ((day + 3) % 7 + 7) % 7 + 1;
}

/** `14 Jun 2026`. */
export function dateText(day) {
  return patternText(ledger.header.locale.mediumDate, day);
}

/** `Sunday, 14 June 2026`. */
export function longDateText(day) {
  return patternText(ledger.header.locale.fullDate, day);
}

/** `June 2026`. */
export function monthText(day) {
  return patternText(ledger.header.locale.month, day);
}

/** `June`. */
export function monthName(day) {
  return ledger.header.locale.monthNames[civil(day).month - 1];
}

/** `8–14 Jun`, without the year. */
export function dayRangeText(first, last) {
  const [oneDay, inMonth, inYear] = ledger.header.locale.dayRanges;
  const pattern = first === last ? oneDay : isoMonth(first) === isoMonth(last) ? inMonth : inYear;
  return patternText(pattern, first, last);
}

/** `12 Jun 2026 – 3 Jul 2026`, or one date. */
export function dateRangeText(first, last) {
  return first === last ? dateText(first) : `${dateText(first)} – ${dateText(last)}`;
}

/** The date and the time of an instant where its author was: `14 Jun 2026, 13:05`. */
export function timeText(milliseconds, offsetMinutes) {
  const local = milliseconds + offsetMinutes * 60000;
  const minutes = Math.floor(local / 60000) - Math.floor(local / 86400000) * 1440;
  return `${dateText(Math.floor(local / 86400000))}, ${padded(Math.floor(minutes / 60))}:${padded(minutes % 60)}`;
}

/** A duration in its largest unit: `3 hours`. */
export function durationText(milliseconds) {
  const units = [["day", 86400000], ["hour", 3600000], ["minute", 60000], ["second", 1000]];
  const [name, size] = units.find(([, size]) => milliseconds >= size) ?? units[3];
  const count = Math.max(1, Math.round(milliseconds / size));
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}

/** Writes the fields of a CLDR pattern. From the first repeated field on they are those of the last date. */
function patternText(pattern, first, last = first) {
  const written = new Set();
  let day = first;
  return pattern.replace(/'([^']*)'|([yMdE])\2*/g, (field, quoted, letter) => {
    if (letter === undefined) return quoted;
    if (written.has(letter)) day = last;
    written.add(letter);
    return fieldText(field, day);
  });
}

function fieldText(field, day) {
  const { monthNames, shortMonthNames, weekdayNames } = ledger.header.locale;
  const { year, month, day: date } = civil(day);
  switch (field) {
    case "y": return String(year);
    case "MMMM": return monthNames[month - 1];
    case "MMM": return shortMonthNames[month - 1];
    case "EEEE": return weekdayNames[weekday(day) - 1];
    case "MM": return padded(month);
    case "M": return String(month);
    case "dd": return padded(date);
    default: return String(date);
  }
}

function padded(number, digits = 2) {
  return String(number).padStart(digits, "0");
}

/** The weeks of a ledger: the first weekday, and the days of its year that a year's first week has at least. */
export class Weeks {
  constructor(firstWeekday, minimalDays) {
    this.firstWeekday = firstWeekday;
    this.minimalDays = minimalDays;
  }

  /** The first day of the week with a date. */
  begin(day) {
    return day - ((weekday(day) - this.firstWeekday + 7) % 7);
  }

  /** The first day of week 1 of a year. */
  beginOfYear(year) {
    const newYear = dayNumber(year, 1, 1);
    const begin = this.begin(newYear);
    return begin + 7 - newYear >= this.minimalDays ? begin : begin + 7;
  }

  /** The year and the number of the week with a date: `2026-W24`. */
  name(day) {
    const begin = this.begin(day);
    let { year } = civil(day);
    if (begin >= this.beginOfYear(year + 1)) year += 1;
    else if (begin < this.beginOfYear(year)) year -= 1;
    return `${padded(year, 4)}-W${padded((begin - this.beginOfYear(year)) / 7 + 1)}`;
  }

  /** The first day of the week with a name. */
  parsed(name) {
    const [year, week] = name.split("-W").map(Number);
    return this.beginOfYear(year) + (week - 1) * 7;
  }
}
