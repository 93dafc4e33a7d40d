// Locks with Apple's names (os/lock.h).
#ifndef MOCKCLOUD_OS_LOCK_H
#define MOCKCLOUD_OS_LOCK_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A lock; one whose bytes are all zero is unlocked. It must not be copied or moved.
typedef struct os_unfair_lock_s {
  /// A pthread_mutex_t, which tools such as Thread Sanitizer know.
  uint64_t _os_unfair_lock_mutex[5];
  /// The thread that holds the lock, or 0.
  int32_t _os_unfair_lock_owner;
} os_unfair_lock, *os_unfair_lock_t;

#define OS_UNFAIR_LOCK_INIT ((os_unfair_lock){0})

/// Waits until the lock is free, and takes it. Ends the process if this thread holds it.
void os_unfair_lock_lock(os_unfair_lock_t _Nonnull lock);

/// Takes the lock if it is free, and returns whether it was.
bool os_unfair_lock_trylock(os_unfair_lock_t _Nonnull lock);

/// Releases the lock. Ends the process if another thread or none holds it.
void os_unfair_lock_unlock(os_unfair_lock_t _Nonnull lock);

/// Ends the process unless this thread holds the lock.
void os_unfair_lock_assert_owner(const os_unfair_lock *_Nonnull lock);

/// Ends the process if this thread holds the lock.
void os_unfair_lock_assert_not_owner(const os_unfair_lock *_Nonnull lock);

#ifdef __cplusplus
}
#endif

#endif
