#pragma once

// Reads the pages of a database as an open transaction sees them, without going through SQLite for each row.

#include <sqlite3.h>
#include <stdint.h>

/// Returns the connection's main file if it contains every page that the open transaction sees, or else NULL.
///
/// The pages then stay the same until the transaction ends. NULL is also returned if this cannot be determined.
///
/// The condition holds if the whole write-ahead log had been copied into the file. If the transaction began after that,
/// it keeps other connections from copying more. If it began before, nothing was copied that it does not see, because
/// a checkpoint stops at the oldest reader (sqlite.org/walformat.html, "WAL-Index Locks"). Frames that other connections
/// write later are not part of its snapshot.
sqlite3_file *ledger_sqlite_whole_file(sqlite3 *database);

/// Reads bytes of the file, and returns SQLITE_OK or the code of the error.
static inline int ledger_sqlite_read_file(sqlite3_file *file, void *bytes, int count, int64_t offset) {
  return file->pMethods->xRead(file, bytes, count, offset);
}
