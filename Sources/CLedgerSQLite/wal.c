#include "wal.h"

static sqlite3_file *wal_of(sqlite3 *database) {
  sqlite3_file *file = 0;
  int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file);
  return code == SQLITE_OK && file && file->pMethods ? file : (sqlite3_file *)0;
}

int64_t ledger_sqlite_wal_size(sqlite3 *database) {
  sqlite3_file *file = wal_of(database);
  sqlite3_int64 size = -1;
  return file && file->pMethods->xFileSize(file, &size) == SQLITE_OK ? size : -1;
}

int ledger_sqlite_lengthen_wal(sqlite3 *database, int64_t size, int64_t more) {
  static const char zeros[32 << 10];
  sqlite3_file *file = wal_of(database);
  if (!file) return SQLITE_MISUSE;
  for (int64_t done = 0; done < more; done += (int64_t)sizeof zeros) {
    int64_t left = more - done;
    int count = left < (int64_t)sizeof zeros ? (int)left : (int)sizeof zeros;
    int code = file->pMethods->xWrite(file, zeros, count, size + done);
    if (code == SQLITE_OK) continue;
    (void)file->pMethods->xTruncate(file, size);
    return code;
  }
  return SQLITE_OK;
}
