// Reports: what was spent or received, the net worth, and the cash flow, month by month.
import { addressOf, place } from "./address.js";
import { isoOfMonth, monthIndex, monthOfIso, monthText, parsedDate } from "./calendar.js";
import { ledger, none, text } from "./data.js";
import { amount, bars, card, empty, h, link } from "./dom.js";
import { mostUsed, order } from "./moment.js";
import { counted, moneyText, noTotals, Totals } from "./money.js";

/** The kinds of transactions of each report, with the sign of their amounts. Net worth is about balances. */
const subjects = {
  spending: { name: "Spending", kinds: { expense: 1 } },
  income: { name: "Income", kinds: { income: 1 } },
  "cash-flow": { name: "Cash flow", kinds: { income: 1, expense: -1 } },
  "net-worth": { name: "Net worth" },
};

/** The key of a transaction in each division of a report, and the text that a part is named by. Categories are of parts. */
const divisions = {
  category: [undefined, (moment, row, key) => moment.categoryName(key)],
  vendor: [(moment, row) => text(moment.rows.vendorKey[row]), (moment, row) => moment.vendor(row)],
  group: [(moment, row) => moment.group(row), (moment, row, key) => moment.groupName(key)],
  account: [(moment, row) => moment.account(row), (moment, row, key) => moment.accountName(key)],
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

function flows(moment, subject, last, count, by) {
  const { kinds } = subjects[subject] ?? subjects.spending;
  const [keyOf, nameOf] = divisions[by] ?? divisions.category;
  const monthOf = (row) => monthIndex(moment.rows.date[row]);
  const isCounted = (row) => kinds[moment.kind(row)] !== undefined && moment.date(row) !== undefined
    && moment.rows.hasAmount[row] && monthOf(row) <= last && monthOf(row) > last - count;
  const sign = (row) => kinds[moment.kind(row)];
  const rows = moment.saved().filter(isCounted);
  const totals = moment.totals(rows, undefined, sign);
  const ofMonths = moment.grouped(rows, monthOf, sign);
  const months = Array.from({ length: count }, (_, index) => {
    const month = last - count + 1 + index;
    const { totals, rows } = ofMonths.get(month) ?? { totals: noTotals, rows: [] };
    return { month, count: totals.count, ...figures(totals), flow: subject === "cash-flow" ? flow(moment, rows) : undefined };
  });
  const parts = [...moment.grouped(rows, keyOf && ((row) => keyOf(moment, row)), sign).values()].map(({ name: key, rows, totals }) => {
    const name = mostUsed(rows.map((row) => nameOf(moment, row, key))) || "No vendor";
    return { key, name, count: totals.count, ...figures(totals) };
  });
  // The order of currencies counts what is still to come in these months, too.
  const all = moment.totals(rows.concat(moment.upcoming().filter(isCounted)), undefined, sign).amounts();
  const currencies = all.map(({ currency }) => currency);
  const shown = currencies.filter((currency) => totals.sums.has(currency));
  return { months, rows: parts.sort(bySize(currencies)), all: { count: totals.count, ...figures(totals) }, currencies: shown };
}

function figures(totals) {
  return { has: (currency) => totals.sums.has(currency), figure: (currency) => totals.units(currency) };
}

/** What came in and what went out of some rows, in words. */
function flow(moment, rows) {
  const sum = (kind, currency) =>
    moneyText(currency, moment.totals(rows.filter((row) => moment.kind(row) === kind), undefined, () => 1).units(currency));
  return (currency) => `received ${sum("income", currency)}, spent ${sum("expense", currency)}`;
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
  const ends = new Map(moment.accounts().map(({ key }) => [key, new Totals()]));
  for (const isLater of [false, true]) {
    for (const movement of moment.allMovements(isLater)) {
      const { account, currency, day, sign } = movement;
      if (account === "") continue;
      uses.set(currency, (uses.get(currency) ?? 0) + (movement.row === undefined ? 0 : 1));
      const month = day === none ? months[0] : monthIndex(day);
      // A currency in which nothing counts yet is listed with zero.
      const part = isLater || month > last ? { currency, high: 0, low: 0 } : movement;
      ends.get(account).add(part, sign);
      changes[Math.min(Math.max(0, month - months[0]), count - 1)].add(part, sign);
    }
  }
  const rows = moment.accounts().map((account) => ({ ...account, ...figures(ends.get(account.key)) }));
  const sums = new Totals();
  const balances = changes.map((change) => {
    for (const [currency, sum] of change.sums) sums.add({ currency, ...sum });
    return new Map(sums.amounts().map(({ currency, units }) => [currency, units]));
  });
  const line = (month, index) => ({ month, figure: (currency) => balances[index].get(currency) ?? 0n });
  const currencies = [...uses.keys()].sort((one, other) => uses.get(other) - uses.get(one) || order(one, other));
  return { months: months.map(line), rows, all: line(last, count - 1), currencies };
}
