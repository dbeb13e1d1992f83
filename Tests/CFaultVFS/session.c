#define _GNU_SOURCE
#include "session.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define SESSIONS 128

struct name {
  char *path;  // relative to the folder; NULL: no longer named
  int64_t size;
};

struct fault_session {
  char *folder;
  size_t length;
  int records;
  int normal;
  int checkpoint;
  int fault_class;
  int64_t fault_at;
  int goes_on;
  int64_t hits;
  int64_t counts[FAULT_CLASS_COUNT];
  int64_t quota;
  struct name *names;  // a file's number is its index
  int32_t name_count;
  fault_operation *operations;
  int64_t count, capacity;
  int ended;
};

_Thread_local int fault_inside_vfs = 0;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static fault_session *sessions[SESSIONS];
static atomic_int active;

void fault_register(void);

int fault_is_active(void) { return atomic_load_explicit(&active, memory_order_acquire) != 0; }

fault_session *fault_begin(const char *folder, int records) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, fault_register);
  fault_session *session = calloc(1, sizeof *session);
  session->folder = strdup(folder);
  session->length = strlen(folder);
  session->records = records;
  session->fault_class = -1;
  session->quota = -1;
  pthread_mutex_lock(&lock);
  int index = 0;
  while (index < SESSIONS && sessions[index]) index++;
  if (index < SESSIONS) {
    sessions[index] = session;
    atomic_fetch_add(&active, 1);
  }
  pthread_mutex_unlock(&lock);
  if (index < SESSIONS) return session;
  free(session->folder);
  free(session);
  return NULL;
}

void fault_end(fault_session *session) {
  fault_forget_descriptors(session);
  pthread_mutex_lock(&lock);
  for (int index = 0; index < SESSIONS; index++) {
    if (sessions[index] == session) sessions[index] = NULL;
  }
  atomic_fetch_sub(&active, 1);
  for (int64_t index = 0; index < session->count; index++) {
    free((void *)session->operations[index].bytes);
    free((void *)session->operations[index].path);
    free((void *)session->operations[index].other);
  }
  for (int32_t index = 0; index < session->name_count; index++) free(session->names[index].path);
  free(session->operations);
  free(session->names);
  session->operations = NULL;
  session->names = NULL;
  session->count = session->capacity = session->name_count = 0;
  // A thread of the background may still have a file open that names the session: it stays, and notes nothing.
  session->ended = 1;
  pthread_mutex_unlock(&lock);
}

fault_session *fault_find(const char *path) {
  if (!path || !fault_is_active()) return NULL;
  fault_session *found = NULL;
  pthread_mutex_lock(&lock);
  for (int index = 0; index < SESSIONS && !found; index++) {
    fault_session *session = sessions[index];
    if (!session || strncmp(path, session->folder, session->length) != 0) continue;
    if (path[session->length] == 0 || path[session->length] == '/') found = session;
  }
  pthread_mutex_unlock(&lock);
  return found;
}

// Settings and counts

void fault_set_normal(fault_session *session, int on) { session->normal = on; }
void fault_set_checkpoint(fault_session *session, int pages) { session->checkpoint = pages; }
int fault_checkpoint(fault_session *session) { return session->checkpoint; }
int fault_is_normal(fault_session *session) { return session->normal; }

void fault_arm(fault_session *session, int operation_class, int64_t at, int goes_on) {
  pthread_mutex_lock(&lock);
  session->fault_class = operation_class;
  session->fault_at = at;
  session->goes_on = goes_on;
  session->hits = 0;
  memset(session->counts, 0, sizeof session->counts);
  pthread_mutex_unlock(&lock);
}

int fault_check(fault_session *session, int operation_class) {
  pthread_mutex_lock(&lock);
  int64_t number = ++session->counts[operation_class];
  int fails = !session->ended && session->fault_class == operation_class
      && (number == session->fault_at || (session->goes_on && number > session->fault_at));
  if (fails) session->hits++;
  pthread_mutex_unlock(&lock);
  return fails;
}

int64_t fault_count(fault_session *session, int operation_class) { return session->counts[operation_class]; }
int64_t fault_hits(fault_session *session) { return session->hits; }

void fault_set_quota(fault_session *session, int64_t bytes) { session->quota = bytes; }

static int64_t used(fault_session *session) {
  int64_t sum = 0;
  for (int32_t index = 0; index < session->name_count; index++) {
    if (session->names[index].path) sum += session->names[index].size;
  }
  return sum;
}

int64_t fault_used(fault_session *session) {
  pthread_mutex_lock(&lock);
  int64_t sum = used(session);
  pthread_mutex_unlock(&lock);
  return sum;
}

int64_t fault_room(fault_session *session, int32_t file, int64_t offset, int64_t size) {
  if (session->quota < 0) return size;
  pthread_mutex_lock(&lock);
  if (session->ended) {
    pthread_mutex_unlock(&lock);
    return size;
  }
  int64_t growth = offset + size - session->names[file].size;
  int64_t room = session->quota - used(session);
  pthread_mutex_unlock(&lock);
  if (growth <= 0 || growth <= room) return size;
  int64_t fits = size - (growth - (room > 0 ? room : 0));
  return fits > 0 ? fits : 0;
}

// The record

