#pragma once

// Reads the rows of a query into memory in one step. The aggregate function `ledger_take(…)` keeps its arguments.
// Returning from a step for every row and calling a function for every column takes three times as long.

#include "rows.h"

/// The cells that `ledger_take` has kept since the batch was emptied, row after row, and their bytes.
struct ledger_batch {
  struct ledger_cell *cells;
  char *bytes;
  int64_t cell_count, cell_capacity;
  int64_t byte_count, byte_capacity;
};

/// Adds the function `ledger_take` to a connection, and returns the batch that it fills, or NULL if that fails.
/// The connection frees the batch when it is closed.
struct ledger_batch *ledger_sqlite_batch(sqlite3 *database);
