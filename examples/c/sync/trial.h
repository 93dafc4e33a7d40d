/*
 * Tries the sync client with faults in four ways, to measure which of them finds a bug. Two devices
 * of one user write, delete and sync in turn. Once all faults have ended and both have synced, both
 * stores and the server must have the same notes, and no change may be lost.
 */
#ifndef SYNC_TRIAL_H
#define SYNC_TRIAL_H

#include "client.h"

enum way {
  EXPLORATION, /* every single fault at every call, compared with the expected notes */
  CRASHES,     /* the client ends before and after every call, likewise */
  CHAOS,       /* random faults of the profile "everything", likewise */
  FINDINGS,    /* every single fault at every call; mock/report must have no finding */
  WAYS
};

extern const char *const way_names[WAYS];
extern const char *const bug_names[BUGS];

struct trial_result {
  int found; /* the number of the run that found the bug, from 1; 0: none did */
  int runs;
  double seconds;
};

/* Tries a client in one way, until a run fails. */
struct trial_result try_client(enum sync_bug bug, enum way way, int seeds);

/* Tries the correct client with every case of an exploration. Prints the cases that failed or were
 * not reached, and returns their number; -1 if there was no case. */
int failed_cases(void);

/* Tries the correct client with random faults. Prints the seeds that failed or had a finding, and
 * returns their number. */
int failed_seeds(int first, int count);

#endif
