/* What rules of faults cost that do not act on a call: a hundred of each kind, beside a lookup. */
#include <mockcloud.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cloud.h"
#include "measure.h"
#include "requests.h"

enum { RULES = 100, MANY = 10000, TURNS = 40, PAIRS = 6, RATIOS = 60, WARM_UP = 10 };

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
    {"zone owner", "\"when\":{\"zone\":{\"owner\":\"someone-%d*\"}}", RULES},
    {"zone name of the call, owner",
     "\"when\":{\"zone\":{\"name\":\"_defaultZone\",\"owner\":\"someone-%d*\"}}", RULES},
    {"recordName, zone of the call",
     "\"when\":{\"zone\":{\"name\":\"_defaultZone\"},\"recordName\":\"other-%d\"}", RULES},
    {"recordName, a pattern, zone of the call",
     "\"when\":{\"zone\":{\"name\":\"_defaultZone\"},\"recordName\":\"other-%d*\"}", RULES},
    {"recordName, zone with its owner",
     "\"when\":{\"zone\":{\"name\":\"_defaultZone\",\"owner\":\"_self\"},"
     "\"recordName\":\"other-%d\"}",
     RULES},
    {"recordName, action", "\"when\":{\"action\":\"fetch\",\"recordName\":\"other-%d\"}", RULES},
    {"recordName, a pattern, action",
     "\"when\":{\"action\":\"fetch\",\"recordName\":\"other-%d*\"}", RULES},
    {"recordName, item", "\"when\":{\"recordName\":\"other-%d\",\"call\":{\"item\":1}}", RULES},
    {"item", "\"when\":{\"call\":{\"item\":2%d}}", RULES},
    {"item, call", "\"when\":{\"call\":{\"item\":1,\"nth\":1000000%d}}", RULES},
    {"recordName of the call, skip",
     "\"when\":{\"recordName\":\"note-000000\"},\"limit\":{\"skip\":1000000000}", RULES},
    {"zone of the call, skip",
     "\"when\":{\"zone\":{\"name\":\"_defaultZone\"}},\"limit\":{\"skip\":1000000000}", RULES},
    {"action", "\"when\":{\"action\":\"save\"}", RULES},
    {"items", "\"when\":{\"items\":{\">\":5%d}}", RULES},
    {"bytes", "\"when\":{\"bytes\":{\">\":100000%d}}", RULES},
    {"items, bytes", "\"when\":{\"items\":{\">\":0},\"bytes\":{\">\":100000%d}}", RULES},
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
    {"probability, a ramp", "\"limit\":{\"probability\":{\"from\":0,\"to\":1e-9,\"during\":86400}}",
     RULES},
    {"skip", "\"limit\":{\"skip\":1000000000}", RULES},
    {"skip, per device", "\"limit\":{\"skip\":1000000000,\"per\":\"device\"}", RULES},
    {"skip, per record",
     "\"when\":{\"phase\":\"items\"},\"limit\":{\"skip\":1000000000,\"per\":\"record\"}", RULES},
    {"probability 0, per record",
     "\"when\":{\"phase\":\"items\"},\"limit\":{\"probability\":0,\"per\":\"record\"}", RULES},
    /* Every kind above in turn, apart from the one whose first rule acts. */
    {"all kinds", NULL, RULES},
    {"10,000 other records", "\"when\":{\"recordName\":\"other-%d\"}", MANY},
    {"10,000 other devices", "\"when\":{\"device\":\"device-1%d*\"}", MANY},
    {"10,000 other zones", "\"when\":{\"zone\":{\"name\":\"Trips-%d\"}}", MANY},
};
#pragma GCC diagnostic pop

/* Returns the members of the rule with the given number among rules of one kind. */
static const char *members_of(const kind *rules, int number) {
  if (rules->members != NULL)
    return rules->members;
  int above = (int)(rules - kinds);
  const kind *other = &kinds[number % above];
  return other->first == NULL ? other->members : kinds[0].members;
}

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
    snprintf(members, sizeof members, members_of(rules, number), number);
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

/* Empties the journal, and makes a few lookups: the first ones after that are slower. */
static void begin_round(void *context) {
  const lookups *calls = context;
  ask(calls->cloud, "mock/journal/clear", "{}");
  for (int turn = 0; turn < 4; turn++)
    run_lookup(context, turn);
}

/* Returns how many times as long a lookup takes among the rules of one kind, and stores the
 * nanoseconds of one without rules.
 *
 * Where two clouds lie in memory can make one of them slower than the other, whatever they do.
 * Therefore several pairs of clouds are compared, which are made in both orders. */
static double ratio_among(const kind *rules, char *request, double *time) {
  double ratios[PAIRS * RATIOS], times[PAIRS * RATIOS];
  /* Many rules take long to add. */
  int pairs = rules->count < MANY ? PAIRS : 2;
  for (int pair = 0; pair < pairs; pair++) {
    lookups first = {cloud_with(pair % 2 == 0 ? rules : NULL), request};
    lookups second = {cloud_with(pair % 2 == 0 ? NULL : rules), request};
    subject one = {run_lookup, &first, TURNS, begin_round};
    subject other = {run_lookup, &second, TURNS, begin_round};
    const subject *measured = pair % 2 == 0 ? &one : &other;
    const subject *yardstick = pair % 2 == 0 ? &other : &one;
    int start = pair * RATIOS;
    ratios_of(measured, yardstick, ratios + start, times + start, WARM_UP);
    ratios_of(measured, yardstick, ratios + start, times + start, RATIOS);
    mockcloud_destroy(first.cloud);
    mockcloud_destroy(second.cloud);
  }
  *time = lower_quartile(times, pairs * RATIOS);
  return median(ratios, pairs * RATIOS);
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
  enum { KINDS = sizeof kinds / sizeof *kinds };
  double ratios[KINDS], times[KINDS];
  char *request = lookup_text(0);
  for (size_t index = 0; index < KINDS; index++)
    ratios[index] = ratio_among(&kinds[index], request, &times[index]);
  free(request);
  /* All ratios are of the same lookup. On a machine that is busy for a while, the lookup and what
   * the rules add to it become slower alike. */
  double lookup = lower_quartile(times, KINDS);
  for (size_t index = 0; index < KINDS; index++) {
    char name[80];
    snprintf(name, sizeof name, "rules that do not act: %s", kinds[index].name);
    double added = (ratios[index] - 1) * lookup;
    /* The limit is that of one kind. */
    if (kinds[index].members == NULL)
      row(name, added);
    else
      row_under(name, added, 2000);
  }
  return 0;
}
