#pragma once

// The write-ahead log made longer before anything is written there. A sync of what lies inside a file waits for its
// blocks alone; one of what made it longer waits for the file system's journal besides, which takes as long again.

#include <sqlite3.h>
#include <stdint.h>

/// How long the -wal of the connection is, in bytes; negative where there is none, or it can't be asked.
int64_t ledger_sqlite_wal_size(sqlite3 *database);

/// Makes the -wal, which is `size` bytes long, longer by zeros: through SQLite's own file, inside a write transaction,
/// where nobody else writes it. Where that fails the -wal is as long as it was.
///
/// Nobody takes zeros for a frame: its page would be page 0, and its salt another than the header's. What comes behind
/// the last frame is what a crash may leave there at any time.
int ledger_sqlite_lengthen_wal(sqlite3 *database, int64_t size, int64_t more);
