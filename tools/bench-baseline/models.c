#include "baseline.h"

enum { most_tables = 64 };

struct table {
  char *name;
  struct rows rows;
};

static int is_shadow(const char *name) {
  // Full-text search and history are not part of a rebuild.
  return strncmp(name, "sqlite_", 7) == 0 || strstr(name, "search") || strstr(name, "history");
}

// Reads the log, all of it, and writes the very rows that a rebuild of ours wrote, interpreting nothing.
//
// The rows are ready in memory. The tables, indexes and order of keys are the same, with prepared INSERTs in one
// transaction.
int rebuild(const char *log, const char *models, const char *target) {
  sqlite3 *source = open_database(models, 0, 0), *database = open_database(target, 1, 0);
  sqlite3_wal_autocheckpoint(database, 10000);
  static struct table tables[most_tables];
  int count = 0;
  sqlite3_stmt *schema =
      prepare(source, "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type = 'index', rowid");
  while (sqlite3_step(schema) == SQLITE_ROW) {
    const char *type = (const char *)sqlite3_column_text(schema, 0);
    const char *name = (const char *)sqlite3_column_text(schema, 1);
    if (is_shadow(name) || strcmp(type, "trigger") == 0) continue;
    execute(database, (const char *)sqlite3_column_text(schema, 2));
    if (strcmp(type, "table") == 0 && count < most_tables) tables[count++].name = strdup(name);
  }
  sqlite3_finalize(schema);
  char sql[2048];
  int64_t total_rows = 0;
  for (int index = 0; index < count; index++) {
    snprintf(sql, sizeof sql, "SELECT * FROM \"%s\"", tables[index].name);
    sqlite3_stmt *read = prepare(source, sql);
    total_rows += load(&tables[index].rows, read, INT64_MAX);
    sqlite3_finalize(read);
  }

  double start = seconds();
  sqlite3 *events = open_database(log, 0, 1);
  sqlite3_stmt *read = prepare(events, "SELECT * FROM event ORDER BY position");
  int64_t events_read = 0;
  uint64_t sum = 0;
  while (sqlite3_step(read) == SQLITE_ROW) {
    for (int column = 0; column < 19; column++) {
      if (column == 8 || column >= 14) {
        sum += (uintptr_t)sqlite3_column_blob(read, column) + (uint64_t)sqlite3_column_bytes(read, column);
      } else {
        sum += (uint64_t)sqlite3_column_int64(read, column);
      }
    }
    events_read++;
  }
  double after_reading = seconds();
  execute(database, "BEGIN IMMEDIATE");
  for (int index = 0; index < count; index++) {
    const struct rows *rows = &tables[index].rows;
    int length = snprintf(sql, sizeof sql, "INSERT INTO \"%s\" VALUES (", tables[index].name);
    for (int column = 0; column < rows->columns; column++) {
      length += snprintf(sql + length, sizeof sql - (size_t)length, column ? ",?" : "?");
    }
    snprintf(sql + length, sizeof sql - (size_t)length, ")");
    sqlite3_stmt *write = prepare(database, sql);
    for (int64_t row = 0; row < rows->count; row++) insert(write, rows, row);
    sqlite3_finalize(write);
  }
  execute(database, "COMMIT");
  double total = seconds() - start;
  printf("rows %lld\nevents %lld\nseconds %.6f\nreadSeconds %.6f\nperSecond %.1f\nsum %llu\n", (long long)total_rows,
         (long long)events_read, total, after_reading - start, (double)events_read / total, (unsigned long long)sum);
  return 0;
}
