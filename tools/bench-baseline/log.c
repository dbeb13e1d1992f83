#include "baseline.h"

#include <pthread.h>

// Our table with our columns in our order; the unique (stream, version) kept, no guards.
static const char *const schema =
    "CREATE TABLE event (position INTEGER PRIMARY KEY, stream INTEGER NOT NULL, version INTEGER NOT NULL,"
    " type INTEGER NOT NULL, schema INTEGER NOT NULL, device INTEGER NOT NULL, sequence INTEGER NOT NULL,"
    " time INTEGER NOT NULL, payload BLOB, lag INTEGER NOT NULL, offset INTEGER NOT NULL, received INTEGER NOT NULL,"
    " cause_device INTEGER, cause_sequence INTEGER, seen BLOB, actor TEXT NOT NULL, correlation BLOB NOT NULL,"
    " salt BLOB NOT NULL, leaf BLOB NOT NULL);"
    "CREATE UNIQUE INDEX event_by_stream ON event (stream, version);";
static const char *const every_row = "SELECT * FROM event ORDER BY position";
static const char *const insert_row = "INSERT INTO event VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)";

// Rows that are read ahead, outside the time that counts.
enum { chunk = 50000 };

// Inserts ready rows with one prepared statement: all in one transaction, or `batch` in each.
int append(const char *log, const char *target, int64_t batch) {
  sqlite3 *source = open_database(log, 0, 1), *database = open_database(target, 1, 1);
  execute(database, schema);
  sqlite3_stmt *read = prepare(source, every_row), *write = prepare(database, insert_row);
  struct rows rows = {0};
  int64_t count = 0;
  double total = 0;
  int is_open = 0;
  const int64_t limit = batch && batch < chunk ? batch : chunk;
  // A load that ends before its limit has read the last row: the next would begin at the first.
  for (int is_more = 1; is_more && load(&rows, read, limit) > 0;) {
    is_more = rows.count == limit;
    double start = seconds();
    if (!is_open) execute(database, "BEGIN IMMEDIATE");
    is_open = 1;
    for (int64_t row = 0; row < rows.count; row++) insert(write, &rows, row);
    count += rows.count;
    if (batch) {
      execute(database, "COMMIT");
      is_open = 0;
    }
    total += seconds() - start;
  }
  double start = seconds();
  if (is_open) execute(database, "COMMIT");
  total += seconds() - start;
  printf("rows %lld\nseconds %.6f\nperSecond %.1f\n", (long long)count, total, (double)count / total);
  return 0;
}

static int ascending(const void *left, const void *right) {
  double difference = *(const double *)left - *(const double *)right;
  return difference < 0 ? -1 : difference > 0;
}

// One INSERT and commit, again and again, into a log that has the rows of ours already.
int durable(const char *log, const char *target, int64_t limit) {
  sqlite3 *source = open_database(log, 0, 1), *database = open_database(target, 0, 1);
  sqlite3_stmt *write = prepare(database, insert_row);
  sqlite3_stmt *begin = prepare(database, "BEGIN IMMEDIATE"), *commit = prepare(database, "COMMIT");
  sqlite3_stmt *last = prepare(database, "SELECT ifnull(max(position), 0), ifnull(max(stream), 0) FROM event");
  sqlite3_step(last);
  int64_t position = sqlite3_column_int64(last, 0), stream = sqlite3_column_int64(last, 1);
  sqlite3_finalize(last);
  struct rows rows = {0};
  sqlite3_stmt *read = prepare(
      source, "SELECT * FROM event WHERE type = (SELECT key FROM type WHERE name = 'TransactionRecorded') LIMIT ?1");
  sqlite3_bind_int64(read, 1, limit);
  int64_t available = load(&rows, read, limit);
  sqlite3_reset(read);
  if (available == 0) return 1;
  double *times = malloc(sizeof(double) * (size_t)limit), total = 0;
  for (int64_t number = 0; number < limit; number++) {
    struct cell *cells = &rows.cells[number % available * rows.columns];
    cells[0].integer = ++position;
    cells[1].integer = ++stream;
    cells[2].integer = 1;
    double start = seconds();
    sqlite3_step(begin);
    sqlite3_reset(begin);
    insert(write, &rows, number % available);
    if (sqlite3_step(commit) != SQLITE_DONE) check(SQLITE_ERROR, database, "commit");
    sqlite3_reset(commit);
    times[number] = seconds() - start;
    total += times[number];
  }
  qsort(times, (size_t)limit, sizeof(double), ascending);
  printf("rows %lld\nseconds %.6f\nperSecond %.1f\np50Microseconds %.1f\np99Microseconds %.1f\n", (long long)limit, total,
         (double)limit / total, times[limit / 2] * 1e6, times[limit * 99 / 100] * 1e6);
  return 0;
}

