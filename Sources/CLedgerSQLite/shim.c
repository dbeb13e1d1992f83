#define _GNU_SOURCE  // sync_file_range

#include "shim.h"

#include <fcntl.h>

#include <stdint.h>
#include <time.h>
#include <unistd.h>

static int64_t monotonic_microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

// The pointer's value is the connection's limit in milliseconds. The start of the wait is kept per thread, because a
// connection waits on one thread at a time. A count of zero begins a new wait.
static int wait_a_little(void *limit, int count) {
  static _Thread_local int64_t began;
  int64_t now = monotonic_microseconds();
  if (count == 0) began = now;
  if (now - began >= (int64_t)(intptr_t)limit * 1000) return 0;
  unsigned jitter = (unsigned)(((uint64_t)now * 6364136223846793005u) >> 54);  // 0 to 1,023
  usleep((count < 8 ? 100u : 500u) + jitter * (count < 8 ? 1u : 2u));
  return 1;
}

int ledger_sqlite_wait_for_locks(sqlite3 *database, int milliseconds) {
  if (milliseconds <= 0) return sqlite3_busy_handler(database, (int (*)(void *, int))0, (void *)0);
  return sqlite3_busy_handler(database, wait_a_little, (void *)(intptr_t)milliseconds);
}

void ledger_sqlite_begin_writing(int descriptor, int64_t offset, int64_t count) {
#ifdef __linux__
  (void)sync_file_range(descriptor, offset, count, SYNC_FILE_RANGE_WRITE);
#else
  (void)descriptor, (void)offset, (void)count;
#endif
}
