#pragma once

// The system's SQLite, and the few of its functions that Swift can't call itself: variadic ones, and those that
// take one of the two magic destructors.

#include <sqlite3.h>
#include <stdint.h>

/// Sets one of the connection's options that are a number (`SQLITE_DBCONFIG_…`).
static inline int ledger_sqlite_configure(sqlite3 *database, int option, int value) {
  return sqlite3_db_config(database, option, value, (int *)0);
}

/// Turns the process's memory statistics on or off. SQLITE_MISUSE once SQLite has been used.
static inline int ledger_sqlite_memory_statistics(int on) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, on);
}

/// Binds UTF-8 text of `count` bytes, copied. A null pointer with a count of zero is empty text, not NULL.
static inline int ledger_sqlite_bind_text(sqlite3_stmt *statement, int index, const void *text, sqlite3_uint64 count) {
  return sqlite3_bind_text64(
      statement, index, text ? (const char *)text : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds `count` bytes, copied. A null pointer with a count of zero is an empty blob, not NULL.
static inline int ledger_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

/// Binds UTF-8 text that stays where it is until the statement is bound anew or cleared: not copied.
static inline int ledger_sqlite_bind_text_in_place(
    sqlite3_stmt *statement, int index, const void *text, sqlite3_uint64 count) {
  return sqlite3_bind_text64(
      statement, index, text ? (const char *)text : "", count, SQLITE_STATIC, SQLITE_UTF8);
}

/// Binds bytes that stay where they are until the statement is bound anew or cleared: not copied.
static inline int ledger_sqlite_bind_blob_in_place(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_STATIC);
}

/// Waits for a lock up to `milliseconds`, in short steps with jitter, so that many writers all get their turn.
///
/// SQLite's own timeout sleeps longer and longer, up to 100 ms, and starves whoever has waited longest.
int ledger_sqlite_wait_for_locks(sqlite3 *database, int milliseconds);

/// Lets the disk begin with bytes of a file that were written just now, where the system can be asked for that.
void ledger_sqlite_begin_writing(int descriptor, int64_t offset, int64_t count);
