// The budgets of all months in one currency. The figures of a month follow from all months before it.
import { monthIndex } from "./calendar.js";
import { knownRows, ledger, none, text } from "./data.js";
import { Totals, units } from "./money.js";

/** The budgets at a moment: money that came in, choices, and what was spent from each category. */
export class Sheet {
  constructor(moment, currency) {
    this.currency = currency;
    this.income = new Map();
    this.courses = new Map();
    const sums = new Map();
    for (const movement of budgetMovements(moment, currency)) {
      const { line, day } = movement;
      const month = monthIndex(day);
      const key = line === undefined ? `${month}` : `${month} ${line}`;
      if (!sums.has(key)) sums.set(key, { line, month, totals: new Totals() });
      sums.get(key).totals.add(movement, movement.sign);
    }
    for (const { line, month, totals } of sums.values()) {
      (line === undefined ? this.income : this.course(line).activity).set(month, totals.units(currency));
    }
    const { budgets } = ledger.tables;
    for (const row of knownRows(budgets, moment.position)) {
      if (text(budgets.currency[row]) !== currency) continue;
      const carriesOver = budgets.carriesOver[row];
      this.course(text(budgets.category[row])).choices.set(budgets.month[row], {
        budgeted: units(budgets.high[row], budgets.low[row]),
        carriesOver: carriesOver === none ? undefined : carriesOver === 1,
      });
    }
  }

  course(key) {
    if (!this.courses.has(key)) this.courses.set(key, { activity: new Map(), choices: new Map() });
    return this.courses.get(key);
  }

  /** The figures of a category in each month in which something happened, and in the last one. */
  steps(key, last) {
    const { activity, choices } = this.course(key);
    const months = [...new Set([...activity.keys(), ...choices.keys(), last])].filter((month) => month <= last);
    let before;
    return months.sort((one, other) => one - other).map((month) => {
      const choice = choices.get(month);
      const step = {
        month, carriedIn: before === undefined ? 0n : before.available + before.uncovered,
        budgeted: choice?.budgeted ?? 0n, activity: activity.get(month) ?? 0n,
        carriesOver: choice?.carriesOver ?? before?.carriesOver ?? false,
      };
      step.available = step.carriedIn + step.budgeted + step.activity;
      // Overspending that is not carried over leaves the category: the next month's To Budget is less by it.
      step.uncovered = step.carriesOver || step.available > 0n ? 0n : -step.available;
      before = step;
      return step;
    });
  }

  /** The budget of a month: To Budget, and the figures of the categories that have any. */
  month(last) {
    let toBudget = 0n;
    for (const [month, earned] of this.income) if (month <= last) toBudget += earned;
    const categories = new Map();
    for (const key of [...this.courses.keys()]) {
      const steps = this.steps(key, last);
      for (const step of steps) toBudget -= step.budgeted + (step.month < last ? step.uncovered : 0n);
      const step = steps[steps.length - 1];
      const isEmpty = [step.carriedIn, step.budgeted, step.activity, step.available].every((figure) => figure === 0n);
      if (!isEmpty || step.carriesOver) categories.set(key, step);
    }
    return { toBudget, categories };
  }
}

/**
 * The changes of accounts that count in a budget. Their lines are categories, or undefined for To Budget.
 * Money on accounts that are only followed does not count, nor does a transfer of which one account is known.
 */
function* budgetMovements(moment, currency) {
  const { accounts } = ledger.tables;
  const tracked = knownRows(accounts, moment.position).filter((row) => text(accounts.kind[row]) === "tracking");
  const followed = new Set(tracked.map((row) => text(accounts.key[row])));
  for (const movement of moment.allMovements(false, (row) => moment.shares(row))) {
    const { kind, row, category } = movement;
    if (movement.currency !== currency || movement.day === none || followed.has(movement.account)) continue;
    if (kind === "transfer" && moment.toAccount(row) === "") continue;
    const isUnplanned = kind === "income" || (kind === "transfer" && category === "");
    movement.line = isUnplanned ? undefined : category;
    yield movement;
  }
}

/** The currencies that a budget of the moment may be in, that of the ledger first. */
export function budgetCurrencies(moment) {
  const { budgets, accounts } = ledger.tables;
  const numbers = new Set();
  for (const row of moment.saved()) numbers.add(moment.rows.currency[row]).add(moment.rows.arrivalCurrency[row]);
  for (const table of [budgets, accounts]) {
    for (const row of knownRows(table, moment.position)) numbers.add(table.currency[row]);
  }
  const own = moment.currency();
  const others = [...numbers].map((number) => text(number)).filter((code) => code !== "" && code !== own).sort();
  return own === "" ? others : [own, ...others];
}
