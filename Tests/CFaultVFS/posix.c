// The C library's functions on files, replaced for the whole executable: shared libraries find these first. What
// SQLite's own VFS does is recorded by ours; here only names, and what others write, are seen.
#define _GNU_SOURCE
#include "session.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED  // sanitizers replace the same functions
#endif
#endif

#if defined(__linux__) && !defined(IS_SANITIZED)

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#define DESCRIPTORS 65536

// What a descriptor is open on: written before it is handed out, cleared before it is closed.
static struct {
  fault_session *session;
  int32_t file;  // -1: a folder
  char *path;
} open_files[DESCRIPTORS];

int fault_sees_all_files(void) { return 1; }

void fault_forget_descriptors(fault_session *session) {
  for (int descriptor = 0; descriptor < DESCRIPTORS; descriptor++) {
    if (open_files[descriptor].session == session) open_files[descriptor].session = NULL;
  }
}

static int exists(const char *path) {
  struct stat status;
  return lstat(path, &status) == 0;
}

static fault_session *session_of(int descriptor) {
  if (descriptor < 0 || descriptor >= DESCRIPTORS) return NULL;
  return open_files[descriptor].session;
}

static int fails(fault_session *session, int operation_class) {
  if (fault_inside_vfs || !fault_check(session, operation_class)) return 0;
  errno = EIO;
  return 1;
}

static int watched_open(fault_session *session, const char *path, int flags, mode_t mode) {
  if (fails(session, FAULT_CLASS_OPEN)) return -1;
  int is_new = !exists(path);
  int descriptor = (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_LARGEFILE, mode);
  if (descriptor < 0 || descriptor >= DESCRIPTORS) return descriptor;
  struct stat status;
  if (fstat(descriptor, &status) != 0) return descriptor;
  if (S_ISDIR(status.st_mode)) {
    open_files[descriptor].file = -1;
    open_files[descriptor].path = __builtin_strdup(path);
    open_files[descriptor].session = session;
  } else {
    int32_t file = fault_note_open(session, path, is_new);
    if ((flags & O_TRUNC) != 0 && !is_new) fault_note_truncate(session, file, 0);
    if (!fault_inside_vfs) {
      open_files[descriptor].file = file;
      open_files[descriptor].session = session;
    }
  }
  return descriptor;
}

static int any_open(const char *path, int flags, mode_t mode) {
  fault_session *session = fault_find(path);
  if (session) return watched_open(session, path, flags, mode);
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

#define MODE                                          \
  mode_t mode = 0;                                    \
  if (flags & (O_CREAT | __O_TMPFILE)) {              \
    va_list list;                                     \
    va_start(list, flags);                            \
    mode = va_arg(list, mode_t);                      \
    va_end(list);                                     \
  }

int open(const char *path, int flags, ...) {
  MODE
  return any_open(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE
  return any_open(path, flags | O_LARGEFILE, mode);
}

int close(int descriptor) {
  if (session_of(descriptor)) {
    __builtin_free(open_files[descriptor].path);
    open_files[descriptor].path = NULL;
    open_files[descriptor].session = NULL;
  }
  return (int)syscall(SYS_close, descriptor);
}

ssize_t pread64(int descriptor, void *bytes, size_t size, off64_t offset) {
  fault_session *session = session_of(descriptor);
  if (session && fails(session, FAULT_CLASS_READ)) return -1;
  return syscall(SYS_pread64, descriptor, bytes, size, offset);
}

ssize_t pread(int descriptor, void *bytes, size_t size, off_t offset) {
  return pread64(descriptor, bytes, size, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t offset) {
  fault_session *session = session_of(descriptor);
  if (!session) return syscall(SYS_pwrite64, descriptor, bytes, size, offset);
  if (fails(session, FAULT_CLASS_WRITE)) return -1;
  int64_t room = fault_room(session, open_files[descriptor].file, offset, (int64_t)size);
  if (room == 0 && size > 0) {
    errno = ENOSPC;
    return -1;
  }
  ssize_t written = syscall(SYS_pwrite64, descriptor, bytes, (size_t)room, offset);
  if (written > 0) fault_note_write(session, open_files[descriptor].file, offset, bytes, written);
  return written;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
  return pwrite64(descriptor, bytes, size, offset);
}

int ftruncate64(int descriptor, off64_t size) {
  fault_session *session = session_of(descriptor);
  if (session && fails(session, FAULT_CLASS_TRUNCATE)) return -1;
  int result = (int)syscall(SYS_ftruncate, descriptor, size);
  if (session && result == 0) fault_note_truncate(session, open_files[descriptor].file, size);
  return result;
}

int ftruncate(int descriptor, off_t size) { return ftruncate64(descriptor, size); }

static int any_sync(int descriptor, long number) {
  fault_session *session = session_of(descriptor);
  if (session && fails(session, FAULT_CLASS_SYNC)) return -1;
  int result = (int)syscall(number, descriptor);
  if (session && result == 0) {
    if (open_files[descriptor].file < 0) {
      fault_note_folder(session, FAULT_SYNC_FOLDER, open_files[descriptor].path);
    } else {
      fault_note_sync(session, open_files[descriptor].file);
    }
  }
  return result;
}

int fsync(int descriptor) { return any_sync(descriptor, SYS_fsync); }
int fdatasync(int descriptor) { return any_sync(descriptor, SYS_fdatasync); }

int unlink(const char *path) {
  fault_session *session = fault_find(path);
  if (session && fails(session, FAULT_CLASS_DELETE)) return -1;
  int result = (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
  if (session && result == 0) fault_note_unlink(session, path);
  return result;
}

int rename(const char *path, const char *other) {
  fault_session *session = fault_find(path);
  if (session && fails(session, FAULT_CLASS_RENAME)) return -1;
  int result = (int)syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, other, 0);
  if (session && result == 0) fault_note_rename(session, path, other);
  return result;
}

int mkdir(const char *path, mode_t mode) {
  fault_session *session = fault_find(path);
  if (session && !exists(path) && fails(session, FAULT_CLASS_FOLDER)) return -1;
  int result = (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
  if (session && result == 0) fault_note_folder(session, FAULT_MAKE_FOLDER, path);
  return result;
}

#else

int fault_sees_all_files(void) { return 0; }
void fault_forget_descriptors(fault_session *session) { (void)session; }

#endif
