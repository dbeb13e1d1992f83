#include "baseline.h"

#include <time.h>

void check(int code, sqlite3 *database, const char *what) {
  if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) return;
  fprintf(stderr, "baseline: %s: %s\n", what, database ? sqlite3_errmsg(database) : sqlite3_errstr(code));
  exit(74);
}

double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

sqlite3 *open_database(const char *path, int is_new, int is_full) {
  sqlite3 *database;
  int flags = SQLITE_OPEN_NOMUTEX | (is_new ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READWRITE);
  check(sqlite3_open_v2(path, &database, flags, NULL), NULL, path);
  execute(database, "PRAGMA page_size = 8192");
  execute(database, "PRAGMA journal_mode = WAL");
  execute(database, is_full ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
  execute(database, "PRAGMA temp_store = MEMORY");
  return database;
}

void execute(sqlite3 *database, const char *sql) { check(sqlite3_exec(database, sql, NULL, NULL, NULL), database, sql); }

sqlite3_stmt *prepare(sqlite3 *database, const char *sql) {
  sqlite3_stmt *statement;
  check(sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL), database, sql);
  return statement;
}

static void *grown(void *memory, int64_t *capacity, int64_t needed, size_t size) {
  if (needed <= *capacity) return memory;
  while (*capacity < needed) *capacity = *capacity ? *capacity * 2 : 1 << 16;
  memory = realloc(memory, (size_t)*capacity * size);
  if (!memory) check(SQLITE_NOMEM, NULL, "memory");
  return memory;
}

int64_t load(struct rows *rows, sqlite3_stmt *statement, int64_t limit) {
  rows->columns = sqlite3_column_count(statement);
  rows->count = 0;
  rows->arena_size = 0;
  while (rows->count < limit) {
    int code = sqlite3_step(statement);
    check(code, sqlite3_db_handle(statement), "read");
    if (code != SQLITE_ROW) break;
    int64_t first = rows->count * rows->columns;
    rows->cells = grown(rows->cells, &rows->cells_capacity, first + rows->columns, sizeof(struct cell));
    for (int column = 0; column < rows->columns; column++) {
      struct cell *cell = &rows->cells[first + column];
      cell->type = sqlite3_column_type(statement, column);
      if (cell->type == SQLITE_INTEGER) {
        cell->integer = sqlite3_column_int64(statement, column);
      } else if (cell->type != SQLITE_NULL) {
        const void *bytes = sqlite3_column_blob(statement, column);
        cell->size = sqlite3_column_bytes(statement, column);
        rows->arena =
            grown(rows->arena, &rows->arena_capacity, rows->arena_size + cell->size + 1, sizeof(char));
        cell->integer = rows->arena_size;
        if (cell->size) memcpy(rows->arena + rows->arena_size, bytes, (size_t)cell->size);
        rows->arena_size += cell->size;
      }
    }
    rows->count++;
  }
  return rows->count;
}

void insert(sqlite3_stmt *statement, const struct rows *rows, int64_t row) {
  const struct cell *cells = &rows->cells[row * rows->columns];
  for (int column = 0; column < rows->columns; column++) {
    const struct cell *cell = &cells[column];
    switch (cell->type) {
      case SQLITE_INTEGER: sqlite3_bind_int64(statement, column + 1, cell->integer); break;
      case SQLITE_TEXT:
        sqlite3_bind_text(statement, column + 1, rows->arena + cell->integer, cell->size, SQLITE_STATIC);
        break;
      case SQLITE_BLOB:
        sqlite3_bind_blob(statement, column + 1, rows->arena + cell->integer, cell->size, SQLITE_STATIC);
        break;
      default: sqlite3_bind_null(statement, column + 1);
    }
  }
  int code = sqlite3_step(statement);
  if (code != SQLITE_DONE) check(code, sqlite3_db_handle(statement), "insert");
  sqlite3_reset(statement);
}