static fault_operation *append(fault_session *session, int kind, int32_t file) {
  static _Thread_local fault_operation ignored;
  if (!session->records || session->ended) {
    memset(&ignored, 0, sizeof ignored);
    return &ignored;
  }
  if (session->count == session->capacity) {
    session->capacity = session->capacity ? session->capacity * 2 : 1024;
    session->operations = realloc(session->operations, (size_t)session->capacity * sizeof(fault_operation));
  }
  fault_operation *operation = &session->operations[session->count++];
  memset(operation, 0, sizeof *operation);
  operation->kind = kind;
  operation->file = file;
  return operation;
}

static const char *relative(fault_session *session, const char *path) {
  const char *rest = path + session->length;
  while (*rest == '/') rest++;
  return rest;
}

// What the VFS calls -shm is memory.
static int is_memory(const char *path) {
  size_t length = strlen(path);
  return length >= 4 && strcmp(path + length - 4, "-shm") == 0;
}

static int32_t find_name(fault_session *session, const char *path) {
  for (int32_t index = 0; index < session->name_count; index++) {
    if (session->names[index].path && strcmp(session->names[index].path, path) == 0) return index;
  }
  return -1;
}

int32_t fault_note_open(fault_session *session, const char *full, int is_new) {
  const char *path = relative(session, full);
  pthread_mutex_lock(&lock);
  int32_t file = find_name(session, path);
  if (file < 0 && !session->ended) {
    file = session->name_count++;
    session->names = realloc(session->names, (size_t)session->name_count * sizeof(struct name));
    session->names[file].path = strdup(path);
    struct stat status;
    session->names[file].size = !is_new && stat(full, &status) == 0 ? status.st_size : 0;
    if (session->records && !is_memory(path)) {
      append(session, is_new ? FAULT_LINK : FAULT_KNOWN, file)->path = strdup(path);
    }
  }
  pthread_mutex_unlock(&lock);
  return file;
}

void fault_note_unlink(fault_session *session, const char *full) {
  const char *path = relative(session, full);
  pthread_mutex_lock(&lock);
  int32_t file = find_name(session, path);
  if (file >= 0) {
    if (session->records && !is_memory(path)) append(session, FAULT_UNLINK, file)->path = strdup(path);
    free(session->names[file].path);
    session->names[file].path = NULL;
  }
  pthread_mutex_unlock(&lock);
}

// A folder that is moved takes its files with it.
static int rename_children(fault_session *session, const char *path, const char *other) {
  size_t length = strlen(path);
  int found = 0;
  for (int32_t index = 0; index < session->name_count; index++) {
    char *name = session->names[index].path;
    if (!name || strncmp(name, path, length) != 0 || name[length] != '/') continue;
    char *renamed = malloc(strlen(other) + strlen(name + length) + 1);
    strcpy(renamed, other);
    strcat(renamed, name + length);
    free(name);
    session->names[index].path = renamed;
    found = 1;
  }
  return found;
}

void fault_note_rename(fault_session *session, const char *full, const char *full_other) {
  const char *path = relative(session, full);
  const char *other = relative(session, full_other);
  pthread_mutex_lock(&lock);
  if (rename_children(session, path, other) && session->records) {
    fault_operation *operation = append(session, FAULT_RENAME, -1);
    operation->path = strdup(path);
    operation->other = strdup(other);
  }
  int32_t file = find_name(session, path);
  int32_t replaced = find_name(session, other);
  if (file >= 0) {
    if (replaced >= 0) {
      free(session->names[replaced].path);
      session->names[replaced].path = NULL;
    }
    free(session->names[file].path);
    session->names[file].path = strdup(other);
    if (session->records) {
      fault_operation *operation = append(session, FAULT_RENAME, file);
      operation->path = strdup(path);
      operation->other = strdup(other);
    }
  }
  pthread_mutex_unlock(&lock);
}

void fault_note_folder(fault_session *session, int kind, const char *full) {
  pthread_mutex_lock(&lock);
  if (session->records && !session->ended) append(session, kind, -1)->path = strdup(relative(session, full));
  pthread_mutex_unlock(&lock);
}

void fault_note_write(fault_session *session, int32_t file, int64_t offset, const void *bytes, int64_t size) {
  pthread_mutex_lock(&lock);
  int is_known = !session->ended && file >= 0;
  if (is_known && offset + size > session->names[file].size) session->names[file].size = offset + size;
  if (is_known && session->records && size > 0) {
    fault_operation *operation = append(session, FAULT_WRITE, file);
    operation->offset = offset;
    operation->size = size;
    void *copy = malloc((size_t)size);
    memcpy(copy, bytes, (size_t)size);
    operation->bytes = copy;
  }
  pthread_mutex_unlock(&lock);
}

void fault_note_truncate(fault_session *session, int32_t file, int64_t size) {
  pthread_mutex_lock(&lock);
  if (!session->ended && file >= 0) session->names[file].size = size;
  append(session, FAULT_TRUNCATE, file)->size = size;
  pthread_mutex_unlock(&lock);
}

void fault_note_sync(fault_session *session, int32_t file) {
  pthread_mutex_lock(&lock);
  append(session, FAULT_SYNC, file);
  pthread_mutex_unlock(&lock);
}

void fault_mark(fault_session *session, int64_t number) {
  pthread_mutex_lock(&lock);
  append(session, FAULT_MARK, -1)->offset = number;
  pthread_mutex_unlock(&lock);
}

int64_t fault_operation_count(fault_session *session) { return session->count; }
fault_operation fault_operation_at(fault_session *session, int64_t index) { return session->operations[index]; }
