// Goals: what is saved towards them, what each month must bring, and when they are reached.
import { addressOf, place } from "./address.js";
import { dateText, isoDate, isoOfMonth, monthIndex, monthText, parsedDate } from "./calendar.js";
import { knownRows, ledger, none, text } from "./data.js";
import { amount, card, empty, h, joined, link, pill, row } from "./dom.js";
import { order } from "./moment.js";
import { moneyText, units, upcomingText } from "./money.js";
import { isUpcoming } from "./parts.js";

/** The greatest number of completed months whose mean gives the pace. */
const pacedMonthsMax = 6;

/** All goals, or one with its contributions. */
export function goalsView(moment, before) {
  const goals = goalsAt(moment);
  const old = new Map(goalsAt(before).map((goal) => [goal.id, goal]));
  const shown = place.goal === undefined ? goals : goals.filter((goal) => goal.id === place.goal);
  if (shown.length === 0) {
    return [h("h1", {}, "Goals"), empty("No goals yet", "At this moment nothing was saved for. Move the slider on.")];
  }
  const parts = place.goal === undefined ? [] : shown[0].parts;
  return [
    h("h1", {}, "Goals"), h("ul", { class: "goals" }, shown.map((goal) => goalCard(goal, old.get(goal.id)))),
    parts.length === 0 ? undefined : card("Contributions", h("ul", { class: "rows" },
      parts.map((part) => contributionRow(moment, shown[0], part)))),
  ].filter(Boolean);
}

function goalCard(goal, old) {
  const { currency, saved, target, percent, perMonth, projected } = goal;
  const later = goal.parts.filter((part) => part.units !== undefined && isUpcoming(part.date));
  const upcoming = { count: later.length, amounts: () => [{ currency, units: sum(later) }] };
  const bar = h("span", { class: "bar" });
  bar.style.width = `${Math.min(100, Math.max(0, Number(percent)))}%`;
  const note = joined(
    perMonth === undefined ? "" : `${moneyText(currency, perMonth)} a month until ${dateText(goal.by)}`,
    projected === undefined ? "" : `at this pace in ${monthText(parsedDate(isoOfMonth(projected)))}`);
  return h("li", { class: "card goal" },
    link(addressOf("goals", { goal: goal.id }), { class: "title" }, joined(goal.emoji, goal.name).replace(" · ", " ")),
    goal.isCompleted ? pill("completed", "confirmed") : undefined,
    h("p", { "data-figure": `goal:${goal.id}`, "data-count": percent },
      amount({ currency, units: saved }, old?.saved), " of ", amount({ currency, units: target }, old?.target)),
    later.length === 0 ? undefined : h("p", { class: "details" }, upcomingText(upcoming)),
    h("span", { class: "track", role: "img", "aria-label": `${percent} % saved` }, bar),
    h("p", { class: "details", "data-figure": `pace:${goal.id}`, "data-units": perMonth, "data-month": projected },
      joined(`${percent} %`, note)));
}

function contributionRow(moment, goal, part) {
  const known = part.transaction === "" ? undefined : moment.row(part.transaction);
  return row({
    address: part.transaction === "" ? undefined : addressOf("transaction", { id: part.transaction }),
    title: known === undefined ? "Contribution" : moment.title(known), about: dateText(part.date),
    value: part.units === undefined ? h("span", { class: "quiet" }, "does not count")
      : amount({ currency: goal.currency, units: part.units }),
  });
}

/** The goals that are not deleted: open ones first, then by date, name and identifier. */
function goalsAt(moment) {
  const table = ledger.tables.goals;
  const parts = Map.groupBy(knownRows(ledger.tables.contributions, moment.position),
    (row) => ledger.tables.contributions.goal[row]);
  return knownRows(table, moment.position).filter((row) => !table.isDeleted[row]).map((row) => {
    const goal = {
      id: text(table.id[row]), name: text(table.name[row]), emoji: text(table.emoji[row]),
      currency: text(table.currency[row]), target: units(table.high[row], table.low[row]),
      by: table.by[row] === none ? undefined : table.by[row], createdOn: table.createdOn[row],
      isCompleted: table.isCompleted[row] === 1,
    };
    goal.parts = (parts.get(table.id[row]) ?? []).map((part) => contribution(moment, goal, part))
      .sort((one, other) => one.date - other.date || order(one.id, other.id));
    return { ...goal, ...progress(goal) };
  }).sort((one, other) => one.isCompleted - other.isCompleted || (one.by ?? Infinity) - (other.by ?? Infinity) || 0
    || order(one.name, other.name) || order(one.id, other.id));
}

/** A contribution as it counts: a receipt's with its amount, as long as that is saved and in the goal's currency. */
function contribution(moment, goal, row) {
  const table = ledger.tables.contributions;
  const part = { id: text(table.id[row]), transaction: text(table.transaction[row]), date: table.date[row] };
  const ofCurrency = (money) => (money?.currency === goal.currency ? money.units : undefined);
  if (part.transaction === "") {
    part.units = ofCurrency({ currency: text(table.currency[row]), units: units(table.high[row], table.low[row]) });
    return part;
  }
  const known = moment.row(part.transaction);
  if (known === undefined) return part;
  part.date = moment.date(known) ?? part.date;
  if (moment.stage(known) === "saved" && moment.date(known) !== undefined) {
    part.units = ofCurrency(moment.amount(known)) ?? ofCurrency(moment.arrival(known));
  }
  return part;
}

const sum = (parts) => parts.reduce((sum, part) => sum + part.units, 0n);

/** The figures of a goal on the day that the page was written. */
function progress({ parts, target, by, createdOn, isCompleted }) {
  const counted = parts.filter((part) => part.units !== undefined && !isUpcoming(part.date));
  const saved = sum(counted);
  const hundredfold = saved * 100n;
  const percent = hundredfold / target - (hundredfold < 0n && hundredfold % target !== 0n ? 1n : 0n);
  const missing = target - saved;
  if (missing <= 0n || isCompleted) return { saved, percent };
  const now = monthIndex(ledger.header.today);
  const roundedUp = (amount, count) => (amount + count - 1n) / count;
  const perMonth = by === undefined ? undefined : roundedUp(missing, BigInt(Math.max(1, monthIndex(by) - now + 1)));
  const months = counted.map((part) => monthIndex(part.date));
  const began = months.reduce((least, month) => Math.min(least, month), monthIndex(createdOn));
  const count = Math.min(pacedMonthsMax, now - began);
  const paced = sum(counted.filter((part, index) => months[index] < now && now - months[index] <= count));
  if (count <= 0 || paced <= 0n) return { saved, percent, perMonth };
  const projected = now + Number(roundedUp(missing * BigInt(count), paced));
  return { saved, percent, perMonth, projected: projected > 9999 * 12 + 11 ? undefined : projected };
}
