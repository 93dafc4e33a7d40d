#include "os_lock.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

_Static_assert(sizeof(pthread_mutex_t) <= sizeof(((os_unfair_lock *)0)->_os_unfair_lock_mutex),
               "the lock has space for a mutex");

static pthread_mutex_t *mutex(os_unfair_lock_t lock) {
  return (pthread_mutex_t *)lock->_os_unfair_lock_mutex;
}

static int32_t this_thread(void) {
  static _Thread_local int32_t thread;
  static _Thread_local pid_t process;
  // A child of fork() has another thread number.
  pid_t current = getpid();
  if (process != current) {
    process = current;
    thread = (int32_t)syscall(SYS_gettid);
  }
  return thread;
}

static int32_t owner(const os_unfair_lock *lock) {
  return __atomic_load_n(&lock->_os_unfair_lock_owner, __ATOMIC_RELAXED);
}

static void set_owner(os_unfair_lock_t lock, int32_t thread) {
  __atomic_store_n(&lock->_os_unfair_lock_owner, thread, __ATOMIC_RELAXED);
}

// As on Apple's systems, a misused lock ends the process: otherwise it would wait for ever, or
// protect nothing.
static _Noreturn void misused(const char *what) {
  fprintf(stderr, "MockCloud: os_unfair_lock: %s\n", what);
  abort();
}

void os_unfair_lock_lock(os_unfair_lock_t lock) {
  if (owner(lock) == this_thread()) {
    misused("this thread already holds the lock");
  }
  pthread_mutex_lock(mutex(lock));
  set_owner(lock, this_thread());
}

bool os_unfair_lock_trylock(os_unfair_lock_t lock) {
  if (pthread_mutex_trylock(mutex(lock)) != 0) {
    return false;
  }
  set_owner(lock, this_thread());
  return true;
}

void os_unfair_lock_unlock(os_unfair_lock_t lock) {
  if (owner(lock) != this_thread()) {
    misused("this thread releases a lock that it does not hold");
  }
  set_owner(lock, 0);
  pthread_mutex_unlock(mutex(lock));
}

void os_unfair_lock_assert_owner(const os_unfair_lock *lock) {
  if (owner(lock) != this_thread()) {
    misused("this thread does not hold the lock");
  }
}

void os_unfair_lock_assert_not_owner(const os_unfair_lock *lock) {
  if (owner(lock) == this_thread()) {
    misused("this thread holds the lock");
  }
}
