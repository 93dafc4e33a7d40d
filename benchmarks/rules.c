/* What rules of faults cost that do not act on a call: a hundred of each kind, beside a lookup. */
#include <mockcloud.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cloud.h"
#include "measure.h"
#include "requests.h"

enum { RULES = 100, MANY = 10000, TURNS = 200, ROUNDS_HERE = 41 };

/* The rules of one kind: their members, without the effect. A number stands for each "%d". */
typedef struct {
  const char *name, *members;
  int count;
  /* A rule that acts on the first call; NULL if there is none. */
  const char *first;
} kind;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
static const kind kinds[] = {
    {"op", "\"when\":{\"op\":\"records/modify\"}", RULES},
    {"user", "\"when\":{\"user\":\"someone-%d*\"}", RULES},
    {"device", "\"when\":{\"device\":\"device-1%d*\"}", RULES},
    {"container", "\"when\":{\"container\":\"iCloud.other-%d\"}", RULES},
    {"environment", "\"when\":{\"environment\":\"production\"}", RULES},
    {"db", "\"when\":{\"db\":\"public\"}", RULES},
    {"zone", "\"when\":{\"zone\":{\"name\":\"Trips-%d\"}}", RULES},
    {"zone, a pattern", "\"when\":{\"zone\":{\"name\":\"Trips-%d*\"}}", RULES},
    {"recordType", "\"when\":{\"recordType\":\"Other%d\"}", RULES},
    {"recordName", "\"when\":{\"recordName\":\"other-%d\"}", RULES},
    {"recordName, a pattern", "\"when\":{\"recordName\":\"other-%d*\"}", RULES},
    {"action", "\"when\":{\"action\":\"save\"}", RULES},
    {"items", "\"when\":{\"items\":{\">\":5%d}}", RULES},
    {"bytes", "\"when\":{\"bytes\":{\">\":100000%d}}", RULES},
    {"field", "\"when\":{\"field\":{\"title\":\"%d\"}}", RULES},
    {"savePolicy", "\"when\":{\"savePolicy\":\"allKeys\"}", RULES},
    {"atomic", "\"when\":{\"atomic\":true}", RULES},
    {"call, per rule", "\"when\":{\"call\":{\"nth\":1000000000}}", RULES},
    {"call, per op", "\"when\":{\"call\":{\"nth\":1000000000,\"per\":\"op\"}}", RULES},
    {"call, per device", "\"when\":{\"call\":{\"nth\":1000000000,\"per\":\"device\"}}", RULES},
    {"call, per record",
     "\"when\":{\"phase\":\"items\",\"call\":{\"nth\":1000000000,\"per\":\"record\"}}", RULES},
    {"clock", "\"when\":{\"clock\":{\"after\":1000000}}", RULES},
    {"state", "\"when\":{\"state\":\"other-%d\"}", RULES},
    {"state, others set", "\"when\":{\"state\":\"other-%d\"}", RULES,
     "\"limit\":{\"injections\":1},\"next\":{\"state\":\"moved\"}"},
    {"armed: false", "\"armed\":false", RULES},
    {"probability 0", "\"limit\":{\"probability\":0}", RULES},
    {"probability 1e-12", "\"limit\":{\"probability\":1e-12}", RULES},
    {"skip", "\"limit\":{\"skip\":1000000000}", RULES},
    {"skip, per device", "\"limit\":{\"skip\":1000000000,\"per\":\"device\"}", RULES},
    {"skip, per record",
     "\"when\":{\"phase\":\"items\"},\"limit\":{\"skip\":1000000000,\"per\":\"record\"}", RULES},
    {"probability 0, per record",
     "\"when\":{\"phase\":\"items\"},\"limit\":{\"probability\":0,\"per\":\"record\"}", RULES},
    {"10,000 other records", "\"when\":{\"recordName\":\"other-%d\"}", MANY},
    {"10,000 other devices", "\"when\":{\"device\":\"device-1%d*\"}", MANY},
    {"10,000 other zones", "\"when\":{\"zone\":{\"name\":\"Trips-%d\"}}", MANY},
};
#pragma GCC diagnostic pop

static void add_rule(mockcloud *cloud, const char *members) {
  char request[300];
  snprintf(request, sizeof request, "{\"rules\":[{%s,\"then\":{\"error\":\"zoneBusy\"}}]}",
           members);
  ask(cloud, "mock/faults/add", request);
}

static mockcloud *cloud_with(const kind *rules) {
  mockcloud *cloud = new_cloud();
  char *save = save_text(0, 1);
  ask(cloud, "records/modify", save);
  free(save);
  if (rules != NULL && rules->first != NULL) {
    add_rule(cloud, rules->first);
    char *lookup = lookup_text(0);
    require(mockcloud_call(cloud, "records/lookup", lookup, NULL) == MOCKCLOUD_CKERROR_ZONE_BUSY,
            "a rule that acts");
    free(lookup);
  }
  for (int number = 0; rules != NULL && number < rules->count; number++) {
    char members[200];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-extra-args"
    snprintf(members, sizeof members, rules->members, number);
#pragma GCC diagnostic pop
    add_rule(cloud, members);
  }
  return cloud;
}

typedef struct {
  mockcloud *cloud;
  char *request;
} lookups;

static void run_lookup(void *context, int turn) {
  (void)turn;
  const lookups *calls = context;
  require(mockcloud_call(calls->cloud, "records/lookup", calls->request, NULL) == 0, "lookup");
}

static void clear_journal(void *context) {
  const lookups *calls = context;
  ask(calls->cloud, "mock/journal/clear", "{}");
}

/* Makes lookups among the rules of one kind, for callgrind to count. */
static int count_for(const kind *rules, int calls) {
  lookups watched = {cloud_with(rules), lookup_text(0)};
  for (int turn = 0; turn < calls; turn++)
    run_lookup(&watched, turn);
  free(watched.request);
  mockcloud_destroy(watched.cloud);
  return 0;
}

/* Without arguments, measures all kinds. "rules list" prints their names, and "rules KIND COUNT"
 * makes lookups for callgrind; the kind "none" has no rules. */
int main(int count, char **arguments) {
  for (size_t index = 0; count > 1 && index < sizeof kinds / sizeof *kinds; index++) {
    if (strcmp(arguments[1], "list") == 0)
      puts(kinds[index].name);
    if (count == 3 && strcmp(arguments[1], kinds[index].name) == 0)
      return count_for(&kinds[index], atoi(arguments[2]));
  }
  if (count == 3)
    return count_for(NULL, atoi(arguments[2]));
  if (count > 1)
    return 0;
  pin();
  lookups plain = {cloud_with(NULL), lookup_text(0)};
  subject yardstick = {run_lookup, &plain, TURNS, clear_journal};
  for (size_t index = 0; index < sizeof kinds / sizeof *kinds; index++) {
    lookups watched = {cloud_with(&kinds[index]), plain.request};
    subject measured = {run_lookup, &watched, TURNS, clear_journal};
    comparison result = compare_in(ROUNDS_HERE, &measured, &yardstick);
    char name[80];
    snprintf(name, sizeof name, "rules that do not act: %s", kinds[index].name);
    row_under(name, result.time - result.yardstick, 2000);
    mockcloud_destroy(watched.cloud);
  }
  mockcloud_destroy(plain.cloud);
  free(plain.request);
  return 0;
}
