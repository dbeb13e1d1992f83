// Amounts: exact sums per currency, and amounts as the ledger's locale writes them.
import { ledger } from "./data.js";

/**
 * Sums per currency, never across currencies.
 *
 * A number of JavaScript is exact to 53 bits and an amount has 64, so the upper and the lower half of all amounts are
 * summed apart. That is exact for two million amounts.
 */
export class Totals {
  constructor() {
    this.count = 0;
    this.sums = new Map();
  }

  /** Adds a part, given by the halves of its amount, times a sign. One without a currency is only counted. */
  add({ currency, high, low }, sign = 1) {
    this.count += 1;
    if (currency === "") return;
    // Most amounts are in the currency of the one before.
    if (currency !== this.latestCurrency) this.chooseSum(currency);
    const sum = this.latestSum;
    sum.count += 1;
    sum.isNeutral &&= sign === 0;
    sum.high += sign * high;
    sum.low += sign * low;
  }

  chooseSum(currency) {
    if (!this.sums.has(currency)) this.sums.set(currency, { count: 0, high: 0, low: 0, isNeutral: true });
    this.latestSum = this.sums.get(currency);
    this.latestCurrency = currency;
  }

  /** The amounts, the most used currency first, then by code. A currency of only transfers has none. */
  amounts() {
    return [...this.sums].filter(([, { isNeutral }]) => !isNeutral)
      .sort(([code, sum], [otherCode, other]) => other.count - sum.count || (code < otherCode ? -1 : 1))
      .map(([currency, sum]) => ({ currency, units: units(sum.high, sum.low) }));
  }

  /** The sum in one currency. */
  units(currency) {
    const sum = this.sums.get(currency);
    return sum === undefined ? 0n : units(sum.high, sum.low);
  }
}

/** “and €50.00 still to come”, or nothing if nothing is. */
export function upcomingText(totals) {
  if (totals.count === 0) return "";
  const words = totals.amounts().map(({ currency, units }) => moneyText(currency, units)).join(" + ");
  return `and ${words || counted(totals.count, "receipt")} still to come`;
}

/** The totals of nothing. */
export const noTotals = new Totals();

/** An amount from its halves. */
export function units(high, low) {
  return BigInt(high) * 4294967296n + BigInt(low);
}

/** An amount with its currency: `€1,284.50`. */
export function moneyText(currency, amount) {
  const format = ledger.header.currencies[currency];
  const [before, after] = amount < 0n ? format.negative : format.positive;
  return before + decimalText(amount < 0n ? -amount : amount, format.digits) + after;
}

/** A whole number, grouped: `1,284`. */
export function integerText(number) {
  return (number < 0 ? "-" : "") + decimalText(BigInt(Math.abs(number)), 0);
}

/** “1 receipt” or “2 receipts”. */
export function counted(number, noun) {
  return `${integerText(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** The digits of an amount in minor units, grouped and with as many decimals: `1,284.50`. */
export function decimalText(amount, digits) {
  const all = amount.toString().padStart(digits + 1, "0");
  const whole = all.slice(0, all.length - digits);
  const grouped = [...whole]
    .map((digit, index) => digit + (isBoundary(whole.length - index - 1) ? ledger.header.locale.grouping : ""))
    .join("");
  return digits === 0 ? grouped : grouped + ledger.header.locale.decimal + all.slice(-digits);
}

/** Whether a separator belongs before the last `remaining` digits. */
function isBoundary(remaining) {
  if (!ledger.header.locale.isIndian) return remaining > 0 && remaining % 3 === 0;
  return remaining === 3 || (remaining > 3 && remaining % 2 === 1);
}
