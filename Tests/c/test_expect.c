/* Calls compared with expectations, and the macros for them. */
#include "support.h"

#include "must_fail.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static mockcloud *cloud;

static int open_cloud(void **state) {
  (void)state;
  int status = mockcloud_create("{\"seed\": 1}", &cloud, NULL);
  return status ? status
                : mockcloud_callf(cloud, NULL, "mock/seed",
                                  "{'records': [{'recordName': 'n1', 'recordType': 'Note', "
                                  "'fields': {'title': {'value': 'Milk'}}}]}");
}

static int close_cloud(void **state) {
  mockcloud_destroy(cloud);
  return no_cloud_is_left(state);
}

static const char lookup[] = "{'records': [{'recordName': %s}]}";

static void what_is_as_expected(void **state) {
  (void)state;
  static const char *const patterns[] = {
      NULL,
      "{}",
      "'$any'",
      "{'records': [{'recordName': 'n1', 'fields': {'title': {'value': 'Milk'}}}]}",
      "{\"records\": [{\"recordName\": \"n1\"}]}",
      "{'records': [{'recordName': '$any', 'error': '$absent'}], 'error': '$absent'}"};
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
    char *difference = UNSET;
    assert_int_equal(mockcloud_expect(cloud, MOCKCLOUD_OK, patterns[i], &difference,
                                      "records/lookup", lookup, "n1"),
                     MOCKCLOUD_OK);
    assert_null(difference);
  }
  char *difference = UNSET;
  assert_int_equal(mockcloud_expect(cloud, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                                    "{'records': [{'ckErrorCode': 11}]}", &difference,
                                    "records/lookup", lookup, "n2"),
                   MOCKCLOUD_OK);
  assert_null(difference);
  static const struct {
    mockcloud_status status;
    const char *operation, *format;
  } misuses[] = {{MOCKCLOUD_BAD_JSON, "mock/clock", "{"},
                 {MOCKCLOUD_UNKNOWN_OPERATION, "mock/clok", "{}"},
                 {MOCKCLOUD_BAD_MOCK_REQUEST, "mock/clock", "{'a': 1}"},
                 {MOCKCLOUD_BAD_MOCK_REQUEST, "mock/clock", "%q"},
                 {MOCKCLOUD_NULL_ARGUMENT, NULL, "{}"}};
  for (size_t i = 0; i < sizeof misuses / sizeof *misuses; i++)
    assert_int_equal(mockcloud_expect(cloud, misuses[i].status, "{'error': {'message': '$any'}}",
                                      NULL, misuses[i].operation, misuses[i].format),
                     MOCKCLOUD_OK);
  assert_int_equal(
      mockcloud_expect((mockcloud *)1, MOCKCLOUD_BAD_HANDLE, NULL, NULL, "mock/clock", "{}"),
      MOCKCLOUD_OK);
}

/* Fails unless the difference begins with these lines. */
#define DIFFERS(beginning, status, pattern, ...)                                                   \
  do {                                                                                             \
    char *difference = UNSET;                                                                      \
    assert_int_equal(mockcloud_expect(cloud, status, pattern, &difference, __VA_ARGS__),           \
                     MOCKCLOUD_SCRIPT_MISMATCH);                                                   \
    if (strncmp(difference, beginning "\n", sizeof beginning) != 0)                                \
      fail_msg("%s", difference);                                                                  \
    assert_non_null(strstr(difference, "\nresponse: "));                                           \
    mockcloud_string_free(difference);                                                             \
    assert_int_equal(mockcloud_expect(cloud, status, pattern, NULL, __VA_ARGS__),                  \
                     MOCKCLOUD_SCRIPT_MISMATCH);                                                   \
  } while (0)

