#include "growth.h"

#include <stdio.h>
#include <stdlib.h>

#include "cloud.h"
#include "measure.h"

enum { GROWTH_ROUNDS = 5, CALLS = 50 };

typedef struct {
  call call;
  mockcloud *copy;
  int is_copied;
} side;

static void run_side(void *context, int turn) {
  (void)turn;
  side *side = context;
  mockcloud *cloud = side->is_copied ? side->copy : side->call.cloud;
  char *answer;
  mockcloud_status status =
      mockcloud_call(cloud, side->call.operation, side->call.request, &answer);
  if (status != side->call.status)
    fprintf(stderr, "%s: %d %.1000s\n", side->call.operation, status, answer);
  require(status == side->call.status, side->call.operation);
  mockcloud_string_free(answer);
}

static void prepare_side(void *context) {
  side *side = context;
  if (!side->is_copied) {
    ask(side->call.cloud, "mock/journal/clear", NULL);
    return;
  }
  mockcloud_destroy(side->copy);
  require(mockcloud_fork(side->call.cloud, &side->copy) == 0, "mockcloud_fork");
}

static side side_of(call call, int is_copied) {
  /* The journal of the preparing calls is not part of the measurement. */
  ask(call.cloud, "mock/journal/clear", NULL);
  return (side){call, NULL, is_copied};
}

static void end(side *side) {
  mockcloud_destroy(side->copy);
  mockcloud_destroy(side->call.cloud);
  free(side->call.request);
}

void row_of_growth(const growth *growth) {
  int is_copied = growth->turns == 0, turns = is_copied ? 1 : growth->turns;
  side small = side_of(growth->make(growth->small), is_copied);
  side large = side_of(growth->make(growth->large), is_copied);
  subject yardstick = {run_side, &small, turns, prepare_side};
  subject measured = {run_side, &large, turns, prepare_side};
  comparison result = compare_in(GROWTH_ROUNDS, &measured, &yardstick);
  char what[160];
  snprintf(what, sizeof what, "%s: %d (%.3f ms) -> %d", growth->what, growth->small,
           result.yardstick / 1e6, growth->large);
  row_within(what, result, growth->limit);
  end(&small);
  end(&large);
}

void row_of_calls(const char *what, call measured, call yardstick, double limit) {
  side one = side_of(measured, 0), other = side_of(yardstick, 0);
  subject subjects[] = {{run_side, &one, CALLS, prepare_side},
                        {run_side, &other, CALLS, prepare_side}};
  row_within(what, compare(&subjects[0], &subjects[1]), limit);
  end(&one);
  end(&other);
}
