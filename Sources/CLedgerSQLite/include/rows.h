#pragma once

// Presents rows in memory as a table that an INSERT … SELECT reads. One statement then inserts thousands of rows,
// without binding each cell and stepping each row.

#include <sqlite3.h>
#include <stdint.h>

/// One cell: an integer, or the place of its bytes.
struct ledger_cell {
  int64_t value;  // the integer; of a text or blob the offset of its bytes
  int32_t size;   // bytes of a text or blob
  int32_t type;   // SQLITE_INTEGER, SQLITE_TEXT, SQLITE_BLOB or SQLITE_NULL
};

/// The current content of the table `ledger_rows` of a connection. The pointers must stay valid while a statement that
/// reads it is being stepped.
struct ledger_rows {
  const struct ledger_cell *cells;  // row after row
  const char *bytes;
  int64_t count;    // rows
  int32_t columns;  // cells a row; later columns read as NULL
};

/// The number of columns of `ledger_rows`, which are called c0, c1, c2 …
enum { ledger_rows_columns = 48 };

/// Adds an empty table to a connection, named `ledger_rows` or otherwise, and returns its content to fill, or NULL if
/// that fails. The connection frees it when it is closed.
struct ledger_rows *ledger_sqlite_rows(sqlite3 *database, const char *name);
