// The ledger as it was known at a position: which rows were known then, and their sums.
import { Weeks, civil, isoMonth, dayNumber } from "./calendar.js";
import { firstRows, isKnown, knownRows, ledger, none, showsRecorded, text } from "./data.js";
import { dayOf } from "./events.js";
import { Totals, units } from "./money.js";

const remembered = new Map();

/** The ledger after a step. The last few are remembered. */
export function momentAt(step) {
  const key = `${showsRecorded()} ${step}`;
  let moment = remembered.get(key);
  if (moment === undefined) {
    moment = new Moment(step);
    if (remembered.size > 6) remembered.delete(remembered.keys().next().value);
    remembered.set(key, moment);
  }
  return moment;
}

/** Whether a day is after the day that the figures of the page are as of, at whatever moment they are looked at. */
export function isUpcoming(day) {
  return day !== none && day > ledger.header.today;
}

/** What was known after a step, which is its position here. Nothing here looks at an event. */
export class Moment {
  constructor(position) {
    this.position = position;
    this.rows = ledger.tables.transactions;
    this.known = knownRows(this.rows, position);
    this.groupsByNumber = new Map();
    this.groups = this.records("groups", "id");
    this.categories = this.records("categories", "key");
    const [settings] = knownRows(ledger.tables.settings, position);
    this.weeks = settings === undefined
      ? new Weeks(1, 4)
      : new Weeks(ledger.tables.settings.firstWeekday[settings], ledger.tables.settings.minimalDays[settings]);
  }

  /** The known rows of a table of records, by the text that identifies them. */
  records(name, key) {
    const table = ledger.tables[name];
    return new Map(knownRows(table, this.position).map((row) => [text(table[key][row]), row]));
  }

  // Values of a row.

  stage(row) { return text(this.rows.stage[row]); }
  kind(row) { return text(this.rows.kind[row]); }
  vendor(row) { return text(this.rows.vendor[row]); }
  category(row) { return text(this.rows.category[row]); }
  account(row) { return text(this.rows.accountKey[row]); }
  toAccount(row) { return text(this.rows.toAccountKey[row]); }

  /** The accounts of a row by key: two of a transfer, otherwise one or none. */
  accountsOf(row) {
    return [...new Set([this.account(row), this.toAccount(row)])].filter(Boolean);
  }

  /** The title of a row: its vendor, or the accounts of a transfer. */
  title(row) {
    const accounts = [text(this.rows.account[row]) || "?", text(this.rows.toAccount[row])];
    return this.vendor(row) || (accounts[1] === "" ? "Unknown vendor" : accounts.join(" → "));
  }

  id(row) { return text(ledger.tables.ids.id[this.rows.record[row]]); }

  /** The date, or undefined if it is not known. */
  date(row) {
    const day = this.rows.date[row];
    return day === none ? undefined : day;
  }

  /** The amount, or that of its part in a category. Undefined if it is not known. */
  amount(row, category) {
    if (!this.rows.hasAmount[row]) return undefined;
    const part = category === undefined ? undefined : this.parts(row).find((each) => each.category === category);
    if (part !== undefined) return { currency: text(this.rows.currency[row]), units: units(part.high, part.low) };
    return { currency: text(this.rows.currency[row]), units: units(this.rows.high[row], this.rows.low[row]) };
  }

  /** The amount that arrived in the other account of a transfer, or undefined. */
  arrival(row) {
    const { arrivalCurrency, arrivalHigh, arrivalLow } = this.rows;
    if (arrivalCurrency[row] === 0) return undefined;
    return { currency: text(arrivalCurrency[row]), units: units(arrivalHigh[row], arrivalLow[row]) };
  }

  /** The amounts by category of a row that is split, otherwise empty. */
  parts(row) {
    if (this.rows.parts[row] === 0) return [];
    return JSON.parse(text(this.rows.parts[row])).map(([category, high, low]) => ({ category, high, low }));
  }

  /** The categories in which a row counts. */
  categoriesOf(row) {
    const parts = this.parts(row);
    return parts.length === 0 ? [this.category(row)] : parts.map((part) => part.category);
  }

  tags(row) {
    return this.rows.tags[row] === 0 ? [] : JSON.parse(text(this.rows.tags[row]));
  }

  /** The group of a row. A deleted or unknown group reads as Unfiled, which has no identifier. */
  group(row) {
    const number = this.rows.group[row];
    let group = this.groupsByNumber.get(number);
    if (group === undefined) {
      group = this.isLivingGroup(text(number)) ? text(number) : "";
      this.groupsByNumber.set(number, group);
    }
    return group;
  }

