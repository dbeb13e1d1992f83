// The data of the page: tables of whole numbers, column by column, and the texts that some of them number.

/** The value of an absent number in a column. */
export const none = -2147483648;

/** The header and the tables of the page. They are set once, before anything is drawn. */
export const ledger = { header: {}, tables: {}, texts: [] };

/** What is remembered of the data, and forgotten when other data is unpacked. */
export const memories = [];

/** Unpacks the data that the page contains as base64 of deflated bytes. */
export async function unpack(text) {
  const stream = new Blob([decodeBase64(text.trim())]).stream();
  const inflated = stream.pipeThrough(new DecompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(inflated).arrayBuffer());
  for (const forget of memories) forget();
  [isRecorded, recordedPositions] = [false, undefined];
  const size = new DataView(bytes.buffer).getUint32(0, true);
  ledger.header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + size)));
  ledger.texts = ["", ...ledger.header.texts];
  let at = 4 + size;
  for (const { name, rows, columns } of ledger.header.tables) {
    const table = { rows };
    for (const column of columns) {
      table[column.name] = decodeColumn(bytes, at, rows, column.isWide);
      at += column.bytes;
    }
    ledger.tables[name] = table;
  }
  if (ledger.header.isReordered) {
    isRecorded = true;
    showRecorded(false);
  }
}

function decodeBase64(text) {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = characters.charCodeAt(index);
  return bytes;
}

/** Decodes differences from the value above: zigzag, in groups of seven bits with the lowest first. */
function decodeColumn(bytes, start, rows, isWide) {
  const values = isWide ? new Float64Array(rows) : new Int32Array(rows);
  let at = start;
  let value = 0;
  for (let row = 0; row < rows; row += 1) {
    let number = 0;
    let factor = 1;
    let byte = bytes[at++];
    while (byte > 127) {
      number += (byte - 128) * factor;
      factor *= 128;
      byte = bytes[at++];
    }
    number += byte * factor;
    value += number % 2 === 0 ? number / 2 : -(number + 1) / 2;
    values[row] = value;
  }
  return values;
}

// Two views of time. A step is a number of events, and a position an event's place on this device. As this device knew
// it, both are the same. As authors had recorded it, events are in the order in which they were recorded.

let isRecorded = false;
let recordedPositions;

/** Whether moments are as authors had recorded them. */
export function showsRecorded() {
  return isRecorded;
}

/** Chooses the view of time, and the rows that count in it. */
export function showRecorded(isShown) {
  if (isShown === isRecorded || !ledger.header.isReordered) return;
  isRecorded = isShown;
  const { events, ...tables } = ledger.tables;
  recordedPositions ??= inverse(events.rank);
  for (const table of Object.values(tables)) {
    if (table.view === undefined) continue;
    table.ofViews ??= [{ begins: begins(table, 2), ends: table.ends }, recordedEnds(table, events.rank)];
    Object.assign(table, table.ofViews[Number(isShown)]);
  }
}

/** The beginnings of a table's rows. Those of only the other view never begin. */
function begins({ begins, view }, other, rank) {
  return begins.map((position, row) => {
    if (view[row] === other) return 2147483647;
    return rank !== undefined && view[row] === 0 ? rank[position - 1] : position;
  });
}

function recordedEnds(table, rank) {
  const ends = table.ends.map((end, row) => (end !== 0 && table.view[row] === 0 ? rank[end - 1] : end));
  return { begins: begins(table, 1, rank), ends };
}

function inverse(rank) {
  const positions = new Int32Array(rank.length);
  rank.forEach((place, row) => { positions[place - 1] = row + 1; });
  return positions;
}

/** The position of the last event of a step. */
export function positionOf(step) {
  return isRecorded && step > 0 ? recordedPositions[step - 1] : step;
}

/** The step of which the event at a position is the last. */
export function stepOf(position) {
  return isRecorded && position > 0 ? ledger.tables.events.rank[position - 1] : position;
}

/** The text with a number, empty for number 0. */
export function text(number) {
  return ledger.texts[number];
}

/** Whether a row of a table with `begins` and `ends` was known at a position. */
export function isKnown(table, row, position) {
  const ends = table.ends[row];
  return table.begins[row] <= position && (ends === 0 || ends > position);
}

/** The rows of a table that were known at a position. */
export function knownRows(table, position) {
  const { begins, ends } = table;
  const rows = [];
  for (let row = 0; row < table.rows; row += 1) {
    if (begins[row] <= position && (ends[row] === 0 || ends[row] > position)) rows.push(row);
  }
  return rows;
}

/** For each record the first of its rows, in a table sorted by record. The last entry is the end. */
export function firstRows(table, records) {
  const first = new Int32Array(records + 1);
  for (let row = 0; row < table.rows; row += 1) first[table.record[row] + 1] += 1;
  for (let record = 0; record < records; record += 1) first[record + 1] += first[record];
  return first;
}
