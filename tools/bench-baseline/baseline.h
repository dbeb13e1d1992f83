// The plain C that ours is compared with: libsqlite3 and nothing else, written as one who knows it would.
#pragma once

#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A row that is ready to be bound: nothing is computed while the clock runs.
struct cell {
  int type;         // SQLITE_INTEGER, SQLITE_TEXT, SQLITE_BLOB, SQLITE_NULL
  int size;         // bytes of a text or blob
  int64_t integer;  // the integer, or where the bytes stand in the arena
};

struct rows {
  int columns;
  int64_t count;
  struct cell *cells;
  char *arena;
  int64_t cells_capacity, arena_size, arena_capacity;
};

void check(int code, sqlite3 *database, const char *what);
double seconds(void);
sqlite3 *open_database(const char *path, int is_new, int is_full);
void execute(sqlite3 *database, const char *sql);
sqlite3_stmt *prepare(sqlite3 *database, const char *sql);

// Reads up to `limit` rows of a running statement into `rows`, in place of what was there; how many there were.
int64_t load(struct rows *rows, sqlite3_stmt *statement, int64_t limit);
// Binds one row, without copying, and runs the statement.
void insert(sqlite3_stmt *statement, const struct rows *rows, int64_t row);

int append(const char *log, const char *target, int64_t batch);
int durable(const char *log, const char *target, int64_t count);
int scan(const char *log);
int scan_parallel(const char *log, int threads);
int rebuild(const char *log, const char *models, const char *target);