  isLivingGroup(id) {
    const row = this.groups.get(id);
    return row !== undefined && !ledger.tables.groups.isDeleted[row];
  }

  groupName(id) {
    const row = this.groups.get(id);
    return row === undefined ? "Unfiled" : text(ledger.tables.groups.name[row]);
  }

  categoryName(key, hasEmoji = true) {
    if (key === "") return "No category";
    const row = this.categories.get(key);
    if (row === undefined) return key;
    const { emoji, name } = ledger.tables.categories;
    return [hasEmoji ? text(emoji[row]) : "", text(name[row])].filter(Boolean).join(" ");
  }

  // Lists and sums.

  /** The row of a transaction, or undefined if it was not known. */
  row(id) {
    const record = recordNumbers().get(id);
    return record === undefined ? undefined : this.rowOfRecord(record);
  }

  /** The row of a transaction by its number, or undefined if it was not known. */
  rowOfRecord(record) {
    this.rows.first ??= firstRows(this.rows, ledger.tables.ids.rows);
    for (let row = this.rows.first[record]; row < this.rows.first[record + 1]; row += 1) {
      if (isKnown(this.rows, row, this.position)) return row;
    }
    return undefined;
  }

  /** The saved rows that are dated up to the page's day, or not at all: what figures count. */
  saved() {
    this.savedRows ??= this.ofStage("saved").filter((row) => !isUpcoming(this.rows.date[row]));
    return this.savedRows;
  }

  /** The saved rows that are dated later. They are still to come, and no figure counts them. */
  upcoming() {
    this.upcomingRows ??= this.ofStage("saved").filter((row) => isUpcoming(this.rows.date[row]));
    return this.upcomingRows;
  }

  drafts() {
    this.draftRows ??= this.ofStage("draft");
    return this.draftRows;
  }

  ofStage(stage) {
    const number = numberOf(stage);
    return this.known.filter((row) => this.rows.stage[row] === number);
  }

  /** Adds a row to sums: expenses add, income takes away, transfers are neutral. */
  addNet(totals, row, category) {
    this.add(totals, row, ledger.header.kinds[this.kind(row)].net, category);
  }

  /** Adds a row, or its part in a category, to sums with a sign. */
  add(totals, row, sign = 1, category = undefined) {
    const { hasAmount, currency, high, low } = this.rows;
    const part = category === undefined ? undefined : this.parts(row).find((each) => each.category === category);
    if (part !== undefined) totals.add(text(currency[row]), part.high, part.low, sign);
    else if (hasAmount[row]) totals.add(text(currency[row]), high[row], low[row], sign);
    else totals.countOnly();
  }

  /** The net totals of rows, or of their parts in a category. */
  totals(rows, category) {
    const totals = new Totals();
    for (const row of rows) this.addNet(totals, row, category);
    return totals;
  }

  /** Rows by category, each with the net totals of its parts. */
  groupedByCategory(rows) {
    const parts = new Map();
    for (const row of rows) {
      for (const name of this.categoriesOf(row)) {
        if (!parts.has(name)) parts.set(name, { name, rows: [], totals: new Totals() });
        parts.get(name).rows.push(row);
        this.addNet(parts.get(name).totals, row, name);
      }
    }
    return parts;
  }

  /** Rows by a key, each with its net totals. */
  grouped(rows, key) {
    const parts = new Map();
    for (const row of rows) {
      const name = key(row);
      let part = parts.get(name);
      if (part === undefined) {
        part = { name, rows: [], totals: new Totals() };
        parts.set(name, part);
      }
      part.rows.push(row);
      this.addNet(part.totals, row);
    }
    return parts;
  }

  /** The groups as the home screen lists them: by their last date, then by name, and Unfiled last. */
  groupSummaries() {
    this.summaries ??= this.madeGroupSummaries();
    return this.summaries;
  }

  /** Whether a group counts one of its rows. A transfer needs no group, so it is no receipt of Unfiled. */
  isReceiptOf(group, row) { return group !== "" || this.kind(row) !== "transfer"; }

