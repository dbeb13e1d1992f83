// The ledger as it was known at a position: which rows were known then, and their sums.
import { Weeks, civil, isoMonth, dayNumber } from "./calendar.js";
import { firstRows, isKnown, knownRows, ledger, memories, none, showsRecorded, text } from "./data.js";
import { dayOf } from "./events.js";
import { Totals, units } from "./money.js";
import { KnownTransactions } from "./parts.js";

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

/** What was known after a step, which is its position here. Nothing here looks at an event. */
export class Moment extends KnownTransactions {
  constructor(position) {
    super(position);
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

  vendor(row) { return text(this.rows.vendor[row]); }

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

  /** The amount, or that of its part in a category. Undefined if it is not known. */
  amount(row, category) {
    const { currency, high, low } = this.part(row, category);
    return currency === "" ? undefined : { currency, units: units(high, low) };
  }

  /** The amount that arrived in the other account of a transfer, or undefined. */
  arrival(row) {
    const { arrivalCurrency, arrivalHigh, arrivalLow } = this.rows;
    if (arrivalCurrency[row] === 0) return undefined;
    return { currency: text(arrivalCurrency[row]), units: units(arrivalHigh[row], arrivalLow[row]) };
  }

  /** The categories in which a row counts. */
  categoriesOf(row) { return this.shares(row).map((part) => part.category); }

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

  /** The groups as the home screen lists them: by their last date, then by name, and Unfiled last. */
  groupSummaries() {
    this.summaries ??= this.madeGroupSummaries();
    return this.summaries;
  }

  /** The rows that groups count. A transfer needs no group, so it is no receipt of Unfiled. */
  receipts(rows) { return rows.filter((row) => this.group(row) !== "" || this.kind(row) !== "transfer"); }

  madeGroupSummaries() {
    const saved = this.grouped(this.receipts(this.saved()), (row) => this.group(row));
    const later = this.grouped(this.receipts(this.upcoming()), (row) => this.group(row));
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
      const upcoming = later.get(id)?.rows ?? [];
      return {
        id, count: part.rows.length, rows: part.rows, totals: part.totals, first, last, upcoming, drafts: drafts.get(id)?.rows.length ?? 0,
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
    this.listedAccounts ??= this.madeAccounts();
    return this.listedAccounts;
  }

  madeAccounts() {
    const { key, name, kind, rank, isClosed } = ledger.tables.accounts;
    const make = (own) => ({
      kind: "budget", rows: [], later: [], balance: new Totals(), upcoming: new Totals(), ...own,
    });
    const opened = knownRows(ledger.tables.accounts, this.position)
      .map((row) => make({
        row, key: text(key[row]), name: text(name[row]), kind: text(kind[row]), isClosed: isClosed[row] === 1,
      }))
      .sort((one, other) => rank[one.row] - rank[other.row] || order(one.key, other.key));
    const accounts = new Map(opened.map((account) => [account.key, account]));
    for (const isLater of [false, true]) {
      for (const movement of this.allMovements(isLater)) {
        if (movement.account === "") continue;
        if (!accounts.has(movement.account)) accounts.set(movement.account, make({ key: movement.account }));
        addTo(accounts.get(movement.account), movement, isLater);
      }
    }
    const implied = [...accounts.values()].slice(opened.length).sort((one, other) => order(one.key, other.key));
    for (const account of implied) {
      const rows = [...account.rows, ...account.later];
      account.name = mostUsed(rows.map((row) => this.accountText(account.key, row)), -1);
    }
    return [...opened, ...implied].sort((one, other) => order(one.kind, other.kind));
  }

  /** The name of an account as a row mentions it. */
  accountText(key, row) {
    return text(this.account(row) === key ? this.rows.account[row] : this.rows.toAccount[row]);
  }

  /** The name of an account by its key. */
  accountName(key) {
    return key === "" ? "No account" : this.accounts().find((account) => account.key === key)?.name ?? key;
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
    const same = () => 1;
    for (const row of rows) buckets.find((bucket) => this.rows.date[row] <= bucket.through).totals.add(this.whole(row));
    const sorted = [...this.grouped(rows, undefined, same).values()].sort((one, other) =>
      other.totals.count - one.totals.count || order(one.name, other.name));
    return { buckets, categories: sorted, totals: this.totals(rows, undefined, same), rows };
  }
}

/** Adds a change to the balance of an account. A currency that is only still to come is listed with zero. */
function addTo(account, movement, isLater) {
  account.balance.add(isLater ? { ...movement, high: 0, low: 0 } : movement, movement.sign);
  if (isLater) account.upcoming.add(movement, movement.sign);
  const rows = isLater ? account.later : account.rows;
  if (movement.row !== undefined && rows[rows.length - 1] !== movement.row) rows.push(movement.row);
}

/** The most used of some texts. Of several it is the last one in their order, or the first with a direction of -1. */
export function mostUsed(texts, direction = 1) {
  const counts = new Map();
  for (const each of texts) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].sort(([one, count], [other, most]) => most - count || direction * order(other, one))[0][0];
}

let numbers;
memories.push(() => { numbers = undefined; }, () => remembered.clear());

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
