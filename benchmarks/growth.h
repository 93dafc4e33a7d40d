/* The cost of a call in a small and in a larger world, or with a small and a larger request. */
#ifndef GROWTH_H
#define GROWTH_H

#include <mockcloud.h>

/* A call in a world that was created for it. */
typedef struct {
  mockcloud *cloud;
  const char *operation;
  /* malloc'ed; NULL for none. */
  char *request;
  /* The expected status of the call. */
  mockcloud_status status;
} call;

typedef struct {
  const char *what;
  int small, large;
  /* The maximum ratio between the costs at the large and at the small size. */
  double limit;
  call (*make)(int size);
  /* Calls in a round; 0 for one call in a new copy of the world, so that all have the same world.
   */
  int turns;
} growth;

/* One row: the time at the large size, and its ratio to that at the small one. */
void row_of_growth(const growth *growth);

/* One row: the time of a call, and its ratio to that of another. */
void row_of_calls(const char *what, call measured, call yardstick, double limit);

#endif
