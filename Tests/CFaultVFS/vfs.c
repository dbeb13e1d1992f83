// The VFS around the system's. A file outside watched folders gets the system's own methods.
#include "session.h"

#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  sqlite3_file base;
  fault_session *session;
  int32_t number;
} watched_file;

#define HEADER ((sizeof(watched_file) + 15) & ~(size_t)15)

static sqlite3_vfs *system_vfs;
static sqlite3_vfs own_vfs;
static _Thread_local int sets_normal;
static _Thread_local sqlite3 *last_opened;

static sqlite3_file *inner(sqlite3_file *file) { return (sqlite3_file *)((char *)file + HEADER); }
static watched_file *watched(sqlite3_file *file) { return (watched_file *)file; }

#define FORWARD(call)      \
  fault_inside_vfs++;      \
  int code = call;         \
  fault_inside_vfs--;

#define FAIL(class, error) \
  if (fault_check(watched(file)->session, class)) return error;

static int file_close(sqlite3_file *file) {
  FORWARD(inner(file)->pMethods->xClose(inner(file)))
  return code;
}

static int file_read(sqlite3_file *file, void *bytes, int size, sqlite3_int64 offset) {
  FAIL(FAULT_CLASS_READ, SQLITE_IOERR_READ)
  FORWARD(inner(file)->pMethods->xRead(inner(file), bytes, size, offset))
  return code;
}

static int file_write(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset) {
  FAIL(FAULT_CLASS_WRITE, SQLITE_IOERR_WRITE)
  fault_session *session = watched(file)->session;
  int room = (int)fault_room(session, watched(file)->number, offset, size);
  if (room > 0) {
    FORWARD(inner(file)->pMethods->xWrite(inner(file), bytes, room, offset))
    if (code != SQLITE_OK) return code;
    fault_note_write(session, watched(file)->number, offset, bytes, room);
  }
  return room == size ? SQLITE_OK : SQLITE_FULL;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  FAIL(FAULT_CLASS_TRUNCATE, SQLITE_IOERR_TRUNCATE)
  FORWARD(inner(file)->pMethods->xTruncate(inner(file), size))
  if (code == SQLITE_OK) fault_note_truncate(watched(file)->session, watched(file)->number, size);
  return code;
}

static int file_sync(sqlite3_file *file, int flags) {
  FAIL(FAULT_CLASS_SYNC, SQLITE_IOERR_FSYNC)
  FORWARD(inner(file)->pMethods->xSync(inner(file), flags))
  if (code != SQLITE_OK) return code;
  fault_note_sync(watched(file)->session, watched(file)->number);
  return code;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  FAIL(FAULT_CLASS_FILE_SIZE, SQLITE_IOERR_FSTAT)
  return inner(file)->pMethods->xFileSize(inner(file), size);
}

static int file_lock(sqlite3_file *file, int level) {
  FAIL(FAULT_CLASS_LOCK, SQLITE_IOERR_LOCK)
  FORWARD(inner(file)->pMethods->xLock(inner(file), level))
  return code;
}

static int file_unlock(sqlite3_file *file, int level) {
  return inner(file)->pMethods->xUnlock(inner(file), level);
}

static int file_check_reserved_lock(sqlite3_file *file, int *is_locked) {
  FAIL(FAULT_CLASS_LOCK, SQLITE_IOERR_CHECKRESERVEDLOCK)
  return inner(file)->pMethods->xCheckReservedLock(inner(file), is_locked);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
  if (operation == SQLITE_FCNTL_PRAGMA && !sets_normal) {
    char **words = argument;
    if (words[1] && words[2] && sqlite3_stricmp(words[1], "synchronous") == 0) {
      // The last step of opening, on the connection that was opened last: what it was set to by default is past.
      int pages = fault_checkpoint(watched(file)->session);
      if (pages && last_opened) sqlite3_wal_autocheckpoint(last_opened, pages);
      if (fault_is_normal(watched(file)->session)) return SQLITE_OK;
    }
  }
  FORWARD(inner(file)->pMethods->xFileControl(inner(file), operation, argument))
  return code;
}

