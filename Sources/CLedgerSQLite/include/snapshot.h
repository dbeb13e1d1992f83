#pragma once

// The pages of a database as an open transaction sees them, without SQLite's own way to each row.

#include <sqlite3.h>
#include <stdint.h>

/// The connection's main file, where the transaction that is open reads and every page that it sees stands in that file
/// and stays as it is until the transaction ends; NULL where not, or where that can't be told.
///
/// So it is where all of the write-ahead log has been copied into the file. A transaction that begins then keeps others
/// from copying more; one that began before has nothing behind what was copied: nobody copies what a reader has not
/// seen (sqlite.org/walformat.html, "WAL-Index Locks"). Frames of others that come later are none of its pages.
sqlite3_file *ledger_sqlite_whole_file(sqlite3 *database);

/// Reads bytes of it; SQLITE_OK, or what went wrong.
static inline int ledger_sqlite_read_file(sqlite3_file *file, void *bytes, int count, int64_t offset) {
  return file->pMethods->xRead(file, bytes, count, offset);
}
