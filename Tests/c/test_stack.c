/* The stack that a call needs: the deepest inputs that are accepted, on a thread with the stack
 * that the header names. A stack that is too small ends the process. */
#include "support.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A predicate nests to 40 levels of operands, these two included, a script's request to 48, JSON
 * to 64. */
enum { STACK = 256 << 10, OPERANDS = 38, SCRIPT = 48, JSON = 62 };

/* Returns `inner` between `count` openings and closings. */
static char *nested(const char *opening, int count, const char *inner, const char *closing) {
  char *text = malloc((strlen(opening) + strlen(closing)) * (size_t)count + strlen(inner) + 1);
  char *end = text;
  for (int i = 0; i < count; i++)
    end = stpcpy(end, opening);
  end = stpcpy(end, inner);
  for (int i = 0; i < count; i++)
    end = stpcpy(end, closing);
  return text;
}

#define QUERY "{'query': {'recordType': 'Note', 'predicate': %s}"
#define SUBSCRIBE(name)                                                                            \
  "{'operations': [{'operationType': 'create', 'subscription': {'subscriptionID': '" name "', "    \
  "'subscriptionType': 'query', 'firesOn': ['create'], "                                           \
  "'query': {'recordType': 'Note', 'predicate': %s}}}]}"
#define RULE(op, call) "{'rules': [{'when': {'op': '" op "'}, 'then': {'call': " call "}}]}"

struct deep {
  mockcloud_status status;
  const char *operation;
  const char *format;
  /* The arguments of the format: this much, nested. */
  const char *opening;
  int count;
  const char *inner;
  const char *closing;
};

static const struct deep deep[] = {
    {0, "records/query", QUERY "}", "(", OPERANDS, "number = 1", ")"},
    {0, "records/query", QUERY "}", "NOT (", OPERANDS / 2, "number = 1", ")"},
    {0, "records/query", QUERY "}", "number = 1 AND (", OPERANDS / 2, "number = 1", ")"},
    {12, "records/query", QUERY "}", "abs:(", OPERANDS / 2, "number = 1", ")"},
    {0, "mock/explain", QUERY "}", "(", OPERANDS, "number = 1", ")"},
    {0, "subscriptions/modify", SUBSCRIBE("s"), "(", OPERANDS, "number = 1", ")"},
    {0, "records/query", QUERY ", 'deliver': 'events'}", "(", OPERANDS, "number = 1", ")"},
    {0, "mock/clock/advance", "{'seconds': 10}", "", 0, "", ""},
    /* A rule that reads a predicate inside of a query. */
    {0, "mock/faults/add",
     RULE("records/query", "{'operation': 'subscriptions/modify', 'request': " SUBSCRIBE("t") "}"),
     "(", OPERANDS, "number = 1", ")"},
    {0, "records/query", QUERY "}", "(", OPERANDS, "number = 1", ")"},
    {0, "mock/match", "{'value': 1, 'pattern': %j}", "[", JSON, "1", "]"},
    {0, "mock/match", "{'value': 1, 'pattern': %j}", "{\"a\": ", JSON, "1", "}"},
    {12, "zones/list", "{'unknown': %j}", "{\"a\": ", JSON, "1", "}"},
    {0, "mock/journal", "{}", "", 0, "", ""},
    {0, "mock/report", "{}", "", 0, "", ""},
    {0, "mock/state/save", "{}", "", 0, "", ""},
    {0, "mock/script/load",
     "{'entries': [{'operation': 'zones/list', 'request': %j, 'response': {}}]}",
     "{\"a\": ", SCRIPT - 1, "1", "}"},
    {-6, "zones/list", "{'a': %j}", "{\"a\": ", SCRIPT - 2, "2", "}"},
};
enum { COUNT = sizeof deep / sizeof *deep };

struct outcome {
  mockcloud_status status;
  char *answer;
};

static void *call_all(void *argument) {
  struct outcome *outcomes = argument;
  mockcloud *cloud = NULL;
  mockcloud_create("{}", &cloud, NULL);
  save_note(cloud, "n", 1);
  for (size_t i = 0; i < COUNT; i++) {
    const struct deep *call = &deep[i];
    char *text = nested(call->opening, call->count, call->inner, call->closing);
    outcomes[i].status =
        mockcloud_callf(cloud, &outcomes[i].answer, call->operation, call->format, text);
    free(text);
  }
  /* The pattern is compared inside of the function that makes the call. */
  char *pattern = nested("{\"a\": ", JSON, "1", "}"), *difference = NULL;
  mockcloud_expect(cloud, 0, pattern, &difference, "mock/clock", "{}");
  mockcloud_string_free(difference);
  mockcloud_json_get(pattern, "/a/a", NULL);
  free(pattern);
  mockcloud_destroy(cloud);
  return NULL;
}

static void the_deepest_inputs(void **state) {
  (void)state;
  struct outcome outcomes[COUNT] = {{0}};
  pthread_attr_t attributes;
  pthread_t thread;
  assert_int_equal(pthread_attr_init(&attributes), 0);
  assert_int_equal(pthread_attr_setstacksize(&attributes, STACK), 0);
  assert_int_equal(pthread_create(&thread, &attributes, call_all, outcomes), 0);
  assert_int_equal(pthread_join(thread, NULL), 0);
  pthread_attr_destroy(&attributes);
  for (size_t i = 0; i < COUNT; i++) {
    if (outcomes[i].status != deep[i].status)
      fail_msg("%zu, %s: %d %s", i, deep[i].operation, (int)outcomes[i].status, outcomes[i].answer);
    mockcloud_string_free(outcomes[i].answer);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(the_deepest_inputs, count_clouds, no_cloud_is_left)};
  return cmocka_run_group_tests_name("stack", tests, NULL, NULL);
}
