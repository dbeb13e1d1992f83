#pragma once

#include "fault_vfs.h"

// What the VFS and the C library's replacements share. Every function takes the one lock itself.

/// Set while SQLite's own VFS runs: what it does to data is recorded by ours and not a second time.
extern _Thread_local int fault_inside_vfs;

/// The session that watches `path`, or NULL if there is no such session.
fault_session *fault_find(const char *path);
/// Whether any folder is watched.
int fault_is_active(void);

/// Counts an operation; true when it is to fail.
int fault_check(fault_session *session, int operation_class);
int fault_is_normal(fault_session *session);
int fault_checkpoint(fault_session *session);

/// The file that `path` names; it gets a number when it is seen for the first time, and is new when `is_new`.
int32_t fault_note_open(fault_session *session, const char *path, int is_new);
void fault_note_unlink(fault_session *session, const char *path);
void fault_note_rename(fault_session *session, const char *path, const char *other);
void fault_note_folder(fault_session *session, int kind, const char *path);
void fault_note_write(fault_session *session, int32_t file, int64_t offset, const void *bytes, int64_t size);
void fault_note_truncate(fault_session *session, int32_t file, int64_t size);
void fault_note_sync(fault_session *session, int32_t file);

/// How many of `size` bytes at `offset` there is room for.
int64_t fault_room(fault_session *session, int32_t file, int64_t offset, int64_t size);

/// Forgets descriptors that a session's folder was left with.
void fault_forget_descriptors(fault_session *session);
