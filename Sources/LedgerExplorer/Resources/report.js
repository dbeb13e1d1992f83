// Reports: what was spent or received, the net worth, and the cash flow, month by month.
import { addressOf, place } from "./address.js";
import { isoOfMonth, monthIndex, monthOfIso, monthText, parsedDate } from "./calendar.js";
import { ledger, none, text } from "./data.js";
import { amount, bars, card, empty, h, link } from "./dom.js";
import { isUpcoming, order } from "./moment.js";
import { counted, moneyText, Totals } from "./money.js";

/** The kinds of transactions of each report, with the sign of their amounts. Net worth is about balances. */
const subjects = {
  spending: { name: "Spending", kinds: { expense: 1n } },
  income: { name: "Income", kinds: { income: 1n } },
  "cash-flow": { name: "Cash flow", kinds: { income: 1n, expense: -1n } },
  "net-worth": { name: "Net worth" },
};

/** The key of a transaction in each division of a report, and the text that a part is named by. */
const divisions = {
  category: [(moment, row) => moment.category(row), (moment, row, key) => moment.categoryName(key)],
  vendor: [(moment, row) => text(moment.rows.vendorKey[row]), (moment, row) => moment.vendor(row)],
  group: [(moment, row) => moment.group(row), (moment, row, key) => moment.groupName(key)],
  account: [(moment, row) => moment.account(row), (moment, row) => text(moment.rows.account[row])],
};

/** The report of the address, by default what was spent in six months by category. */
export function reportView(moment, before) {
  const { report: subject = "spending", by = "category" } = place;
  const last = place.through ? monthOfIso(place.through) : monthIndex(moment.day());
  const count = Math.min(Math.max(Number(place.months) || 6, 1), 1200);
  const isWorth = subject === "net-worth";
  const make = (of) => (isWorth ? netWorth(of, last, count) : flows(of, subject, last, count, by));
  const report = make(moment);
  const old = make(before);
  const to = (other, words, isCurrent) => link(
    addressOf("reports", { report: subject, by, months: count, through: isoOfMonth(last), ...other }),
    { class: "pill", "aria-current": isCurrent ? "true" : undefined }, words);
  const choices = Object.entries(subjects).filter(([key]) => key !== "net-worth" || ledger.header.isWhole);
  const head = [
    h("h1", {}, "Reports"),
    h("nav", { class: "periods", "aria-label": "Report" },
      choices.map(([key, { name }]) => to({ report: key }, name, key === subject))),
    h("nav", { class: "periods", "aria-label": "Months" }, to({ through: isoOfMonth(last - count) }, "‹ Earlier"),
      [6, 12, 24].map((each) => to({ months: each }, `${each} months`, each === count)),
      to({ through: isoOfMonth(last + count) }, "Later ›")),
    isWorth ? undefined : h("nav", { class: "periods", "aria-label": "Division" },
      Object.keys(divisions).map((each) => to({ by: each }, `By ${each}`, each === by))),
  ];
  if (report.currencies.length === 0) return [...head, empty("Nothing in these months", "Choose others, or move the slider.")];
  return [...head, ...report.currencies.flatMap((currency) => currencyCards(report, old, currency, isWorth, by))];
}

function currencyCards(report, old, currency, isWorth, by) {
  const figure = (of) => of.figure(currency);
  const oldMonths = new Map(old.months.map((month) => [month.month, month]));
  const oldRows = new Map(old.rows.map((row) => [row.key, row]));
  const months = report.months.map((month) => ({
    label: monthText(parsedDate(isoOfMonth(month.month))), value: figure(month),
    before: oldMonths.get(month.month) && figure(oldMonths.get(month.month)),
    figure: `month:${currency}:${isoOfMonth(month.month)}`, count: month.count,
    about: month.flow?.(currency),
    address: addressOf("transactions", { month: isoOfMonth(month.month) }),
  }));
  const rows = report.rows.filter((row) => row.has(currency)).map((row) => ({
    label: row.name, value: figure(row), before: oldRows.get(row.key) && figure(oldRows.get(row.key)),
    figure: `row:${currency}:${row.key}`, count: row.count,
    address: addressOf("transactions", { [by]: row.key || (by === "group" ? "unfiled" : "none") }),
  }));
  const all = report.all;
  return [
    h("section", { class: "hero small", "data-figure": `all:${currency}`, "data-count": all.count },
      h("p", { class: "big" }, amount({ currency, units: figure(all) }, old.all.figure(currency))),
      h("p", { class: "details" }, isWorth ? `${currency}, at the end` : counted(all.count, "receipt"))),
    card("By month", bars(currency, months)),
    card(isWorth ? "Accounts" : `By ${by}`, bars(currency, rows)),
  ];
}

/** The sums of a part of a report: what came in and what went out, per currency. */
class Part {
  constructor(key, month) {
    Object.assign(this, { key, month, count: 0, received: new Totals(), spent: new Totals(), names: new Map() });
  }

