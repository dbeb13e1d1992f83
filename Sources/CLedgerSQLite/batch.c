#include "batch.h"

#include <stdlib.h>
#include <string.h>

static void *grown(void *memory, int64_t *capacity, int64_t needed, size_t size) {
  int64_t larger = *capacity ? *capacity : 4096;
  while (larger < needed) larger *= 2;
  void *moved = realloc(memory, (size_t)larger * size);
  if (moved) *capacity = larger;
  return moved;
}

static void take(sqlite3_context *context, int count, sqlite3_value **values) {
  struct ledger_batch *batch = sqlite3_user_data(context);
  if (batch->cell_count + count > batch->cell_capacity) {
    void *moved = grown(batch->cells, &batch->cell_capacity, batch->cell_count + count, sizeof *batch->cells);
    if (!moved) {
      sqlite3_result_error_nomem(context);
      return;
    }
    batch->cells = moved;
  }
  struct ledger_cell *cell = batch->cells + batch->cell_count;
  for (int index = 0; index < count; index++, cell++) {
    sqlite3_value *value = values[index];
    cell->type = sqlite3_value_type(value);
    cell->value = 0;
    cell->size = 0;
    if (cell->type == SQLITE_INTEGER) {
      cell->value = sqlite3_value_int64(value);
    } else if (cell->type != SQLITE_NULL) {
      const void *content = sqlite3_value_blob(value);
      int size = sqlite3_value_bytes(value);
      if (batch->byte_count + size > batch->byte_capacity) {
        void *moved = grown(batch->bytes, &batch->byte_capacity, batch->byte_count + size, 1);
        if (!moved) {
          sqlite3_result_error_nomem(context);
          return;
        }
        batch->bytes = moved;
      }
      if (size > 0) memcpy(batch->bytes + batch->byte_count, content, (size_t)size);
      cell->value = batch->byte_count;
      cell->size = size;
      batch->byte_count += size;
    }
  }
  batch->cell_count += count;
}

static void taken(sqlite3_context *context) { sqlite3_result_null(context); }

static void free_batch(void *memory) {
  struct ledger_batch *batch = memory;
  free(batch->cells);
  free(batch->bytes);
  free(batch);
}

struct ledger_batch *ledger_sqlite_batch(sqlite3 *database) {
  struct ledger_batch *batch = calloc(1, sizeof *batch);
  if (!batch) return NULL;
  // SQLite frees the batch also if this fails.
  int code = sqlite3_create_function_v2(
      database, "ledger_take", -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, batch, NULL, take, taken, free_batch);
  return code == SQLITE_OK ? batch : NULL;
}
