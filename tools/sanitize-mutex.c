// Tells the thread sanitizer about Swift's Mutex. tools/sanitize thread loads it before everything else.
//
// An uncontended Mutex is locked by an atomic operation in the program, which the sanitizer sees. A contended one is
// locked and unlocked inside Swift's library, which was built without the sanitizer. Every use after that looks like a
// race. The functions here replace the library's, call them, and report the lock to the sanitizer.

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

// Missing in programs without the sanitizer, which a test may start.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

typedef SWIFT void (*lock_type)(uint32_t thread, SELF mutex);
typedef SWIFT bool (*try_type)(SELF mutex);
typedef SWIFT void (*unlock_type)(SELF mutex);

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void seen_lock(uint32_t thread, SELF mutex) __asm__(LOCK);
SWIFT bool seen_try(SELF mutex) __asm__(TRY);
SWIFT void seen_unlock(SELF mutex) __asm__(UNLOCK);

SWIFT void seen_lock(uint32_t thread, SELF mutex) {
  ((lock_type)dlsym(RTLD_NEXT, LOCK))(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT bool seen_try(SELF mutex) {
  bool taken = ((try_type)dlsym(RTLD_NEXT, TRY))(mutex);
  if (taken && __tsan_acquire) __tsan_acquire(mutex);
  return taken;
}

SWIFT void seen_unlock(SELF mutex) {
  if (__tsan_release) __tsan_release(mutex);
  ((unlock_type)dlsym(RTLD_NEXT, UNLOCK))(mutex);
}