static void what_differs(void **state) {
  (void)state;
  DIFFERS("records/lookup: status: expected 0 (ok), got 2 (partialFailure)", MOCKCLOUD_OK, NULL,
          "records/lookup", lookup, "n2");
  DIFFERS("records/lookup: status: expected 0 (ok), got 2 (partialFailure)", MOCKCLOUD_OK,
          "{'records': []}", "records/lookup", lookup, "n2");
  DIFFERS("records/lookup: records[0].fields.title.value: expected \"Tea\", got \"Milk\"\n"
          "records/lookup: records[0].recordNam: expected \"n1\", got nothing; did you mean "
          "'recordName'?",
          MOCKCLOUD_OK, "{'records': [{'fields': {'title': {'value': 'Tea'}}, 'recordNam': 'n1'}]}",
          "records/lookup", lookup, "n1");
  DIFFERS("records/lookup: records[1]: expected {}, got nothing", MOCKCLOUD_OK,
          "{'records': [{}, {}]}", "records/lookup", lookup, "n1");
  DIFFERS("mock/clok: status: expected 0 (ok), got -4 (unknownOperation)", MOCKCLOUD_OK, NULL,
          "mock/clok", "{}");
  DIFFERS("mock/clock: status: expected 0 (ok), got -5 (badMockRequest)", MOCKCLOUD_OK, NULL,
          "mock/clock", "{'a': %s}", "\xff");
  DIFFERS("NULL: status: expected 0 (ok), got -1 (nullArgument)", MOCKCLOUD_OK, NULL, NULL, "{}");
  DIFFERS("mock/clock: status: expected 999 (unknown), got 0 (ok)", 999, NULL, "mock/clock", "{}");
  DIFFERS("mock/clock: now: expected \"100%\", got \"2026-01-01T00:00:00.000Z\"", MOCKCLOUD_OK,
          "{'now': '100%'}", "mock/clock", "{}");
}

/* A long answer is shortened, never within a character. */
static void long_answers(void **state) {
  (void)state;
  for (int shift = 0; shift < 4; shift++) {
    char text[4001] = "xxxx";
    for (size_t i = (size_t)shift; i + 4 < sizeof text; i += 4)
      memcpy(text + i, "\xf0\x9f\x8d\x8e", 5);
    char *difference = NULL;
    assert_int_equal(mockcloud_expect(cloud, MOCKCLOUD_OK, "{'matches': false}", &difference,
                                      "mock/match", "{'pattern': '$v', 'value': %s}", text),
                     MOCKCLOUD_SCRIPT_MISMATCH);
    assert_true(strlen(difference) < 2200);
    assert_non_null(strstr(difference, "\xe2\x80\xa6 ("));
    char *checked = NULL;
    assert_int_equal(mockcloud_callf(cloud, &checked, "mock/match",
                                     "{'pattern': '$v', 'value': %s}", difference),
                     MOCKCLOUD_OK);
    assert_null(strstr(difference, "\xef\xbf\xbd"));
    mockcloud_string_free(checked);
    mockcloud_string_free(difference);
  }
}

static void wrong_patterns(void **state) {
  (void)state;
  static const struct {
    const char *pattern;
    mockcloud_status status;
  } wrong[] = {{"", MOCKCLOUD_BAD_JSON},
               {"{", MOCKCLOUD_BAD_JSON},
               {"{'a': }", MOCKCLOUD_BAD_JSON},
               {"{'a': 1, 'a': 2}", MOCKCLOUD_BAD_JSON},
               {"'\xff'", MOCKCLOUD_BAD_JSON},
               {"{'a': '$'}", MOCKCLOUD_BAD_MOCK_REQUEST},
               {"{'a", MOCKCLOUD_BAD_MOCK_REQUEST},
               {"'\\u00'", MOCKCLOUD_BAD_MOCK_REQUEST}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char *difference = UNSET;
    mockcloud_status status = mockcloud_expect(cloud, MOCKCLOUD_OK, wrong[i].pattern, &difference,
                                               "mock/clock/advance", "{'seconds': 1}");
    if (status != wrong[i].status)
      fail_msg("%s: %d %s", wrong[i].pattern, (int)status, difference);
    assert_true(strlen(difference) > 10);
    mockcloud_string_free(difference);
  }
  /* No operation was run. */
  assert_int_equal(mockcloud_expect(cloud, MOCKCLOUD_OK, "{'now': '2026-01-01T00:00:00.000Z'}",
                                    NULL, "mock/clock", "{}"),
                   MOCKCLOUD_OK);
}

