#pragma once

// Rows that stand ready in memory, as a table that an INSERT … SELECT reads: one statement for thousands of rows
// instead of a bind per cell and a step per row.

#include <sqlite3.h>
#include <stdint.h>

/// One cell: an integer, or where its bytes begin.
struct ledger_cell {
  int64_t value;  // the integer; of a text or blob the offset of its bytes
  int32_t size;   // bytes of a text or blob
  int32_t type;   // SQLITE_INTEGER, SQLITE_TEXT, SQLITE_BLOB or SQLITE_NULL
};

/// What the table `ledger_rows` of a connection holds at present. The pointers must stay valid while a statement
/// that reads it is being stepped.
struct ledger_rows {
  const struct ledger_cell *cells;  // row after row
  const char *bytes;
  int64_t count;    // rows
  int32_t columns;  // cells a row; later columns read as NULL
};

/// The most columns of `ledger_rows`, which are called c0, c1, c2 …
enum { ledger_rows_columns = 48 };

/// Gives the connection a table of that name, `ledger_rows` or another of its kind, empty; freed with the connection.
/// NULL where that fails.
struct ledger_rows *ledger_sqlite_rows(sqlite3 *database, const char *name);