// Every column of a row, each as what it is.
static uint64_t read_columns(sqlite3_stmt *read) {
  uint64_t sum = 0;
  for (int column = 0; column < 8; column++) sum += (uint64_t)sqlite3_column_int64(read, column);
  sum += (uintptr_t)sqlite3_column_blob(read, 8) + (uint64_t)sqlite3_column_bytes(read, 8);
  for (int column = 9; column < 14; column++) sum += (uint64_t)sqlite3_column_int64(read, column);
  for (int column = 14; column < 19; column++) {
    sum += (uintptr_t)(column == 15 ? (const void *)sqlite3_column_text(read, column)
                                    : sqlite3_column_blob(read, column));
    sum += (uint64_t)sqlite3_column_bytes(read, column);
  }
  return sum;
}

// Reads every column of every row.
int scan(const char *log) {
  sqlite3 *database = open_database(log, 0, 1);
  sqlite3_stmt *read = prepare(database, every_row);
  double start = seconds();
  int64_t count = 0;
  uint64_t sum = 0;
  int code;
  while ((code = sqlite3_step(read)) == SQLITE_ROW) {
    sum += read_columns(read);
    count++;
  }
  check(code, database, "scan");
  double total = seconds() - start;
  printf("rows %lld\nseconds %.6f\nperSecond %.1f\nsum %llu\n", (long long)count, total, (double)count / total,
         (unsigned long long)sum);
  sqlite3_reset(read);

  sqlite3_stmt *eight = prepare(
      database, "SELECT position, stream, version, type, schema, device, time, payload FROM event ORDER BY position");
  start = seconds();
  while ((code = sqlite3_step(eight)) == SQLITE_ROW) {
    for (int column = 0; column < 7; column++) sum += (uint64_t)sqlite3_column_int64(eight, column);
    sum += (uintptr_t)sqlite3_column_blob(eight, 7) + (uint64_t)sqlite3_column_bytes(eight, 7);
  }
  check(code, database, "scan");
  total = seconds() - start;
  printf("eightColumnsPerSecond %.1f\nsum %llu\n", (double)count / total, (unsigned long long)sum);
  return 0;
}

struct range {
  pthread_t thread;
  const char *log;
  int64_t first, last, count;
  uint64_t sum;
};

static void *scan_range(void *argument) {
  struct range *range = argument;
  sqlite3 *database = open_database(range->log, 0, 1);
  sqlite3_stmt *read = prepare(database, "SELECT * FROM event WHERE position BETWEEN ?1 AND ?2 ORDER BY position");
  sqlite3_bind_int64(read, 1, range->first);
  sqlite3_bind_int64(read, 2, range->last);
  int code;
  while ((code = sqlite3_step(read)) == SQLITE_ROW) {
    range->sum += read_columns(read);
    range->count++;
  }
  check(code, database, "scan");
  sqlite3_finalize(read);
  return NULL;
}

// The same with so many threads, a connection and a range of positions each, and no lock around counting memory.
int scan_parallel(const char *log, int threads) {
  if (threads < 1 || threads > 256) return 64;
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  sqlite3 *database = open_database(log, 0, 1);  // Open for as long as the threads open theirs.
  sqlite3_stmt *last = prepare(database, "SELECT ifnull(max(position), 0) FROM event");
  sqlite3_step(last);
  int64_t end = sqlite3_column_int64(last, 0);
  sqlite3_finalize(last);
  struct range ranges[256] = {0};
  double start = seconds();
  for (int index = 0; index < threads; index++) {
    struct range *range = &ranges[index];
    range->log = log;
    range->first = end * index / threads + 1;
    range->last = end * (index + 1) / threads;
    if (pthread_create(&range->thread, NULL, scan_range, range) != 0) check(SQLITE_ERROR, NULL, "a thread");
  }
  int64_t count = 0;
  uint64_t sum = 0;
  for (int index = 0; index < threads; index++) {
    pthread_join(ranges[index].thread, NULL);
    count += ranges[index].count;
    sum += ranges[index].sum;
  }
  double total = seconds() - start;
  printf("rows %lld\nseconds %.6f\nperSecond %.1f\nsum %llu\n", (long long)count, total, (double)count / total,
         (unsigned long long)sum);
  return 0;
}
