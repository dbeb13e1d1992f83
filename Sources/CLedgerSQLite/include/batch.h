#pragma once

// Rows of a query, taken into memory in one step: the function `ledger_take(…)`, an aggregate, keeps its arguments.
// A return from a step and a call per column for every row take three times as long.

#include "rows.h"

/// What `ledger_take` of a connection has taken since it was emptied: cells row after row, and their bytes.
struct ledger_batch {
  struct ledger_cell *cells;
  char *bytes;
  int64_t cell_count, cell_capacity;
  int64_t byte_count, byte_capacity;
};

/// Gives the connection the function `ledger_take`, and says where that puts what it takes; freed with the connection.
/// NULL where that fails.
struct ledger_batch *ledger_sqlite_batch(sqlite3 *database);
