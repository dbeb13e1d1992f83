#pragma once

// Watches the operations on the files of one folder. SQLite's go through a VFS around the system's. The others (on
// Linux) go through the C library's functions, which this target replaces in the test's executable. It records
// operations, lets chosen ones fail, and can make the disk as small as wanted. Everything outside watched folders
// passes.

#include <stddef.h>
#include <stdint.h>

/// One watched folder. Used by one thread at a time.
typedef struct fault_session fault_session;

/// What was done.
enum fault_kind {
  FAULT_KNOWN = 0,     ///< `path` names `file`, which was there before
  FAULT_LINK = 1,      ///< `path` began to name `file`, which is new and empty
  FAULT_UNLINK,        ///< `path` names nothing any more
  FAULT_RENAME,        ///< `path` became `other`
  FAULT_MAKE_FOLDER,   ///< `path` is a new folder
  FAULT_SYNC_FOLDER,   ///< the names in `path` are on the disk
  FAULT_WRITE,         ///< `size` bytes of `file` at `offset`
  FAULT_TRUNCATE,      ///< `file` has `size` bytes
  FAULT_SYNC,          ///< what was written to `file` is on the disk
  FAULT_MARK           ///< the test said: `offset`
};

/// One operation; pointers are valid until the session ends. Paths are relative to the folder, which is "".
typedef struct {
  int32_t kind;
  int32_t file;
  int64_t offset;
  int64_t size;
  const uint8_t *bytes;
  const char *path;
  const char *other;
} fault_operation;

/// Kinds of operations that can be made to fail.
///
/// The first ten are the VFS's. OPEN, READ, WRITE, SYNC, TRUNCATE and DELETE also apply to files that SQLite does not
/// open. RENAME and FOLDER apply to those only.
enum fault_class {
  FAULT_CLASS_OPEN,
  FAULT_CLASS_READ,
  FAULT_CLASS_WRITE,
  FAULT_CLASS_SYNC,
  FAULT_CLASS_TRUNCATE,
  FAULT_CLASS_DELETE,
  FAULT_CLASS_LOCK,
  FAULT_CLASS_SHM_MAP,
  FAULT_CLASS_FILE_SIZE,
  FAULT_CLASS_ACCESS,
  FAULT_CLASS_RENAME,
  FAULT_CLASS_FOLDER,
  FAULT_CLASS_COUNT
};

/// Whether files that SQLite knows nothing of are seen too.
int fault_sees_all_files(void);

/// Watches a folder, which must be there, by its real path. NULL: too many at once.
fault_session *fault_begin(const char *folder, int records);
/// Stops watching; every file must be closed.
void fault_end(fault_session *session);

/// Makes every connection opened from now on take `PRAGMA synchronous = FULL` for NORMAL.
void fault_set_normal(fault_session *session, int on);
/// Makes every connection opened from now on copy its -wal into the database after so many pages; 0: as it likes.
void fault_set_checkpoint(fault_session *session, int pages);
/// Lets operation number `at` (from 1) of a class fail, and all later ones if `goes_on`. It counts from now.
/// A class of -1 disarms.
void fault_arm(fault_session *session, int operation_class, int64_t at, int goes_on);
/// How many operations of a class there were since the last `fault_arm`.
int64_t fault_count(fault_session *session, int operation_class);
/// How many were made to fail since.
int64_t fault_hits(fault_session *session);
/// Bytes that the files may have together; negative: no limit. Files that were there before are not counted until
/// they are opened.
void fault_set_quota(fault_session *session, int64_t bytes);
/// Bytes that the files have together.
int64_t fault_used(fault_session *session);

/// Records a mark of the test's own.
void fault_mark(fault_session *session, int64_t number);
/// What was recorded.
int64_t fault_operation_count(fault_session *session);
fault_operation fault_operation_at(fault_session *session, int64_t index);

/// Starts a process that reads from a file and whose output and errors can be read; 0 or the error's number.
int fault_spawn(
    const char *program, char *const *words, char *const *environment, const char *input, const char *folder,
    int *output, int *errors, int32_t *process);