/* Runs a statement that must fail, and checks its message. */
#define FAILS(beginning, statement)                                                                \
  do {                                                                                             \
    MUST_FAIL(statement);                                                                          \
    if (strncmp(failed_with, beginning, strlen(beginning)) != 0)                                   \
      fail_msg("%s", failed_with);                                                                 \
  } while (0)

static void macros(void **state) {
  (void)state;
  MOCKCLOUD_EXPECT(cloud, MOCKCLOUD_OK, "{'records': [{}]}", "records/lookup", lookup, "n1");
  MOCKCLOUD_EXPECT_OK(cloud, "mock/clock", "{}");
  MOCKCLOUD_EXPECT_STATUS(MOCKCLOUD_NULL_ARGUMENT, mockcloud_fork(NULL, NULL));
  MOCKCLOUD_EXPECT_NO_EVENT(cloud);
  FAILS("records/lookup: status: expected 0 (ok), got 2 (partialFailure)\nresponse: {",
        MOCKCLOUD_EXPECT_OK(cloud, "records/lookup", lookup, "n2"));
  FAILS("mock/clock: now: expected 5, got",
        MOCKCLOUD_EXPECT(cloud, 0, "{'now': 5}", "mock/clock", "{}"));
  FAILS("pattern", MOCKCLOUD_EXPECT(cloud, 0, "{", "mock/clock", "{}"));
  FAILS("mockcloud_fork(NULL, NULL): status: expected 0 (ok), got -1 (nullArgument)",
        MOCKCLOUD_EXPECT_STATUS(MOCKCLOUD_OK, mockcloud_fork(NULL, NULL)));
  MOCKCLOUD_EXPECT_STATUS(MOCKCLOUD_JSON_FOUND, mockcloud_json_int("[1]", "/0", NULL));
  FAILS("mockcloud_json_int(\"[1]\", \"/1\", NULL): status: expected 0 (ok), got 1001 (jsonAbsent)",
        MOCKCLOUD_EXPECT_STATUS(MOCKCLOUD_JSON_FOUND, mockcloud_json_int("[1]", "/1", NULL)));
  FAILS("expected no cloud, got 1 that was not destroyed", MOCKCLOUD_EXPECT_NO_CLOUDS());
  MOCKCLOUD_EXPECT_OK(cloud, "mock/account/set", "{'accountStatus': 'restricted'}");
  FAILS("expected no event, got {\"kind\":\"accountChange\"", MOCKCLOUD_EXPECT_NO_EVENT(cloud));
  FAILS("expected no event, got badHandle", MOCKCLOUD_EXPECT_NO_EVENT((mockcloud *)1));
}

/* Runs a statement that must fail with a message that ends with these lines. */
#define FAILS_WITH(end, statement)                                                                 \
  do {                                                                                             \
    MUST_FAIL(statement);                                                                          \
    size_t length = strlen(failed_with);                                                           \
    if (length < strlen(end) || strcmp(failed_with + length - strlen(end), end) != 0)              \
      fail_msg("%s", failed_with);                                                                 \
  } while (0)

#define FAILS_WITHIN(part, statement)                                                              \
  do {                                                                                             \
    MUST_FAIL(statement);                                                                          \
    if (strstr(failed_with, part) == NULL)                                                         \
      fail_msg("%s", failed_with);                                                                 \
  } while (0)

