#pragma once

// The system's SQLite, with wrappers for functions that Swift cannot call: variadic ones, and those that take
// SQLITE_STATIC or SQLITE_TRANSIENT.

#include <sqlite3.h>
#include <stdint.h>

/// Sets an option of the connection that has an integer value (`SQLITE_DBCONFIG_…`).
static inline int ledger_sqlite_configure(sqlite3 *database, int option, int value) {
  return sqlite3_db_config(database, option, value, (int *)0);
}

/// Turns the process's memory statistics on or off. Returns SQLITE_MISUSE once SQLite has been used.
static inline int ledger_sqlite_memory_statistics(int on) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, on);
}

/// Binds a copy of UTF-8 text of `count` bytes. A null pointer with a count of zero is empty text, not NULL.
static inline int ledger_sqlite_bind_text(sqlite3_stmt *statement, int index, const void *text, sqlite3_uint64 count) {
  return sqlite3_bind_text64(
      statement, index, text ? (const char *)text : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds a copy of `count` bytes. A null pointer with a count of zero is an empty blob, not NULL.
static inline int ledger_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

/// Binds UTF-8 text without copying it. It must stay valid until the statement is bound again or cleared.
static inline int ledger_sqlite_bind_text_in_place(
    sqlite3_stmt *statement, int index, const void *text, sqlite3_uint64 count) {
  return sqlite3_bind_text64(
      statement, index, text ? (const char *)text : "", count, SQLITE_STATIC, SQLITE_UTF8);
}

/// Binds bytes without copying them. They must stay valid until the statement is bound again or cleared.
static inline int ledger_sqlite_bind_blob_in_place(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_STATIC);
}

/// Makes the connection wait for locks up to `milliseconds`, in short steps with jitter, so that every writer gets its
/// turn.
///
/// The sleeps of SQLite's own timeout grow to 100 ms, which starves the writer that has waited longest.
int ledger_sqlite_wait_for_locks(sqlite3 *database, int milliseconds);

/// Asks the system, if it can, to start writing some bytes of a file to the disk.
void ledger_sqlite_begin_writing(int descriptor, int64_t offset, int64_t count);