  madeGroupSummaries() {
    const saved = this.grouped(this.saved(), (row) => this.group(row));
    const later = this.grouped(this.upcoming(), (row) => this.group(row));
    const drafts = this.grouped(this.drafts(), (row) => this.group(row));
    const summary = (id) => {
      const part = saved.get(id) ?? { rows: [], totals: new Totals() };
      let [first, last] = [Infinity, -Infinity];
      for (const row of part.rows) {
        const day = this.rows.date[row];
        if (day === none) continue;
        if (day < first) first = day;
        if (day > last) last = day;
      }
      const count = part.rows.filter((row) => this.isReceiptOf(id, row)).length;
      const upcoming = later.get(id)?.rows ?? [];
      return {
        id, count, rows: part.rows, totals: part.totals, first, last, upcoming, drafts: drafts.get(id)?.rows.length ?? 0,
      };
    };
    const created = (id) => ledger.tables.groups.created[this.groups.get(id)];
    const date = (group) => Number.isFinite(group.last) ? group.last : created(group.id);
    const living = [...this.groups.keys()].filter((id) => this.isLivingGroup(id)).map(summary);
    living.sort((one, other) => date(other) - date(one) || order(this.groupName(one.id), this.groupName(other.id))
      || order(one.id, other.id));
    const unfiled = summary("");
    return unfiled.count + unfiled.drafts + unfiled.upcoming.length > 0 ? [...living, unfiled] : living;
  }

  /** Rows in the order of a list: newest date first, within a date the latest begun. */
  sorted(rows) {
    const { date, milliseconds, counter } = this.rows;
    return [...rows].sort((one, other) => date[other] - date[one] || milliseconds[other] - milliseconds[one]
      || counter[other] - counter[one] || order(this.id(one), this.id(other)));
  }

  /** The accounts with their balances: budget accounts, then tracking accounts. */
  accounts() {
    const table = ledger.tables.accounts;
    const byAccount = (rows) => {
      const parts = new Map();
      for (const row of rows) {
        for (const key of this.accountsOf(row)) {
          if (!parts.has(key)) parts.set(key, []);
          parts.get(key).push(row);
        }
      }
      return parts;
    };
    const [parts, later] = [byAccount(this.saved()), byAccount(this.upcoming())];
    const opened = knownRows(table, this.position).map((row) => ({
      key: text(table.key[row]), name: text(table.name[row]), kind: text(table.kind[row]), row,
      rank: table.rank[row], isClosed: table.isClosed[row] === 1,
    })).sort((one, other) => one.rank - other.rank || order(one.key, other.key));
    const keys = new Set(opened.map((account) => account.key));
    const implied = [...new Set([...parts.keys(), ...later.keys()])].filter((key) => !keys.has(key)).sort(order)
      .map((key) => ({ key, name: this.impliedName(key, (parts.get(key) ?? later.get(key))[0]), kind: "budget" }));
    return [...opened, ...implied]
      .map((account) => ({
        ...account, ...this.balances(account, parts.get(account.key) ?? [], later.get(account.key) ?? []),
        upcoming: this.sumOfUpcoming(account, later.get(account.key) ?? []), later: later.get(account.key) ?? [],
      }))
      .sort((one, other) => order(one.kind, other.kind));
  }

  /** The name of an account that nobody opened, as a row mentions it. */
  impliedName(key, row) {
    return text(this.account(row) === key ? this.rows.account[row] : this.rows.toAccount[row]);
  }

  /** The balances of an account. One in a currency that is only still to come is zero. */
  balances(account, rows, later) {
    const [balance, cleared] = [new Totals(), new Totals()];
    if (account.row !== undefined) {
      const { currency, high, low, openedOn } = ledger.tables.accounts;
      const [upper, lower] = isUpcoming(openedOn[account.row]) ? [0, 0] : [high[account.row], low[account.row]];
      for (const totals of [balance, cleared]) totals.add(text(currency[account.row]), upper, lower);
    }
    this.forEachMovement({ ...account, rows: later }, (row, currency) => balance.add(currency, 0, 0));
    this.forEachMovement({ ...account, rows }, (row, ...amount) => {
      for (const totals of this.rows.isCleared[row] ? [balance, cleared] : [balance]) totals.add(...amount);
    });
    return { rows, balance, cleared };
  }

  /** What the rows that are still to come, and a later opening balance, will add to an account. */
  sumOfUpcoming(account, rows) {
    const sum = new Totals();
    const { currency, high, low, openedOn } = ledger.tables.accounts;
    if (account.row !== undefined && isUpcoming(openedOn[account.row])) {
      sum.add(text(currency[account.row]), high[account.row], low[account.row]);
    }
    this.forEachMovement({ ...account, rows }, (row, ...amount) => sum.add(...amount));
    return sum;
  }

  /** Hands each amount that an account's rows move to `body`: the row, the currency, the halves and the sign. */
  forEachMovement({ key, rows }, body) {
    const { hasAmount, currency, high, low, arrivalCurrency, arrivalHigh, arrivalLow } = this.rows;
    for (const row of rows) {
      if (this.account(row) === key && hasAmount[row]) {
        body(row, text(currency[row]), high[row], low[row], ledger.header.kinds[this.kind(row)].account);
      }
      if (this.toAccount(row) === key && arrivalCurrency[row] !== 0) {
        body(row, text(arrivalCurrency[row]), arrivalHigh[row], arrivalLow[row], 1);
      }
    }
  }

