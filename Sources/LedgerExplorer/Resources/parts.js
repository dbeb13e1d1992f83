// The transactions of a moment and their parts. All figures sum these.
import { knownRows, ledger, memories, none, text } from "./data.js";
import { Totals } from "./money.js";

/** Whether a day is after the day that the figures of the page are as of, at whatever moment they are looked at. */
export function isUpcoming(day) {
  return day !== none && day > ledger.header.today;
}

const splits = new Map();

/** The parts of split transactions, whose text has a number: lists of a category and both halves of an amount. */
function splitOf(number) {
  if (!splits.has(number)) splits.set(number, JSON.parse(text(number)));
  return splits.get(number);
}

/** The transactions that were known at a position. */
export class KnownTransactions {
  constructor(position) {
    this.position = position;
    this.rows = ledger.tables.transactions;
    this.known = knownRows(this.rows, position);
  }

  stage(row) { return text(this.rows.stage[row]); }
  kind(row) { return text(this.rows.kind[row]); }
  category(row) { return text(this.rows.category[row]); }
  account(row) { return text(this.rows.accountKey[row]); }
  toAccount(row) { return text(this.rows.toAccountKey[row]); }

  /** The date, or undefined if it is not known. */
  date(row) {
    const day = this.rows.date[row];
    return day === none ? undefined : day;
  }

  // Which transactions count.

  /** The saved rows that are dated up to the page's day, or not at all: what figures count. */
  saved() {
    return this.savedRows ??= this.ofStage("saved").filter((row) => !isUpcoming(this.rows.date[row]));
  }

  /** The saved rows that are dated later. They are still to come, and no figure counts them. */
  upcoming() {
    return this.upcomingRows ??= this.ofStage("saved").filter((row) => isUpcoming(this.rows.date[row]));
  }

  drafts() {
    return this.draftRows ??= this.ofStage("draft");
  }

  ofStage(stage) {
    const number = numberOf(stage);
    return this.known.filter((row) => this.rows.stage[row] === number);
  }

  // Their parts.

  /** The amount of a row as one part, in halves of 32 bits. It has no currency if it is not known. */
  whole(row) {
    const { hasAmount, currency, high, low } = this.rows;
    return {
      category: this.category(row), currency: hasAmount[row] ? text(currency[row]) : "", high: high[row], low: low[row],
    };
  }

  /** The parts of a row's amount by category: those of its line items and the rest, or the whole amount. */
  shares(row) {
    const whole = this.whole(row);
    const number = this.rows.parts[row];
    return number === 0 ? [whole] : splitOf(number).map(([category, high, low]) => ({ ...whole, category, high, low }));
  }

  /** The part of a row in a category. Without a category, or if no part is in it, the whole amount. */
  part(row, category) {
    const isPart = category !== undefined && this.rows.parts[row] !== 0;
    return (isPart ? this.shares(row).find((part) => part.category === category) : undefined) ?? this.whole(row);
  }

  /** The changes of accounts by parts of a row, each with a sign. A transfer arrives in another account, too. */
  * movements(row, parts) {
    const { arrivalCurrency, arrivalHigh, arrivalLow, date } = this.rows;
    const [kind, day] = [this.kind(row), date[row]];
    const [account, sign] = [this.account(row), ledger.header.kinds[kind].account];
    for (const { category, currency, high, low } of parts) {
      if (currency !== "") yield { category, currency, high, low, row, kind, day, sign, account };
    }
    if (arrivalCurrency[row] === 0) return;
    yield {
      category: this.category(row), currency: text(arrivalCurrency[row]), high: arrivalHigh[row], low: arrivalLow[row],
      row, kind, day, sign: 1, account: this.toAccount(row),
    };
  }

  /** The changes of accounts that count, or those that are still to come. An opening balance is income without a row. */
  * allMovements(isLater = false, partsOf = (row) => [this.whole(row)]) {
    const { key, currency, high, low, openedOn } = ledger.tables.accounts;
    for (const row of knownRows(ledger.tables.accounts, this.position)) {
      if (isUpcoming(openedOn[row]) !== isLater) continue;
      yield {
        category: "", currency: text(currency[row]), high: high[row], low: low[row],
        kind: "income", day: openedOn[row], sign: 1, account: text(key[row]),
      };
    }
    for (const row of isLater ? this.upcoming() : this.saved()) yield* this.movements(row, partsOf(row));
  }

  // Their sums.

  /** The sign of a row in net totals: expenses add, income takes away, transfers are neutral. */
  net(row) { return ledger.header.kinds[this.kind(row)].net; }

  /** The net totals of rows, or of their parts in a category. */
  totals(rows, category, sign = (row) => this.net(row)) {
    const totals = new Totals();
    for (const row of rows) totals.add(this.part(row, category), sign(row));
    return totals;
  }

  /** Rows by a key, or without one by the categories of their parts, each with the totals of those. */
  grouped(rows, key, sign = (row) => this.net(row)) {
    const groups = new Map();
    for (const row of rows) {
      for (const part of key === undefined ? this.shares(row) : [this.whole(row)]) {
        const name = key === undefined ? part.category : key(row);
        if (!groups.has(name)) groups.set(name, { name, rows: [], totals: new Totals() });
        groups.get(name).rows.push(row);
        groups.get(name).totals.add(part, sign(row));
      }
    }
    return groups;
  }
}

const textNumbers = new Map();
memories.push(() => splits.clear(), () => textNumbers.clear());

/** The number of a text that rows have, looked for once. */
function numberOf(words) {
  if (!textNumbers.has(words)) textNumbers.set(words, ledger.texts.indexOf(words));
  return textNumbers.get(words);
}
