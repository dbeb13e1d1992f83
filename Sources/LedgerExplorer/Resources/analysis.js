// Analysis: a year by month, a month by week, a week by day, in bars that lead to their receipts.
import { addressOf, place } from "./address.js";
import { civil, dayNumber, dayRangeText, isoDate, isoMonth, longDateText, monthName, monthText } from "./calendar.js";
import { ledger } from "./data.js";
import { amounts, bars, card, empty, h, link, row } from "./dom.js";
import { counted, noTotals } from "./money.js";
import { transactionList } from "./transactions.js";

/** The sums of one kind over a period. */
export function analysisView(moment, before, changed) {
  const kind = place.kind ?? "expense";
  const period = place.period ?? latestYear(moment, kind);
  const analysis = moment.analysis(kind, period);
  const old = before.analysis(kind, period);
  const oldCategories = new Map(old.categories.map((category) => [category.name, category.totals]));
  const head = [
    h("h1", {}, "Analysis"),
    h("nav", { class: "periods", "aria-label": "Period" },
      Object.keys(ledger.header.kinds).map((each) => link(addressOf("analysis", { kind: each, period }),
        { class: "pill", "aria-current": each === kind ? "true" : undefined }, kindName(each)))),
    h("nav", { class: "periods", "aria-label": "Stretch of time" }, crumbs(moment, kind, period)),
    h("section", { class: "hero small", "data-figure": "all", "data-count": analysis.totals.count },
      amounts(analysis.totals, old.totals, (currency) => addressOf("why", { kind, period, currency })),
      h("p", { class: "details" }, counted(analysis.totals.count, "receipt"))),
  ];
  if (analysis.totals.count === 0) {
    return [...head, empty("Nothing in this period", "Choose another, or move the slider.")];
  }
  const isShort = period.includes("-");
  return [
    ...head,
    ...analysis.totals.amounts().map(({ currency }) => barsCard(moment, kind, period, analysis, old, currency)),
    card("Categories", h("ul", { class: "rows" }, analysis.categories.map((category) => row({
      title: moment.categoryName(category.name), about: counted(category.totals.count, "receipt"),
      value: amounts(category.totals, oldCategories.get(category.name) ?? noTotals),
      figure: `category:${category.name}`, count: category.totals.count,
    })))),
    isShort ? transactionList(moment, before, analysis.rows, changed) : undefined,
  ].filter(Boolean);
}

function kindName(kind) {
  return { expense: "Expenses", income: "Income", transfer: "Transfers" }[kind] ?? kind;
}

function latestYear(moment, kind) {
  const ofKind = moment.saved().filter((each) => moment.kind(each) === kind);
  const latest = ofKind.reduce((most, each) => Math.max(most, moment.date(each) ?? -Infinity), -Infinity);
  return Number.isFinite(latest) ? String(civil(latest).year) : "all";
}

/** The way from all years to the period, with the periods before and after it. */
function crumbs(moment, kind, period) {
  const to = (other, words, current) => link(addressOf("analysis", { kind, period: other }),
    { class: "pill", "aria-current": current ? "true" : undefined }, words);
  const crumbs = [to("all", "All years", period === "all")];
  if (period === "all") return crumbs;
  const first = firstDay(moment, period);
  const year = period.slice(0, 4);
  crumbs.push(to(year, year, period === year));
  if (period !== year) {
    const month = isoMonth(period.includes("W") ? first + 3 : first);
    crumbs.push(to(month, monthText(first), period === month));
  }
  if (period.includes("W")) crumbs.push(to(period, period.slice(5), true));
  crumbs.push(to(neighbour(moment, period, -1), "‹ Earlier"), to(neighbour(moment, period, 1), "Later ›"));
  return crumbs;
}

function firstDay(moment, period) {
  return moment.buckets(period, [])[0][0];
}

/** The period before or after. */
function neighbour(moment, period, direction) {
  const first = firstDay(moment, period);
  if (period.includes("W")) return moment.weeks.name(first + direction * 7);
  const { year, month } = civil(first);
  if (period.length === 4) return String(year + direction).padStart(4, "0");
  return isoMonth(dayNumber(year, month + direction, 1));
}

/** A bar for each stretch of a period in one currency. */
function barsCard(moment, kind, period, analysis, old, currency) {
  return card(currency, bars(currency, analysis.buckets.map((bucket) => ({
    label: bucketName(period, bucket), value: bucket.totals.units(currency),
    before: old.buckets.find(({ from }) => from === bucket.from)?.totals.units(currency),
    address: bucketAddress(moment, kind, period, bucket),
    figure: `bucket:${currency}:${isoDate(bucket.from)}`, count: bucket.totals.count,
  }))));
}

function bucketName(period, { from, through }) {
  if (period === "all") return String(civil(from).year);
  if (period.includes("W")) return longDateText(from);
  return period.length === 4 ? monthName(from) : dayRangeText(from, through);
}

/** The period of a stretch, or for a day its receipts. */
function bucketAddress(moment, kind, period, { from }) {
  if (period === "all") return addressOf("analysis", { kind, period: String(civil(from).year) });
  if (period.length === 4) return addressOf("analysis", { kind, period: isoMonth(from) });
  if (!period.includes("W")) return addressOf("analysis", { kind, period: moment.weeks.name(from) });
  return addressOf("transactions", { kind, day: isoDate(from) });
}
