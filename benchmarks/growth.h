/* What a call costs in a small world or with a small request, and what in a larger one. */
#ifndef GROWTH_H
#define GROWTH_H

#include <mockcloud.h>

/* A call in a world that was made for it. */
typedef struct {
  mockcloud *cloud;
  const char *operation;
  /* malloc'ed; NULL for none. */
  char *request;
  /* What the call must come to. */
  mockcloud_status status;
} call;

typedef struct {
  const char *what;
  int small, large;
  /* The multiple of its cost at the small size that the call may cost at the large one. */
  double limit;
  call (*make)(int size);
  /* Calls in a round; 0 for one call in a fresh copy of the world, so that each finds the same. */
  int turns;
} growth;

/* One row: the time at the large size, and its ratio to that at the small one. */
void row_of_growth(const growth *growth);

/* One row: the time of a call, and its ratio to that of another. */
void row_of_calls(const char *what, call measured, call yardstick, double limit);

#endif
