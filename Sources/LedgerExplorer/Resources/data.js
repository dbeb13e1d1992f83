// The data of the page: tables of whole numbers, column by column, and the texts that some of them number.

/** The value of an absent number in a column. */
export const none = -2147483648;

/** The header and the tables of the page. They are set once, before anything is drawn. */
export const ledger = { header: {}, tables: {}, texts: [] };

/** Unpacks the data that the page contains as base64 of deflated bytes. */
export async function unpack(text) {
  const stream = new Blob([decodeBase64(text.trim())]).stream();
  const inflated = stream.pipeThrough(new DecompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(inflated).arrayBuffer());
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
  const rows = [];
  for (let row = 0; row < table.rows; row += 1) if (isKnown(table, row, position)) rows.push(row);
  return rows;
}

/** For each record the first of its rows, in a table sorted by record. The last entry is the end. */
export function firstRows(table, records) {
  const first = new Int32Array(records + 1);
  for (let row = 0; row < table.rows; row += 1) first[table.record[row] + 1] += 1;
  for (let record = 0; record < records; record += 1) first[record + 1] += first[record];
  return first;
}
