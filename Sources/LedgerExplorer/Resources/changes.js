// The differences between two moments: which rows are others, and how their values changed.
import { dateText } from "./calendar.js";
import { knownRows, ledger, text } from "./data.js";
import { moneyText } from "./money.js";

/** The fields of a transaction that are compared, with their texts. */
const fields = [
  ["Stage", (moment, row) => moment.stage(row)],
  ["Kind", (moment, row) => moment.kind(row)],
  ["Vendor", (moment, row) => moment.vendor(row)],
  ["Date", (moment, row) => moment.date(row) === undefined ? "" : dateText(moment.date(row))],
  ["Amount", amountText],
  ["Category", (moment, row) => moment.category(row) === "" ? "" : moment.categoryName(moment.category(row))],
  ["Payment", (moment, row) => text(moment.rows.payment[row])],
  ["Group", (moment, row) => moment.groupName(moment.group(row))],
  ["Account", (moment, row) => text(moment.rows.account[row])],
  ["To account", (moment, row) => text(moment.rows.toAccount[row])],
  ["Received", arrivalText],
  ["Note", (moment, row) => text(moment.rows.note[row])],
  ["Tags", (moment, row) => moment.tags(row).join(", ")],
  ["Cleared", (moment, row) => (moment.rows.isCleared[row] ? "yes" : "no")],
  ["Pages", (moment, row) => String(pageCount(moment, row))],
];

function amountText(moment, row) {
  const amount = moment.amount(row);
  return amount === undefined ? "" : moneyText(amount.currency, amount.units);
}

function arrivalText(moment, row) {
  const arrival = moment.arrival(row);
  return arrival === undefined ? "" : moneyText(arrival.currency, arrival.units);
}

function pageCount(moment, row) {
  return moment.rows.pages[row] === 0 ? 0 : JSON.parse(text(moment.rows.pages[row])).length;
}

/** The transactions that differ between two moments, each with the fields that differ. */
export function changedTransactions(before, after) {
  const records = changedRecordNumbers(before, after);
  const changes = [];
  for (const record of records) {
    const [from, to] = [before.rowOfRecord(record), after.rowOfRecord(record)];
    if (from === undefined && to === undefined) continue;
    if (from === to && !hasOtherGroup(before, after, to)) continue;
    const differences = fields
      .map(([name, value]) => ({
        name, from: from === undefined ? "" : value(before, from), to: to === undefined ? "" : value(after, to),
      }))
      .filter((difference) => difference.from !== difference.to);
    if (from === undefined || to === undefined || differences.length > 0) {
      changes.push({ record, from, to, isNew: from === undefined, differences });
    }
  }
  return changes;
}

/** The numbers of the transactions of which a row began or ended between two moments, or whose group did. */
function changedRecordNumbers(before, after) {
  const { transactions: rows, groups } = ledger.tables;
  const [first, last] = [before.position, after.position];
  const isBetween = (position) => position > first && position <= last;
  const otherGroups = new Set();
  for (let row = 0; row < groups.rows; row += 1) {
    if (isBetween(groups.begins[row]) || isBetween(groups.ends[row])) otherGroups.add(groups.id[row]);
  }
  const records = new Set();
  const { begins, ends, group, record } = rows;
  for (let row = 0; row < rows.rows; row += 1) {
    if (isBetween(begins[row]) || isBetween(ends[row]) || (otherGroups.size > 0 && otherGroups.has(group[row]))) {
      records.add(record[row]);
    }
  }
  return records;
}

/** The identifiers of the transactions that differ between two moments. */
export function changedIdentifiers(before, after) {
  const { ids } = ledger.tables;
  return new Set(changedTransactions(before, after).map((change) => text(ids.id[change.record])));
}

/** Whether a row reads as of another group because its group was deleted, restored or renamed. */
function hasOtherGroup(before, after, row) {
  const [from, to] = [before.group(row), after.group(row)];
  return from !== to || before.groupName(from) !== after.groupName(to);
}

/** The tables of records, with the noun for one of them and the column that identifies it. */
const recordTables = [["groups", "Group", "id"], ["categories", "Category", "key"], ["accounts", "Account", "key"]];

/** The groups, categories and accounts that differ between two moments, in words. */
export function changedRecords(before, after) {
  const changes = [];
  for (const [name, noun, key] of recordTables) {
    const table = ledger.tables[name];
    const rows = (position) => new Map(knownRows(table, position).map((row) => [table[key][row], row]));
    const [old, now] = [rows(before.position), rows(after.position)];
    for (const record of new Set([...old.keys(), ...now.keys()])) {
      const [from, to] = [old.get(record), now.get(record)];
      if (from === to) continue;
      const words = (row) => (row === undefined ? "" : text(table.name[row]) + stateWords(table, row));
      if (words(from) !== words(to)) changes.push({ noun, from: words(from), to: words(to) });
    }
  }
  return changes;
}

function stateWords(table, row) {
  if (table.isDeleted?.[row] === 1) return ", deleted";
  if (table.isClosed?.[row] === 1) return ", closed";
  if (table.isActive?.[row] === 0) return ", inactive";
  return "";
}
