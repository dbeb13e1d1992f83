#include "rows.h"

#include <stdlib.h>
#include <string.h>

struct table {
  sqlite3_vtab base;
  const struct ledger_rows *rows;
};

struct cursor {
  sqlite3_vtab_cursor base;
  const struct ledger_rows *rows;
  const struct ledger_cell *row;
  const struct ledger_cell *end;
};

static int rows_connect(
    sqlite3 *database, void *rows, int count, const char *const *arguments, sqlite3_vtab **vtab, char **message) {
  (void)count, (void)arguments, (void)message;
  char sql[ledger_rows_columns * 5 + 32] = "CREATE TABLE x(c0";
  size_t length = strlen(sql);
  for (int column = 1; column < ledger_rows_columns; column++) {
    sqlite3_snprintf((int)(sizeof sql - length), sql + length, ",c%d", column);
    length += strlen(sql + length);
  }
  sqlite3_snprintf((int)(sizeof sql - length), sql + length, ")");
  int code = sqlite3_declare_vtab(database, sql);
  if (code != SQLITE_OK) return code;
  struct table *table = calloc(1, sizeof *table);
  if (!table) return SQLITE_NOMEM;
  table->rows = rows;
  *vtab = &table->base;
  return SQLITE_OK;
}

static int rows_disconnect(sqlite3_vtab *vtab) {
  free(vtab);
  return SQLITE_OK;
}

static int rows_plan(sqlite3_vtab *vtab, sqlite3_index_info *plan) {
  (void)vtab;
  plan->estimatedCost = 1000;
  plan->estimatedRows = 1000;
  return SQLITE_OK;
}

static int rows_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **opened) {
  struct cursor *cursor = calloc(1, sizeof *cursor);
  if (!cursor) return SQLITE_NOMEM;
  cursor->rows = ((struct table *)vtab)->rows;
  *opened = &cursor->base;
  return SQLITE_OK;
}

static int rows_close(sqlite3_vtab_cursor *cursor) {
  free(cursor);
  return SQLITE_OK;
}

static int rows_begin(sqlite3_vtab_cursor *opened, int plan, const char *name, int count, sqlite3_value **values) {
  (void)plan, (void)name, (void)count, (void)values;
  struct cursor *cursor = (struct cursor *)opened;
  cursor->row = cursor->rows->cells;
  cursor->end = cursor->row + cursor->rows->count * cursor->rows->columns;
  return SQLITE_OK;
}

static int rows_next(sqlite3_vtab_cursor *opened) {
  struct cursor *cursor = (struct cursor *)opened;
  cursor->row += cursor->rows->columns;
  return SQLITE_OK;
}

static int rows_ended(sqlite3_vtab_cursor *opened) {
  const struct cursor *cursor = (const struct cursor *)opened;
  return cursor->row >= cursor->end;
}

static int rows_column(sqlite3_vtab_cursor *opened, sqlite3_context *context, int column) {
  const struct cursor *cursor = (const struct cursor *)opened;
  if (column >= cursor->rows->columns) return SQLITE_OK;  // NULL
  const struct ledger_cell *cell = &cursor->row[column];
  switch (cell->type) {
    case SQLITE_INTEGER: sqlite3_result_int64(context, cell->value); break;
    case SQLITE_TEXT:
      sqlite3_result_text64(
          context, cursor->rows->bytes + cell->value, (sqlite3_uint64)cell->size, SQLITE_STATIC, SQLITE_UTF8);
      break;
    case SQLITE_BLOB:
      sqlite3_result_blob64(context, cursor->rows->bytes + cell->value, (sqlite3_uint64)cell->size, SQLITE_STATIC);
      break;
    default: break;  // NULL
  }
  return SQLITE_OK;
}

static int rows_number(sqlite3_vtab_cursor *opened, sqlite3_int64 *number) {
  const struct cursor *cursor = (const struct cursor *)opened;
  *number = (cursor->row - cursor->rows->cells) / cursor->rows->columns;
  return SQLITE_OK;
}

// Without xCreate the table exists in every connection that has the module, and in no schema.
static const sqlite3_module module = {
    .iVersion = 0,
    .xConnect = rows_connect,
    .xBestIndex = rows_plan,
    .xDisconnect = rows_disconnect,
    .xDestroy = rows_disconnect,
    .xOpen = rows_open,
    .xClose = rows_close,
    .xFilter = rows_begin,
    .xNext = rows_next,
    .xEof = rows_ended,
    .xColumn = rows_column,
    .xRowid = rows_number,
};

struct ledger_rows *ledger_sqlite_rows(sqlite3 *database, const char *name) {
  struct ledger_rows *rows = calloc(1, sizeof *rows);
  if (!rows) return NULL;
  rows->bytes = "";
  // SQLite frees the rows also if this fails.
  return sqlite3_create_module_v2(database, name, &module, rows, free) == SQLITE_OK ? rows : NULL;
}