/* A failed call shows the calls before it, with faults. */
static void last_calls(void **state) {
  (void)state;
  for (int i = 0; i < 6; i++)
    MOCKCLOUD_EXPECT_OK(cloud, "records/lookup", lookup, "n1");
  MOCKCLOUD_EXPECT_OK(cloud, "mock/error/set", "{'error': 'zoneBusy'}");
  FAILS_WITH(
      "\nlast calls:\n  3. records/lookup by device-1: n1 -> ok\n  4. records/lookup by "
      "device-1: n1 -> ok\n"
      "  5. records/lookup by device-1: n1 -> ok\n  6. records/lookup by device-1: n1 -> ok\n"
      "  7. records/lookup by device-1: n1 -> zoneBusy, fault mock/error/set: Zone is busy, try "
      "again later",
      MOCKCLOUD_EXPECT_OK(cloud, "records/lookup", lookup, "n1"));
}

/* A call is shown with what it does to which records. */
static void items_of_calls(void **state) {
  (void)state;
  MOCKCLOUD_EXPECT_OK(cloud, "zones/modify",
                      "{'operations': [{'operationType': 'create', 'zone': {'zoneID': "
                      "{'zoneName': 'Work'}}}]}");
  MOCKCLOUD_EXPECT_OK(cloud, "changes/zone", "{'zones': [{'zoneID': {'zoneName': 'Work'}}]}");
  MOCKCLOUD_EXPECT_OK(cloud, "records/query", "{'query': {'recordType': 'Note'}}");
  MOCKCLOUD_EXPECT_OK(cloud, "zones/list", "{}");
  char *answer = NULL, *name = NULL, end[1000];
  MOCKCLOUD_EXPECT_STATUS(
      MOCKCLOUD_OK, mockcloud_callf(cloud, &answer, "records/modify",
                                    "{'operations': ["
                                    "{'operationType': 'create', 'record': {'recordType': 'Note'}},"
                                    "{'operationType': 'forceDelete', 'record': {'recordName': "
                                    "'n1'}}, {'operationType': 'create', 'record': {'recordType': "
                                    "'Note', 'recordName': 'n2'}}, {'operationType': 'create', "
                                    "'record': {'recordType': 'Note', 'recordName': 'n3'}}]}"));
  mockcloud_json_text(answer, "/records/0/recordName", &name);
  snprintf(end, sizeof end,
           "\nlast calls:\n  1. zones/modify by device-1: create Work -> ok\n"
           "  2. changes/zone by device-1: Work -> ok\n  3. records/query by device-1: Note -> ok\n"
           "  4. zones/list by device-1 -> ok\n"
           "  5. records/modify by device-1: create %s, forceDelete n1, create n2, 1 more -> ok",
           name);
  mockcloud_string_free(name);
  mockcloud_string_free(answer);
  FAILS_WITH(end, MOCKCLOUD_EXPECT_STATUS_OF(cloud, 1, 0));
}

static mockcloud_status look_up(const char *name) {
  return mockcloud_callf(cloud, NULL, "records/lookup", lookup, name);
}

/* What a client returns tells less than its calls. */
static void calls_of_a_client(void **state) {
  (void)state;
  MOCKCLOUD_EXPECT_STATUS_OF(cloud, MOCKCLOUD_OK, look_up("n1"));
  FAILS("look_up(\"n2\"): status: expected 0 (ok), got 2 (partialFailure)\nlast calls:\n"
        "  1. records/lookup by device-1: n1 -> ok\n  2. records/lookup by device-1: n2 -> "
        "partialFailure: "
        "Record not found: 'n2' in zone '_defaultZone'",
        MOCKCLOUD_EXPECT_STATUS_OF(cloud, MOCKCLOUD_OK, look_up("n2")));
}