  /** The names of the opened accounts by key. */
  accountNames() {
    const { key, name } = ledger.tables.accounts;
    return new Map(knownRows(ledger.tables.accounts, this.position).map((row) => [text(key[row]), text(name[row])]));
  }

  /** The currency of the ledger. */
  currency() {
    const [row] = knownRows(ledger.tables.settings, this.position);
    return row === undefined ? "" : text(ledger.tables.settings.currency[row]);
  }

  /** The date of the moment: of its event, or at the end that on which the page was written. */
  day() {
    const { last, today } = ledger.header;
    return this.position === last || this.position === 0 ? today : dayOf(this.position);
  }

  // Analysis.

  /** The stretches of a period: years for all, months of a year, weeks of a month, or days of a week. */
  buckets(period, rows) {
    if (period === "all") {
      const years = rows.map((row) => civil(this.rows.date[row]).year);
      const first = years.reduce((least, year) => Math.min(least, year), Infinity);
      const last = years.reduce((most, year) => Math.max(most, year), -Infinity);
      return range(last - first + 1, (index) => [dayNumber(first + index, 1, 1), dayNumber(first + index, 12, 31)]);
    }
    if (period.includes("W")) {
      const begin = this.weeks.parsed(period);
      return range(7, (index) => [begin + index, begin + index]);
    }
    const [year, month] = period.split("-").map(Number);
    if (month === undefined) {
      return range(12, (index) => [dayNumber(year, index + 1, 1), dayNumber(year, index + 2, 0)]);
    }
    const end = dayNumber(year, month + 1, 0);
    const buckets = [];
    for (let from = dayNumber(year, month, 1); from <= end;) {
      const through = Math.min(this.weeks.begin(from) + 6, end);
      buckets.push([from, through]);
      from = through + 1;
    }
    return buckets;
  }

  /** Sums of one kind of saved transactions over a period: by bucket, by category, and in all. */
  analysis(kind, period) {
    const ofKind = this.saved().filter((row) => this.kind(row) === kind && this.date(row) !== undefined);
    const buckets = this.buckets(period, ofKind).map(([from, through]) => ({ from, through, totals: new Totals() }));
    const [first, last] = [buckets[0]?.from, buckets[buckets.length - 1]?.through];
    const rows = ofKind.filter((row) => this.rows.date[row] >= first && this.rows.date[row] <= last);
    const all = new Totals();
    const categories = new Map();
    for (const row of rows) {
      const day = this.rows.date[row];
      this.add(buckets.find((bucket) => day <= bucket.through).totals, row);
      this.add(all, row);
      for (const key of this.categoriesOf(row)) {
        if (!categories.has(key)) categories.set(key, { key, totals: new Totals() });
        this.add(categories.get(key).totals, row, 1, key);
      }
    }
    const sorted = [...categories.values()].sort((one, other) =>
      other.totals.count - one.totals.count || order(one.key, other.key));
    return { buckets, categories: sorted, totals: all, rows };
  }
}

const textNumbers = new Map();

/** The number of a text that rows have, looked for once. */
function numberOf(words) {
  if (!textNumbers.has(words)) textNumbers.set(words, ledger.texts.indexOf(words));
  return textNumbers.get(words);
}

let numbers;

/** The numbers of transactions by their identifiers. */
export function recordNumbers() {
  numbers ??= new Map(Array.from(ledger.tables.ids.id, (id, record) => [text(id), record]));
  return numbers;
}

/** Rows by date with their month, the newest date first. Those without a date are last. */
export function daysOf(moment, rows) {
  const days = new Map();
  for (const row of rows) {
    const day = moment.rows.date[row];
    if (days.has(day)) days.get(day).push(row);
    else days.set(day, [row]);
  }
  return [...days].sort(([one], [other]) => other - one)
    .map(([day, rows]) => ({ day, month: day === none ? "" : isoMonth(day), rows }));
}

/** The order of two texts by their code points, as the tool orders bytes of UTF-8. */
export function order(one, other) {
  const [left, right] = [Array.from(one, (c) => c.codePointAt(0)), Array.from(other, (c) => c.codePointAt(0))];
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    if (left[index] !== right[index]) return left[index] - right[index];
  }
  return left.length - right.length;
}

function range(count, value) {
  return Array.from({ length: Math.max(0, Number.isFinite(count) ? count : 0) }, (_, index) => value(index));
}
