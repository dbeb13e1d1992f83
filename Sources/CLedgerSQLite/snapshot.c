#include "snapshot.h"

#include <stddef.h>

// Offsets in the WAL-index, in words (sqlite.org/walformat.html, "The WAL-Index Header"). They are those of its version,
// of the last frame in its two copies, and of the number of frames copied into the file.
enum { version_word = 0, last_frame_word = 4, last_frame_again_word = 16, copied_word = 24 };
enum { known_version = 3007000, region_size = 32768 };

sqlite3_file *ledger_sqlite_whole_file(sqlite3 *database) {
  if (sqlite3_txn_state(database, "main") != SQLITE_TXN_READ) return NULL;
  sqlite3_file *file = NULL;
  if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK) return NULL;
  if (!file || !file->pMethods || file->pMethods->iVersion < 2 || !file->pMethods->xShmMap) return NULL;
  // A file without a write-ahead log has no WAL-index, and mapping it would create one.
  unsigned char form[2];
  if (file->pMethods->xRead(file, form, 2, 18) != SQLITE_OK || form[0] != 2 || form[1] != 2) return NULL;
  void volatile *index = NULL;
  int code = file->pMethods->xShmMap(file, 0, region_size, 0, &index);
  if ((code != SQLITE_OK && code != SQLITE_READONLY) || !index) return NULL;
  const volatile uint32_t *words = index;
  if (words[version_word] != known_version) return NULL;
  uint32_t last = words[last_frame_word];
  return last == words[last_frame_again_word] && last == words[copied_word] ? file : NULL;
}
