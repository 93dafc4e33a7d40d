/* The cost of calls through the C interface, compared with parsing and printing the same bytes by
 * json-c: bench FIRST_CALL LIBRARY. */
#include <mockcloud.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cloud.h"
#include "feed.h"
#include "json_c.h"
#include "measure.h"
#include "requests.h"

static double time_of(mockcloud *cloud, const char *operation, const char *request) {
  double start = now();
  ask(cloud, operation, request);
  return now() - start;
}

/* Creates a cloud whose default zone has that many records. */
static mockcloud *world_of(int records) {
  mockcloud *cloud = new_cloud();
  for (int number = 0; number < records; number += BATCH) {
    char *request = save_text(number, records - number < BATCH ? records - number : BATCH);
    ask(cloud, "records/modify", request);
    free(request);
  }
  ask(cloud, "mock/journal/clear", NULL);
  return cloud;
}

/* ---- Calls ------------------------------------------------------------------------------------
 */

/* One operation, called with one request after another. */
typedef struct {
  mockcloud *cloud;
  const char *operation;
  char **requests;
  int count, next;
} calls;

static void run_call(void *context, int turn) {
  (void)turn;
  calls *calls = context;
  ask(calls->cloud, calls->operation, calls->requests[calls->next]);
  calls->next = (calls->next + 1) % calls->count;
}

/* The journal of millions of calls would be measured as well. */
static void clear_journal(void *context) {
  ask(((calls *)context)->cloud, "mock/journal/clear", NULL);
}

/* A cloud that has the record type but no record of these calls. */
static void start_anew(void *context) {
  calls *calls = context;
  mockcloud_destroy(calls->cloud);
  calls->cloud = world_of(1);
}

static char **requests_of(int count, char *(*text)(int number), int (*number)(int index)) {
  char **requests = malloc((size_t)count * sizeof *requests);
  require(requests != NULL, "malloc");
  for (int index = 0; index < count; index++)
    requests[index] = text(number(index));
  return requests;
}

static int the_first(int index) { return index * 0; }

static int next_but_first(int index) { return index + 1; }

static char *save_one(int number) { return save_text(number, 1); }

static void single_calls(const subject *yardstick) {
  calls save = {world_of(1), "records/modify", requests_of(1, save_one, the_first), 1, 0};
  subject measured = {run_call, &save, 200, clear_journal};
  row_within("save: update", compare(&measured, yardstick), 2.5);

  calls create = {world_of(1), "records/modify", requests_of(200, save_one, next_but_first), 200,
                  0};
  measured = (subject){run_call, &create, 200, start_anew};
  row_within("save: creation", compare(&measured, yardstick), 2.5);

  calls lookup = {save.cloud, "records/lookup", requests_of(1, lookup_text, the_first), 1, 0};
  measured = (subject){run_call, &lookup, 200, clear_journal};
  row_within("lookup", compare(&measured, yardstick), 1.5);
}

static void batches(void) {
  char *request = save_text(1, BATCH);
  round_trip trip = round_trip_of(request, 0);
  subject yardstick = {run_round_trip, &trip, 1, NULL};

  calls batch = {world_of(1), "records/modify", &request, 1, 0};
  subject measured = {run_call, &batch, 1, start_anew};
  comparison creation = compare(&measured, &yardstick);
  measured.prepare = clear_journal;
  comparison update = compare(&measured, &yardstick);
  row("json-c parse + print of the batch", update.yardstick);
  row_within("batch of 400: update", update, 2);
  row("  per record", update.time / BATCH);
  row_within("batch of 400: creation", creation, 2);
  row("  per record", creation.time / BATCH);
}

static void run_fresh_cloud(void *context, int turn) {
  (void)context, (void)turn;
  mockcloud_destroy(new_cloud());
}

/* ---- Large worlds -----------------------------------------------------------------------------
 */

enum { SMALL = 1000, LARGE = 100000 };

static int spread_small(int index) { return (int)(index * 7919L % SMALL); }
static int spread_large(int index) { return (int)(index * 7919L % LARGE); }

static void large_saves(mockcloud *large) {
  calls few = {world_of(SMALL), "records/modify", requests_of(SMALL, save_one, spread_small), SMALL,
               0};
  calls many = {large, "records/modify", requests_of(20 * SMALL, save_one, spread_large),
                20 * SMALL, 0};
  subject small = {run_call, &few, 1000, clear_journal};
  subject measured = {run_call, &many, 1000, clear_journal};
  comparison result = compare(&measured, &small);
  row("save among 1,000 records", result.yardstick);
  row_within("save among 100,000 records", result, 1.5);
  mockcloud_destroy(few.cloud);
}

static void forks(mockcloud *cloud) {
  double copying[ROUNDS], writing[ROUNDS];
  char *request = save_text(LARGE / 2, 1);
  for (int round = 0; round < ROUNDS; round++) {
    mockcloud *copy;
    double start = now();
    mockcloud_status status = mockcloud_fork(cloud, &copy);
    copying[round] = now() - start;
    require(status == 0, "mockcloud_fork");
    writing[round] = time_of(copy, "records/modify", request);
    mockcloud_destroy(copy);
  }
  row_under("fork of 100,000 records", median(copying, ROUNDS), 100e3);
  row_under("  first write after it", median(writing, ROUNDS), 1e6);
  free(request);
}

static void snapshots(mockcloud *cloud) {
  double copying[ROUNDS], writing[ROUNDS];
  char *request = save_text(LARGE / 3, 1);
  for (int round = 0; round < ROUNDS; round++) {
    copying[round] = time_of(cloud, "mock/snapshot", "{\"name\":\"s\"}");
    writing[round] = time_of(cloud, "records/modify", request);
  }
  row_under("snapshot of 100,000 records", median(copying, ROUNDS), 100e3);
  row_under("  first write after it", median(writing, ROUNDS), 1e6);
  free(request);
}

/* ---- Start ------------------------------------------------------------------------------------
 */

static void first_call(const char *program, const char *library) {
  double times[ROUNDS];
  char command[4096];
  int length = snprintf(command, sizeof command, "'%s' '%s'", program, library);
  require(length > 0 && length < (int)sizeof command, "the command");
  for (int round = 0; round < ROUNDS; round++) {
    FILE *output = popen(command, "r");
    require(output != NULL && fscanf(output, "%lf", &times[round]) == 1, program);
    require(pclose(output) == 0, program);
  }
  row_under("load, fresh cloud, first call", median(times, ROUNDS), 5e6);
}

int main(int count, char **arguments) {
  require(count == 3, "usage: bench FIRST_CALL LIBRARY");
  pin();
  first_call(arguments[1], arguments[2]);
  subject fresh = {run_fresh_cloud, NULL, 200, NULL};
  row_under("fresh cloud and its end", measure(&fresh), 20e3);

  char *record = record_text(0), what[80];
  round_trip plain = round_trip_of(record, 0);
  round_trip strict = round_trip_of(record, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
  subject yardstick = {run_round_trip, &plain, 200, NULL};
  subject stricter = {run_round_trip, &strict, 200, NULL};
  snprintf(what, sizeof what, "json-c parse + print, %zu bytes (the yardstick)", strlen(record));
  row(what, measure(&yardstick));
  row("  the same with STRICT | VALIDATE_UTF8", measure(&stricter));
  single_calls(&yardstick);
  batches();

  mockcloud *large = world_of(LARGE);
  large_saves(large);
  forks(large);
  snapshots(large);
  mockcloud_destroy(large);
  feed_pages(LARGE);
  return 0;
}
