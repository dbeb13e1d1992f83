// Home: the groups with their totals, what is not filed, and drafts. And one group.
import { addressOf, place } from "./address.js";
import { dateRangeText } from "./calendar.js";
import { amounts, card, empty, h, row } from "./dom.js";
import { counted, noTotals, upcomingText } from "./money.js";
import { transactionList, transactionRow, upcomingCard, upcomingLine } from "./transactions.js";

/** The groups home. */
export function homeView(moment, before, changed) {
  const groups = moment.groupSummaries();
  const old = new Map(before.groupSummaries().map((group) => [group.id, group]));
  const drafts = moment.drafts();
  const sums = [["expense", "Spending"], ["income", "Income"]].map(([kind, name]) => {
    const { totals } = moment.analysis(kind, "all");
    const why = (currency) => addressOf("why", { kind, period: "all", currency });
    return h("div", { "data-figure": `kind:${kind}`, "data-count": totals.count },
      h("h1", {}, name), amounts(totals, before.analysis(kind, "all").totals, why));
  });
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  const hero = h("section", { class: "hero" }, h("div", { class: "sums" }, sums),
    h("p", { class: "details" }, `${counted(count, "receipt")} in ${counted(groups.length, "group")}`),
    upcomingLine(moment, moment.upcoming().filter((each) => moment.net(each) !== 0)));
  if (groups.length + drafts.length === 0) {
    return [hero, empty("Nothing here yet", "At this moment the ledger had no receipts. Move the slider on.")];
  }
  return [
    hero,
    card("Groups", h("ul", { class: "rows" }, groups.map((group) => groupRow(moment, group, old.get(group.id))))),
    drafts.length === 0 ? undefined : card("Drafts", h("ul", { class: "rows" },
      drafts.map((each) => transactionRow(moment, before, each, changed, { showsDate: true })))),
  ].filter(Boolean);
}

function groupRow(moment, group, old) {
  const upcoming = upcomingText(moment.totals(group.upcoming));
  const range = Number.isFinite(group.first) ? dateRangeText(group.first, group.last) : "no dates yet";
  const drafts = group.drafts === 0 ? "" : ` · ${counted(group.drafts, "draft")}`;
  return row({
    address: addressOf("group", { group: group.id === "" ? "unfiled" : group.id }),
    icon: group.id === "" ? "–" : initial(moment.groupName(group.id)),
    title: moment.groupName(group.id), about: `${range} · ${counted(group.count, "receipt")}${drafts}${upcoming && ` · ${upcoming}`}`,
    value: amounts(group.totals, old?.totals ?? noTotals), figure: `group:${group.id}`, count: group.count,
    isChanged: old?.rows.length !== group.rows.length,
  });
}

function initial(name) {
  return [...name][0] ?? "·";
}

/** One group, or Unfiled. */
export function groupView(moment, before, changed) {
  const id = place.group === "unfiled" ? "" : place.group;
  if (id !== "" && !moment.isLivingGroup(id)) {
    return [empty("No such group at this moment", "It was not created yet, or was deleted. Move the slider.")];
  }
  const rows = moment.receipts(moment.saved()).filter((each) => moment.group(each) === id);
  const old = before.receipts(before.saved()).filter((each) => before.group(each) === id);
  const upcoming = moment.receipts(moment.upcoming()).filter((each) => moment.group(each) === id);
  const totals = moment.totals(rows);
  const drafts = moment.drafts().filter((each) => moment.group(each) === id);
  return [
    h("section", { class: "hero", "data-figure": `group:${id}`, "data-count": rows.length },
      h("h1", {}, moment.groupName(id)),
      amounts(totals, before.totals(old), (currency) => addressOf("why", { group: id || "unfiled", currency })),
      h("p", { class: "details" }, counted(rows.length, "receipt")),
      upcomingLine(moment, upcoming)),
    categoriesCard(moment, rows, before, old),
    drafts.length === 0 ? undefined : card("Drafts", h("ul", { class: "rows" },
      drafts.map((each) => transactionRow(moment, before, each, changed, { showsDate: true })))),
    transactionList(moment, before, rows, changed),
    upcomingCard(moment, before, upcoming, changed),
  ].filter(Boolean);
}

/** The totals by category. */
function categoriesCard(moment, rows, before, oldRows) {
  const parts = [...moment.grouped(rows).values()];
  if (parts.length === 0) return undefined;
  const old = before.grouped(oldRows);
  parts.sort((one, other) => other.rows.length - one.rows.length);
  return card("Categories", h("ul", { class: "rows" }, parts.map((part) => row({
    title: moment.categoryName(part.name), about: counted(part.rows.length, "receipt"),
    value: amounts(part.totals, old.get(part.name)?.totals ?? noTotals),
    figure: `category:${part.name}`, count: part.rows.length,
  }))));
}

/** The accounts with their balances. */
export function accountsView(moment, before) {
  const old = new Map(before.accounts().map((account) => [account.key, account]));
  const accounts = moment.accounts();
  const title = h("h1", {}, "Accounts");
  if (accounts.length === 0) {
    return [title, empty("No accounts yet", "Receipts name no account, and no account was opened by this moment.")];
  }
  return [title, ...[["Budget accounts", "budget"], ["Tracking accounts", "tracking"]].map(([heading, kind]) => {
    const ofKind = accounts.filter((account) => account.kind === kind);
    if (ofKind.length === 0) return undefined;
    return card(heading, h("ul", { class: "rows" }, ofKind.map((account) => row({
      address: addressOf("transactions", { account: account.key }),
      icon: initial(account.name), title: account.name,
      about: `${counted(account.rows.length, "receipt")}${account.isClosed ? " · closed" : ""}${
        account.upcoming.count === 0 ? "" : ` · ${upcomingText(account.upcoming)}`}`,
      value: amounts(account.balance, old.get(account.key)?.balance ?? noTotals),
      figure: `account:${account.name}`, count: account.rows.length,
    }))));
  }).filter(Boolean)];
}