static void findings(void **state) {
  (void)state;
  MOCKCLOUD_EXPECT_NO_FINDINGS(cloud);
  MOCKCLOUD_EXPECT_OK(cloud, "mock/error/set",
                      "{'error': {'code': 'zoneBusy', 'retryAfter': 3}, 'times': 1}");
  for (int i = 0; i < 2; i++)
    mockcloud_callf(cloud, NULL, "records/lookup", lookup, "n1");
  FAILS("mock/report: expected no findings, got 1:\n  call 2: earlyRetry: ",
        MOCKCLOUD_EXPECT_NO_FINDINGS(cloud));
  FAILS_WITH(
      "\nlast calls:\n  1. records/lookup by device-1: n1 -> zoneBusy, fault mock/error/set: "
      "Zone is busy, try again later\n"
      "  2. records/lookup by device-1: n1 -> ok",
      MOCKCLOUD_EXPECT_NO_FINDINGS(cloud));
  FAILS("mock/report: status: expected 0 (ok), got -2 (badHandle)\nresponse: {\"error\"",
        MOCKCLOUD_EXPECT_NO_FINDINGS((mockcloud *)1));
}

static void fired_rules(void **state) {
  (void)state;
  FAILS("mock/faults/report: expected every fault rule to act, got no rules:",
        MOCKCLOUD_EXPECT_RULES_FIRED(cloud));
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add",
                      "{'rules': [{'id': 'busy', 'when': {'op': 'records/lookup'}, 'limit': "
                      "{'skip': 1}, 'then': {'error': 'zoneBusy'}},"
                      " {'id': 'full', 'when': {'op': 'records/modify'}, 'then': {'error': "
                      "'quotaExceeded'}}]}");
  mockcloud_callf(cloud, NULL, "records/lookup", lookup, "n1");
  FAILS("mock/faults/report: expected every fault rule to act, got rules that did not:\n"
        "  busy: did not act; last reason: limit.skip\n  full: did not act; no call met its "
        "conditions: "
        "{\"op\":[\"records/modify\"]}\n"
        "last calls:\n  1. records/lookup by device-1: n1 -> ok",
        MOCKCLOUD_EXPECT_RULES_FIRED(cloud));
  mockcloud_callf(cloud, NULL, "records/lookup", lookup, "n1");
  FAILS(
      "mock/faults/report: expected every fault rule to act, got rules that did not:\n"
      "  full: did not act; no call met its conditions: {\"op\":[\"records/modify\"]}\nlast calls:",
      MOCKCLOUD_EXPECT_RULES_FIRED(cloud));
  /* Neither chance need act, nor what says so. */
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/profile", "{'name': 'flaky-wifi', 'intensity': 0.001}");
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add",
                      "{'rules': [{'id': 'rare', 'limit': {'probability': 0.000001}, 'then': "
                      "{'latency': 1}}, {'id': 'free', 'when': {'op': 'users/discover'}, "
                      "'mustFire': false, 'then': {'error': 'zoneBusy'}}]}");
  mockcloud_callf(cloud, NULL, "records/modify",
                  "{'operations': [{'operationType': 'forceDelete', 'record': {'recordName': "
                  "'n1'}}]}");
  MOCKCLOUD_EXPECT_RULES_FIRED(cloud);
  FAILS("mock/faults/report: status: expected 0 (ok), got -2 (badHandle)",
        MOCKCLOUD_EXPECT_RULES_FIRED((mockcloud *)1));
  /* A rule that must act has to, also by chance, and whatever its name is. */
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add",
                      "{'rules': [{'id': 'must', 'mustFire': true, 'when': {'op': "
                      "'users/discover'}, 'limit': {'probability': 0.5}, 'then': {'error': "
                      "'zoneBusy'}}, {'id': 'profile/own', 'when': {'op': 'users/discover'}, "
                      "'then': {'error': 'zoneBusy'}}]}");
  FAILS("mock/faults/report: expected every fault rule to act, got rules that did not:\n"
        "  must: did not act; no call met its conditions: {\"op\":[\"users/discover\"]}\n"
        "  profile/own: did not act",
        MOCKCLOUD_EXPECT_RULES_FIRED(cloud));
}

