#define _GNU_SOURCE
#include "fault_vfs.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <unistd.h>

static void hide(int descriptor) { fcntl(descriptor, F_SETFD, FD_CLOEXEC); }

int fault_spawn(
    const char *program, char *const *words, char *const *environment, const char *input, const char *folder,
    int *output, int *errors, int32_t *process) {
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
  if (folder) posix_spawn_file_actions_addchdir_np(&actions, folder);
  posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_adddup2(&actions, *errors, 2);
  pid_t id = 0;
  int code = posix_spawn(&id, program, &actions, NULL, words, environment);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  *process = id;
  return code;
}