static int file_sector_size(sqlite3_file *file) { return inner(file)->pMethods->xSectorSize(inner(file)); }

static int file_characteristics(sqlite3_file *file) {
  return inner(file)->pMethods->xDeviceCharacteristics(inner(file));
}

static int file_shm_map(sqlite3_file *file, int page, int size, int extends, void volatile **memory) {
  FAIL(FAULT_CLASS_SHM_MAP, SQLITE_IOERR_SHMMAP)
  FORWARD(inner(file)->pMethods->xShmMap(inner(file), page, size, extends, memory))
  return code;
}

static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  if ((flags & SQLITE_SHM_LOCK) && fault_check(watched(file)->session, FAULT_CLASS_LOCK)) {
    return SQLITE_IOERR_SHMLOCK;
  }
  return inner(file)->pMethods->xShmLock(inner(file), offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *file) { inner(file)->pMethods->xShmBarrier(inner(file)); }

static int file_shm_unmap(sqlite3_file *file, int deletes) {
  FORWARD(inner(file)->pMethods->xShmUnmap(inner(file), deletes))
  return code;
}

static const sqlite3_io_methods methods = {
  2, file_close, file_read, file_write, file_truncate, file_sync, file_size, file_lock, file_unlock,
  file_check_reserved_lock, file_control, file_sector_size, file_characteristics, file_shm_map, file_shm_lock,
  file_shm_barrier, file_shm_unmap, NULL, NULL,
};

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out_flags) {
  (void)vfs;
  fault_session *session = fault_find(path);
  if (!session) return system_vfs->xOpen(system_vfs, path, file, flags, out_flags);
  memset(file, 0, HEADER);
  if (fault_check(session, FAULT_CLASS_OPEN)) return SQLITE_CANTOPEN;
  int is_new = access(path, F_OK) != 0;
  FORWARD(system_vfs->xOpen(system_vfs, path, inner(file), flags, out_flags))
  if (code != SQLITE_OK) return code;
  watched(file)->session = session;
  watched(file)->number = fault_note_open(session, path, is_new);
  file->pMethods = &methods;
  return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int syncs_folder) {
  (void)vfs;
  fault_session *session = fault_find(path);
  if (session && fault_check(session, FAULT_CLASS_DELETE)) return SQLITE_IOERR_DELETE;
  FORWARD(system_vfs->xDelete(system_vfs, path, syncs_folder))
  if (session && code == SQLITE_OK) fault_note_unlink(session, path);
  return code;
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *answer) {
  (void)vfs;
  fault_session *session = fault_find(path);
  if (session && fault_check(session, FAULT_CLASS_ACCESS)) return SQLITE_IOERR_ACCESS;
  return system_vfs->xAccess(system_vfs, path, flags, answer);
}

// What every new connection runs: the mutant that does not wait for the disk.
static int set_up(sqlite3 *database, char **message, const void *api) {
  (void)message;
  (void)api;
  fault_session *session = fault_find(sqlite3_db_filename(database, "main"));
  if (!session) return SQLITE_OK;
  last_opened = database;
  if (!fault_is_normal(session)) return SQLITE_OK;
  sets_normal = 1;
  int code = sqlite3_exec(database, "PRAGMA synchronous = NORMAL", NULL, NULL, NULL);
  sets_normal = 0;
  return code;
}

void fault_register(void) {
  system_vfs = sqlite3_vfs_find(NULL);
  own_vfs = *system_vfs;
  own_vfs.zName = "fault";
  own_vfs.pNext = NULL;
  own_vfs.szOsFile = (int)HEADER + system_vfs->szOsFile;
  own_vfs.xOpen = vfs_open;
  own_vfs.xDelete = vfs_delete;
  own_vfs.xAccess = vfs_access;
  sqlite3_auto_extension((void (*)(void))set_up);
  sqlite3_vfs_register(&own_vfs, 1);
}