/* It is enough that a rule acted before its counts started anew, unless it must act again. */
static void rules_that_acted_before(void **state) {
  (void)state;
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add",
                      "{'rules': [{'id': 'own', 'when': {'op': 'zones/list'}, 'mustFire': true, "
                      "'then': {'error': 'zoneBusy'}, 'next': {'arm': ['own'], 'reset': true}}, "
                      "{'id': 'busy', 'when': {'op': 'records/lookup'}, 'then': {'error': "
                      "'zoneBusy'}}]}");
  mockcloud_callf(cloud, NULL, "records/lookup", lookup, "n1");
  FAILS_WITHIN("  own: did not act", MOCKCLOUD_EXPECT_RULES_FIRED(cloud));
  MOCKCLOUD_EXPECT(cloud, MOCKCLOUD_CKERROR_ZONE_BUSY, NULL, "zones/list", NULL);
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/arm", "{'ids': 'busy', 'reset': true}");
  MOCKCLOUD_EXPECT_RULES_FIRED(cloud);
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add",
                      "{'rules': [{'id': 'must', 'when': {'op': 'users/caller'}, 'mustFire': true, "
                      "'then': {'error': 'zoneBusy'}}]}");
  MOCKCLOUD_EXPECT(cloud, MOCKCLOUD_CKERROR_ZONE_BUSY, NULL, "users/caller", NULL);
  MOCKCLOUD_EXPECT_RULES_FIRED(cloud);
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/arm", "{'ids': 'must', 'reset': true}");
  FAILS("mock/faults/report: expected every fault rule to act, got rules that did not:\n"
        "  must: did not act",
        MOCKCLOUD_EXPECT_RULES_FIRED(cloud));
}

/* Whatever the names of rules contain, they are read once. */
static void many_rules(void **state) {
  (void)state;
  enum { COUNT = 1000, SIZE = 200 };
  char *request = calloc(COUNT, SIZE), *end = request;
  for (int i = 0; i < COUNT; i++)
    end += sprintf(
        end, "%s{\"id\": \"{[\\\"id\\\":%d,\\\"overdue\\\":true\", \"then\": {\"latency\": 1}}",
        i == 0 ? "{\"rules\": [" : ", ", i);
  strcpy(end, "]}");
  assert_int_equal(mockcloud_call(cloud, "mock/faults/add", request, NULL), MOCKCLOUD_OK);
  free(request);
  FAILS_WITHIN("  {[\"id\":9,\"overdue\":true: did not act; no call met its conditions",
               MOCKCLOUD_EXPECT_RULES_FIRED(cloud));
  FAILS_WITHIN("\n  and 990 more", MOCKCLOUD_EXPECT_RULES_FIRED(cloud));
  mockcloud_callf(cloud, NULL, "records/lookup", lookup, "n1");
  clock_t start = clock();
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/report", NULL);
  clock_t once = clock() - start;
  MOCKCLOUD_EXPECT_RULES_FIRED(cloud);
  assert_true(clock() - start < 50 * (once + CLOCKS_PER_SEC / 1000));
}

static void created_clouds(void **state) {
  (void)state;
  mockcloud *created = NULL;
  MOCKCLOUD_EXPECT_CREATE(NULL, &created);
  assert_non_null(created);
  mockcloud_destroy(created);
  FAILS("mockcloud_create: expected 0 (ok), got -5 (badMockRequest)\nresponse: {\"error\"",
        MOCKCLOUD_EXPECT_CREATE("{\"sed\": 7}", &created));
  FAILS_WITHIN("did you mean 'seed'?", MOCKCLOUD_EXPECT_CREATE("{\"sed\": 7}", &created));
}

