// Gives a program a clock and random bytes that tools/same chooses, so that two runs of one command can be compared.
//
//   SAME_TIME   seconds since 1970, at which the clock stays.
//
//   SAME_SEED   A number. The same seed gives the same bytes, in the order in which a process asks for them.
//
// The monotonic clock is left alone: timeouts are measured by it.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>

static time_t chosen_time(void) {
  const char *text = getenv("SAME_TIME");
  return text ? (time_t)atoll(text) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*next)(clockid_t, struct timespec *);
  if (!next) next = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  time_t chosen = clock == CLOCK_REALTIME ? chosen_time() : 0;
  if (!chosen) return next(clock, time);
  *time = (struct timespec){chosen, 0};
  return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  (void)zone;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  *time = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
  return 0;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}

// SplitMix64.
static void fill(uint8_t *bytes, size_t count) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  static uint64_t state;
  pthread_mutex_lock(&mutex);
  if (!state) {
    const char *text = getenv("SAME_SEED");
    state = (text ? strtoull(text, NULL, 10) : 0) * 0x2545f4914f6cdd1dull + 1;
  }
  for (size_t index = 0; index < count; index++) {
    uint64_t value = state += 0x9e3779b97f4a7c15ull;
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9ull;
    value = (value ^ value >> 27) * 0x94d049bb133111ebull;
    bytes[index] = (uint8_t)(value ^ value >> 31);
  }
  pthread_mutex_unlock(&mutex);
}

int getentropy(void *buffer, size_t count) {
  fill(buffer, count);
  return 0;
}

ssize_t getrandom(void *buffer, size_t count, unsigned flags) {
  (void)flags;
  fill(buffer, count);
  return (ssize_t)count;
}

// Swift's generator asks the kernel without a function of its own.
long syscall(long number, ...) {
  static long (*next)(long, ...);
  if (!next) next = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  va_list list;
  va_start(list, number);
  long words[6];
  for (int index = 0; index < 6; index++) words[index] = va_arg(list, long);
  va_end(list);
  if (number == SYS_getrandom && words[0]) return getrandom((void *)words[0], (size_t)words[1], 0);
  return next(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}
