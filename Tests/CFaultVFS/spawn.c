#define _GNU_SOURCE
#include "fault_vfs.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <unistd.h>
#if defined(__APPLE__)
#include <TargetConditionals.h>
#endif

static void hide(int descriptor) { fcntl(descriptor, F_SETFD, FD_CLOEXEC); }

int fault_spawn(
    const char *program, char *const *words, char *const *environment, const char *input, const char *folder,
    int *output, int *errors, int32_t *process) {
#if defined(__APPLE__) && TARGET_OS_IPHONE
  if (folder) return ENOTSUP;
#endif
  int ends[2];
#if defined(__linux__)
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
#else
  if (pipe(ends) != 0) return errno;
  hide(ends[0]);
  hide(ends[1]);
#endif
  char name[] = "/tmp/durability-errors-XXXXXX";
  *errors = mkstemp(name);
  hide(*errors);
  unlink(name);
  *output = ends[0];
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
#if !defined(__APPLE__) || !TARGET_OS_IPHONE
  if (folder) posix_spawn_file_actions_addchdir_np(&actions, folder);
#endif
  posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_adddup2(&actions, *errors, 2);
  // Threads of tests may hold signals back: a process that is to be interrupted must not inherit that.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  sigaddset(&signals, SIGINT);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t id = 0;
  int code = posix_spawn(&id, program, &actions, &attributes, words, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  *process = id;
  return code;
}