static void many_findings(void **state) {
  (void)state;
  for (int i = 0; i < 12; i++) {
    MOCKCLOUD_EXPECT_OK(cloud, "mock/error/set",
                        "{'operation': 'records/lookup', 'error': {'code': 'zoneBusy', "
                        "'retryAfter': 100}, 'times': 1}");
    for (int turn = 0; turn < 2; turn++)
      mockcloud_callf(cloud, NULL, "records/lookup", lookup, "n1");
  }
  FAILS("mock/report: expected no findings, got 23:", MOCKCLOUD_EXPECT_NO_FINDINGS(cloud));
  FAILS_WITHIN("\n  and 13 more\nlast calls:\n", MOCKCLOUD_EXPECT_NO_FINDINGS(cloud));
}

/* A name in one place compares nothing: `$any` is the word for that. */
static void lone_names(void **state) {
  (void)state;
  FAILS("pattern.users: '$x' is in one place, so that it compares nothing; expected '$any'",
        MOCKCLOUD_EXPECT(cloud, MOCKCLOUD_OK, "{'users': '$x'}", "mock/users/list", NULL));
  FAILS_WITHIN("did you mean '$absent'?",
               MOCKCLOUD_EXPECT(cloud, MOCKCLOUD_OK, "{'us': '$absnt'}", "mock/users/list", NULL));
  MOCKCLOUD_EXPECT(cloud, MOCKCLOUD_OK, "{'users': '$any', 'more': '$absent'}", "mock/users/list",
                   NULL);
  MOCKCLOUD_EXPECT(cloud, MOCKCLOUD_OK, "{'differences': []}", "mock/match",
                   "{'pattern': {'a': '$x', 'b': '$x'}, 'value': {'a': 1, 'b': 1}}");
}

/* Returns the text that mockcloud_test_print_calls() prints, which the caller frees. */
static char *printed(mockcloud *handle, int count) {
  FILE *stream = tmpfile();
  assert_non_null(stream);
  mockcloud_test_print_calls(stream, handle, count);
  long length = ftell(stream);
  char *text = calloc(1, (size_t)length + 1);
  rewind(stream);
  assert_int_equal(fread(text, 1, (size_t)length, stream), (size_t)length);
  fclose(stream);
  return text;
}

static void printed_calls(void **state) {
  (void)state;
  MOCKCLOUD_EXPECT_OK(cloud, "records/lookup", lookup, "n1");
  char name[3001];
  memset(name, 'x', 3000);
  name[3000] = '\0';
  mockcloud_callf(cloud, NULL, "records/lookup", lookup, name);

  char *text = printed(cloud, 2);
  assert_non_null(strstr(text, "\"operation\":\"records/lookup\""));
  assert_non_null(strstr(text, "\"recordName\":\"n1\""));
  const char *second = strchr(text, '\n') + 1;
  assert_int_equal(strlen(second), 2004);
  assert_string_equal(second + 1998, "xx...\n");
  free(text);

  text = printed(cloud, 0);
  assert_string_equal(text, "");
  free(text);
  text = printed(cloud, -1);
  assert_int_equal(strncmp(text, "mock/journal: {\"error\":", 23), 0);
  free(text);
  text = printed((mockcloud *)1, 1);
  assert_non_null(strstr(text, "invalid or destroyed cloud handle"));
  free(text);
}

#define EXPECT(test) cmocka_unit_test_setup_teardown(test, open_cloud, close_cloud)

int main(void) {
  const struct CMUnitTest tests[] = {
      EXPECT(what_is_as_expected),
      EXPECT(what_differs),
      EXPECT(long_answers),
      EXPECT(wrong_patterns),
      EXPECT(macros),
      EXPECT(printed_calls),
      EXPECT(last_calls),
      EXPECT(items_of_calls),
      EXPECT(calls_of_a_client),
      EXPECT(findings),
      EXPECT(fired_rules),
      EXPECT(rules_that_acted_before),
      EXPECT(many_rules),
      EXPECT(created_clouds),
      EXPECT(many_findings),
      EXPECT(lone_names),
  };
  return cmocka_run_group_tests_name("expect", tests, NULL, NULL);
}