  add(row, kind, currency, { high, low }) {
    this.count += 1;
    (kind === "income" ? this.received : this.spent).add(currency, high[row], low[row]);
  }

  has(currency) { return this.received.sums.has(currency) || this.spent.sums.has(currency); }

  flow(currency) {
    return `received ${moneyText(currency, this.received.units(currency))}, `
      + `spent ${moneyText(currency, this.spent.units(currency))}`;
  }
}

function flows(moment, subject, last, count, by) {
  const { kinds } = subjects[subject] ?? subjects.spending;
  const [key, name] = divisions[by] ?? divisions.category;
  const months = Array.from({ length: count }, (_, index) => new Part("", last - count + 1 + index));
  const parts = new Map();
  const all = new Part("");
  for (const row of moment.saved()) {
    const kind = moment.kind(row);
    const currency = text(moment.rows.currency[row]);
    const day = moment.rows.date[row];
    if (kinds[kind] === undefined || day === none || !moment.rows.hasAmount[row] || currency === "") continue;
    const month = months[monthIndex(day) - months[0].month];
    if (month === undefined) continue;
    const of = key(moment, row);
    if (!parts.has(of)) parts.set(of, new Part(of));
    const part = parts.get(of);
    for (const each of [month, part, all]) each.add(row, kind, currency, moment.rows);
    const words = of === "" && by !== "group" && by !== "category" ? `No ${by}` : name(moment, row, of);
    part.names.set(words, (part.names.get(words) ?? 0) + 1);
  }
  for (const part of [...months, ...parts.values(), all]) {
    part.figure = (currency) => (kinds.income ?? 0n) * part.received.units(currency)
      + (kinds.expense ?? 0n) * part.spent.units(currency);
    if (subject !== "cash-flow") part.flow = undefined;
  }
  const uses = (currency) => (all.received.sums.get(currency)?.count ?? 0) + (all.spent.sums.get(currency)?.count ?? 0);
  const currencies = [...new Set([...all.received.sums.keys(), ...all.spent.sums.keys()])]
    .sort((one, other) => uses(other) - uses(one) || order(one, other));
  const names = moment.accountNames();
  for (const part of parts.values()) part.name = (by === "account" && names.get(part.key)) || mostUsed(part.names);
  return { months, rows: [...parts.values()].sort(bySize(currencies)), all, currencies };
}

/** The most used spelling, and the last one of several. */
function mostUsed(names) {
  return [...names].sort(([one, count], [other, most]) => most - count || order(other, one))[0][0];
}

/** The order of parts: the largest first whatever its sign, then by key. */
function bySize(currencies) {
  const size = (part, currency) => {
    const figure = part.figure(currency);
    return figure < 0n ? -figure : figure;
  };
  return (one, other) => {
    const currency = currencies.find((currency) => size(one, currency) !== size(other, currency));
    if (currency === undefined) return order(one.key, other.key);
    return size(one, currency) < size(other, currency) ? 1 : -1;
  };
}

/** The balances of all accounts at the end of each month. What has no date counts in every month. */
function netWorth(moment, last, count) {
  const months = Array.from({ length: count }, (_, index) => last - count + 1 + index);
  const changes = months.map(() => new Totals());
  const uses = new Map();
  const table = ledger.tables.accounts;
  const rows = moment.accounts().map((account) => {
    const end = new Totals();
    const seen = new Set();
    const add = (day, currency, high, low, sign, use) => {
      seen.add(currency);
      uses.set(currency, (uses.get(currency) ?? 0) + use);
      const month = day === none ? months[0] : monthIndex(day);
      if (month > last) return;
      end.add(currency, high, low, sign);
      changes[Math.max(0, month - months[0])].add(currency, high, low, sign);
    };
    if (account.row !== undefined) {
      const { openedOn, currency, high, low } = table;
      const [upper, lower] = isUpcoming(openedOn[account.row]) ? [0, 0] : [high[account.row], low[account.row]];
      add(openedOn[account.row], text(currency[account.row]), upper, lower, 1, 0);
    }
    moment.forEachMovement(account, (row, currency, high, low, sign) =>
      add(moment.rows.date[row], currency, high, low, sign, 1));
    // A currency that is only still to come is listed with zero.
    moment.forEachMovement({ ...account, rows: account.later }, (row, currency) => add(none, currency, 0, 0, 1, 1));
    return { ...account, has: (currency) => seen.has(currency), figure: (currency) => end.units(currency) };
  });
  const sums = new Totals();
  const figures = changes.map((change) => {
    for (const [currency, { high, low }] of change.sums) sums.add(currency, high, low);
    return new Map(sums.amounts().map(({ currency, units }) => [currency, units]));
  });
  const line = (month, index) => ({ month, figure: (currency) => figures[index].get(currency) ?? 0n });
  const currencies = [...uses.keys()].sort((one, other) => uses.get(other) - uses.get(one) || order(one, other));
  return { months: months.map(line), rows, all: line(last, count - 1), currencies };
}
