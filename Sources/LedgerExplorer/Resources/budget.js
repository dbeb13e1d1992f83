// The budget of a month: To Budget, and each category's budgeted, spent and available money.
import { addressOf, place } from "./address.js";
import { isoOfMonth, monthIndex, monthOfIso, monthText, parsedDate } from "./calendar.js";
import { ledger, text } from "./data.js";
import { amount, card, empty, h, link, pill } from "./dom.js";
import { moneyText } from "./money.js";
import { Sheet, budgetCurrencies } from "./sheet.js";

/** The budget of the address's month, or the course of one category. */
export function budgetView(moment, before) {
  const currencies = budgetCurrencies(moment);
  const currency = place.currency ?? currencies[0];
  const month = place.month ? monthOfIso(place.month) : monthIndex(moment.day());
  const title = h("h1", {}, "Budget");
  if (!ledger.header.isWhole || ledger.header.currencies[currency] === undefined) {
    return [title, empty("No budget yet", "At this moment the ledger had no money to budget. Move the slider on.")];
  }
  const sheets = [moment, before].map((each) => new Sheet(each, currency));
  if (place.category !== undefined) return [title, courseOfCategory(moment, sheets, currency, month)];
  const [now, old] = sheets.map((sheet) => sheet.month(month));
  const to = (other, words, isCurrent) => link(addressOf("budget", { currency, month: isoOfMonth(month), ...other }),
    { class: "pill", "aria-current": isCurrent ? "true" : undefined }, words);
  const isOver = now.toBudget < 0n;
  return [
    title,
    h("nav", { class: "periods", "aria-label": "Month" }, to({ month: isoOfMonth(month - 1) }, "‹ Earlier"),
      to({}, monthText(parsedDate(isoOfMonth(month))), true), to({ month: isoOfMonth(month + 1) }, "Later ›"),
      currencies.length < 2 ? undefined : currencies.map((code) => to({ currency: code }, code, code === currency))),
    h("section", { class: `hero small${isOver ? " negative" : ""}`, "data-figure": "toBudget" },
      h("p", { class: "details" }, isOver ? "Overbudgeted: more was budgeted than there is" : "To Budget"),
      h("p", { class: "big" }, amount({ currency, units: now.toBudget }, old.toBudget))),
    sheetTable(moment, currency, month, now.categories, old.categories),
  ];
}

const nothing = { carriedIn: 0n, budgeted: 0n, activity: 0n, available: 0n, carriesOver: false };

/** The categories that are offered or have an amount, in the order of the ledger. */
function shownCategories(moment, figures) {
  const { place, rank, isActive, isBudgeted } = ledger.tables.categories;
  const known = [...moment.categories].filter(([key, row]) => figures.has(key) || (isActive[row] && isBudgeted[row]));
  known.sort(([, one], [, other]) => place[one] - place[other] || rank[one] - rank[other] || one - other);
  const others = [...figures.keys()].filter((key) => !moment.categories.has(key)).sort();
  return [...known.map(([key]) => key), ...others];
}

/** The header groups in the order of their first categories. Categories without one come last. */
function headerGroups(moment, keys) {
  const { header, headerKey } = ledger.tables.categories;
  const groups = new Map();
  for (const key of keys) {
    const row = moment.categories.get(key);
    const [id, name] = row === undefined ? ["", ""] : [text(headerKey[row]), text(header[row])];
    if (!groups.has(id)) groups.set(id, { name, keys: [] });
    groups.get(id).keys.push(key);
  }
  const rest = groups.get("");
  groups.delete("");
  return [...groups.values(), ...(rest === undefined ? [] : [rest])];
}

function sheetTable(moment, currency, month, figures, oldFigures) {
  const cell = (units, label) => h("td", { "data-label": label }, amount({ currency, units }));
  const sumRow = (id, name, keys) => {
    const sum = (part) => keys.reduce((sum, key) => sum + (figures.get(key) ?? nothing)[part], 0n);
    return h("tr", { "data-figure": id }, h("th", { scope: "row" }, name),
      cell(sum("budgeted"), "Budgeted"), cell(-sum("activity"), "Activity"), cell(sum("available")));
  };
  const keys = shownCategories(moment, figures);
  const groups = headerGroups(moment, keys);
  const isGrouped = groups.some(({ name }) => name !== "");
  return h("div", { class: "card" }, h("table", { class: "sheet month" },
    h("thead", {}, h("tr", {}, ["Category", "Budgeted", "Activity", "Available"].map((name) =>
      h("th", { scope: "col" }, name)))),
    groups.map(({ name, keys }) => h("tbody", { class: isGrouped ? "grouped" : undefined },
      isGrouped ? sumRow(`header:${name}`, name || "Without a header", keys) : undefined,
      keys.map((key) => sheetRow(moment, key, figures.get(key) ?? nothing, oldFigures.get(key) ?? nothing, currency, month)))),
    h("tfoot", {}, sumRow("budget", "All categories", keys))));
}

function sheetRow(moment, key, step, old, currency, month) {
  const iso = isoOfMonth(month);
  const name = moment.categoryName(key);
  const money = (units) => moneyText(currency, units);
  const state = step.available < 0n ? "overspent" : step.available > 0n ? "available" : "";
  const spent = step.activity > 0n ? `got back ${money(step.activity)}` : `spent ${money(-step.activity)}`;
  const rest = step.available < 0n ? `overspent by ${money(-step.available)}` : `available ${money(step.available)}`;
  const activity = amount({ currency, units: -step.activity }, -old.activity);
  return h("tr", { "data-figure": `budget:${key}` },
    h("th", { scope: "row" }, link(addressOf("budget", { category: key, currency, month: iso }),
      { "aria-label": `${name}, budgeted ${money(step.budgeted)}, ${spent}, ${rest}` }, name),
    step.carriesOver ? h("span", { class: "details" }, "carries over") : undefined),
    h("td", { "data-label": "Budgeted" }, amount({ currency, units: step.budgeted }, old.budgeted)),
    h("td", { "data-label": "Activity" }, step.activity === 0n ? activity
      : link(addressOf("transactions", { category: key || "none", month: iso }), { class: "why", title: "Why?" }, activity)),
    h("td", {}, h("span", { class: `pill ${state}` }, amount({ currency, units: step.available }, old.available)),
      step.available < 0n ? h("span", { class: "details warning" }, "Overspent") : undefined));
}

/** Why a category has its Available money: month after month what came from before, and what was added. */
function courseOfCategory(moment, [sheet, oldSheet], currency, month) {
  const key = place.category;
  const old = new Map(oldSheet.steps(key, month).map((step) => [step.month, step]));
  const cell = (step, name, sign = 1n) => h("td", {},
    amount({ currency, units: sign * step[name] }, sign * (old.get(step.month) ?? nothing)[name]));
  const columns = ["Month", "Before", "Budgeted", "Activity", "Available"];
  return card(`${moment.categoryName(key)} · ${currency}`, h("table", { class: "sheet course" },
    h("thead", {}, h("tr", {}, columns.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, sheet.steps(key, month).reverse().map((step) => h("tr", {},
      h("th", { scope: "row" }, link(addressOf("transactions", { category: key || "none", month: isoOfMonth(step.month) }),
        {}, monthText(parsedDate(isoOfMonth(step.month)))), step.uncovered > 0n ? pill("overspent", "warning") : undefined),
      cell(step, "carriedIn"), cell(step, "budgeted"), cell(step, "activity", -1n), cell(step, "available"))))));
}
