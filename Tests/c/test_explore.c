/* Explorations by the macro for them. */
#include "support.h"

#include "must_fail.h"

#include <stdio.h>
#include <string.h>

static mockcloud *cloud;

static int open_cloud(void **state) {
  (void)state;
  return mockcloud_create("{\"seed\": 1}", &cloud, NULL);
}

static int close_cloud(void **state) {
  mockcloud_destroy(cloud);
  return no_cloud_is_left(state);
}

/* The client: it saves two notes, and with `retries` once more if that failed. */
static mockcloud_status save(mockcloud *handle, bool retries) {
  static const char request[] = "{'operations': [{'operationType': 'forceReplace', 'record': "
                                "{'recordName': 'n1', 'recordType': 'Note'}}, {'operationType': "
                                "'forceReplace', 'record': {'recordName': 'n2', 'recordType': "
                                "'Note'}}]}";
  mockcloud_status status = mockcloud_callf(handle, NULL, "records/modify", request);
  if (status == MOCKCLOUD_OK || !retries)
    return status;
  mockcloud_call(handle, "mock/faults/pause", NULL, NULL); /* the fault is over */
  return mockcloud_callf(handle, NULL, "records/modify", request);
}

/* Runs a statement that must fail, and checks its whole message. */
#define FAILS(message, statement)                                                                  \
  do {                                                                                             \
    MUST_FAIL(statement);                                                                          \
    assert_string_equal(failed_with, message);                                                     \
  } while (0)

/* ---- A scenario that holds ------------------------------------------------- */

struct runs {
  int count, busy;
};

static const char *patient(mockcloud *handle, const char *effect, void *context) {
  struct runs *runs = context;
  assert_int_equal(*effect == '\0', runs->count == 0);
  runs->count++;
  runs->busy += strcmp(effect, "zoneBusy") == 0;
  return save(handle, true) == MOCKCLOUD_OK ? NULL : "the notes are lost";
}

static void scenario_that_holds(void **state) {
  (void)state;
  struct runs runs = {0, 0};
  MOCKCLOUD_EXPECT_EXPLORATION(cloud, patient, &runs, "{}");
  assert_int_equal(runs.busy, 1);
  assert_int_equal(count_notes(cloud), 0); /* as before */
  struct runs few = {0, 0};
  MOCKCLOUD_EXPECT_EXPLORATION(cloud, patient, &few, "{'errors': [%s]}", "zoneBusy");
  assert_true(few.count == 5 && few.busy == 1 && runs.count > few.count);
}

/* ---- Scenarios that fail --------------------------------------------------- */

/* Fails where an item fails, and where the network is lost. */
static const char *hasty(mockcloud *handle, const char *effect, void *context) {
  bool retries = strstr(effect, " of item ") == NULL && strcmp(effect, "lostRequest") != 0;
  return save(handle, retries) == MOCKCLOUD_OK ? NULL : context;
}

static const char *never(mockcloud *handle, const char *effect, void *context) {
  (void)handle, (void)effect;
  return context;
}

static const char *always(mockcloud *handle, const char *effect, void *context) {
  save(handle, false);
  return *effect != '\0' ? context : NULL;
}

#define AGAIN(then)                                                                                \
  "\n    again: mock/faults/add {\"rules\": [{\"id\":\"explored\",\"when\":{\"op\":"               \
  "[\"records/modify\"],\"device\":\"device-1\",\"call\":{\"nth\":1}},\"then\":[" then             \
  "],\"last\":true}]}"

static void scenarios_that_fail(void **state) {
  (void)state;
  FAILS("exploration: the run without faults failed: no luck",
        MOCKCLOUD_EXPECT_EXPLORATION(cloud, never, "no luck", "{}"));
  FAILS("exploration: the scenario made no call that a fault can affect",
        MOCKCLOUD_EXPECT_EXPLORATION(cloud, never, NULL, "{}"));
  FAILS("exploration:\n1 case breaks the scenario:\n  call 1 (records/modify): lostRequest: 100% "
        "of the notes are lost" AGAIN("{\"lostRequest\":{\"as\":{\"code\":\"serverResponseLost\"}}"
                                      "}") "\n    last calls:\n      1. records/modify by "
                                           "device-1: forceReplace n1, forceReplace n2 -> "
                                           "serverResponseLost, fault explored: The connection was "
                                           "lost before the response arrived",
        MOCKCLOUD_EXPECT_EXPLORATION(cloud, hasty, "100% of the notes are lost", "{'errors': []}"));
  /* The rules repeat the failure. */
  char *rules = strstr(failed_with, "{\"rules\"");
  rules[strcspn(rules, "\n")] = '\0';
  MOCKCLOUD_EXPECT_STATUS(MOCKCLOUD_OK, mockcloud_call(cloud, "mock/faults/add", rules, NULL));
  assert_int_equal(save(cloud, false), MOCKCLOUD_CKERROR_SERVER_RESPONSE_LOST);
}

/* The rules of a case may have the same names as its report. */
static const char *editing(mockcloud *handle, const char *effect, void *context) {
  (void)effect, (void)context;
  mockcloud_callf(handle, NULL, "records/modify",
                  "{'savePolicy': 'changedKeys', 'operations': [{'operationType': 'update', "
                  "'record': {'recordName': 'n0', "
                  "'recordType': 'Note', 'fields': {'outcome': {'value': 'y'}}}}]}");
  return NULL;
}

static void conflicts_in_fields_of_any_name(void **state) {
  (void)state;
  MOCKCLOUD_EXPECT_STATUS(
      MOCKCLOUD_OK,
      mockcloud_callf(cloud, NULL, "records/modify",
                      "{'operations': [{'operationType': 'create', 'record': {'recordName': 'n0', "
                      "'recordType': 'Note', 'fields': {'outcome': {'value': 'x'}}}}]}"));
  MOCKCLOUD_EXPECT_EXPLORATION(cloud, editing, NULL,
                               "{'errors': [], 'conflicts': {'field': {'outcome': 'z'}}}");
}

static void many_cases(void **state) {
  (void)state;
  if (setjmp(failure) == 0) {
    MOCKCLOUD_EXPECT_EXPLORATION(cloud, always, "lost", "{'items': true, 'pairs': true}");
    fail_msg("did not fail");
  }
  static const char beginning[] = "exploration:\n31 cases break the scenario, in 1 way:\n";
  assert_int_equal(strncmp(failed_with, beginning, strlen(beginning)), 0);
  assert_non_null(strstr(failed_with, "\n    like it: call 1 (records/modify): "));
  assert_non_null(strstr(failed_with, "; ... 25 more"));
  char *again = strstr(failed_with, "again: ");
  assert_non_null(again);
  assert_null(strstr(again + 1, "again: "));
}

/* Fails by a macro in one of its cases. */
static const char *left_by_a_macro(mockcloud *handle, const char *effect, void *context) {
  (void)context;
  mockcloud_status status = save(handle, false);
  if (strcmp(effect, "offline") == 0)
    MOCKCLOUD_EXPECT_STATUS(MOCKCLOUD_OK, status);
  return NULL;
}

static void macros_that_fail_in_a_scenario(void **state) {
  (void)state;
  MUST_FAIL(MOCKCLOUD_EXPECT_EXPLORATION(cloud, left_by_a_macro, NULL, "{'errors': []}"));
  assert_non_null(strstr(failed_with, "got 3 (networkUnavailable)\nin an exploration: call 1 "
                                      "(records/modify): offline\n  again: mock/faults/add "
                                      "{\"rules\": [{\"id\":\"explored\""));
  /* Neither the fault nor the exploration is left in the cloud. */
  MOCKCLOUD_EXPECT_STATUS(MOCKCLOUD_OK, save(cloud, false));
  MUST_FAIL(MOCKCLOUD_EXPECT_STATUS(MOCKCLOUD_OK, MOCKCLOUD_CKERROR_INTERNAL_ERROR));
  assert_null(strstr(failed_with, "exploration"));
  struct runs runs = {0, 0};
  MOCKCLOUD_EXPECT_EXPLORATION(cloud, patient, &runs, "{}");
}

/* Saves a note before an exploration, so that the cloud has an earlier call. */
static void save_before(void) { MOCKCLOUD_EXPECT_STATUS(MOCKCLOUD_OK, save(cloud, false)); }

/* Fails in a way of its own in each of many runs, but for numbers in two of them. */
static const char *failing_in_ways(mockcloud *handle, const char *effect, void *context) {
  static char text[40];
  int *runs = context, run = (*runs)++;
  mockcloud_call(handle, "zones/list", NULL, NULL);
  if (*effect == '\0')
    return NULL;
  if (run <= 2)
    snprintf(text, sizeof text, "attempt %d failed", run);
  else
    snprintf(text, sizeof text, "failed %.*s", run, "abcdefghijklmnopqrstuvwxyz");
  return text;
}

static void failures_are_grouped(void **state) {
  (void)state;
  int runs = 0;
  save_before();
  MUST_FAIL(MOCKCLOUD_EXPECT_EXPLORATION(cloud, failing_in_ways, &runs, "{}"));
  assert_non_null(strstr(failed_with, "cases break the scenario, in more than 10 ways:\n"));
  assert_non_null(strstr(failed_with, ": attempt 1 failed\n"));
  assert_null(strstr(failed_with, "attempt 2 failed"));
  assert_non_null(strstr(failed_with, "\n    like it: call 1 (zones/list): "));
  assert_non_null(strstr(failed_with, "failed abc\n"));
  /* The calls are those of the run. */
  assert_non_null(strstr(failed_with, "\n      2. zones/list by device-1 -> "));
  assert_null(strstr(failed_with, "\n      1. "));
  assert_non_null(strstr(failed_with, "\n  ... "));
}

static void cases_of_items(void **state) {
  (void)state;
  if (setjmp(failure) == 0) {
    MOCKCLOUD_EXPECT_EXPLORATION(cloud, hasty, "lost", "{'errors': [], 'items': true}");
    fail_msg("did not fail");
  }
  assert_non_null(strstr(failed_with, "\n    like it: call 1 (records/modify): zoneBusy of item 1; "
                                      "call 1 (records/modify): zoneBusy of item 2"));
}

/* ---- Explorations that try nothing ----------------------------------------- */

static const char *fickle(mockcloud *handle, const char *effect, void *context) {
  (void)effect;
  int *runs = context; /* the state of a client that outlives a run */
  mockcloud_call(handle, (*runs)++ % 2 == 0 ? "zones/list" : "account/status", NULL, NULL);
  return NULL;
}

static const char *looking(mockcloud *handle, const char *effect, void *context) {
  (void)effect, (void)context;
  mockcloud_callf(handle, NULL, "records/lookup", "{'records': [{'recordName': 'n1'}]}");
  return NULL;
}

static const char *ending(mockcloud *handle, const char *effect, void *context) {
  (void)effect, (void)context;
  save(handle, true);
  mockcloud_call(handle, "mock/explore/end", NULL, NULL);
  return NULL;
}

#define DIFFERENCE "call 1 is account/status by device-1 instead of zones/list by device-1\n"

static void explorations_that_try_nothing(void **state) {
  (void)state;
  int runs = 0;
  FAILS("exploration:\n2 cases tried nothing:\n  call 1 (zones/list): lostRequest: "
        "diverged: " DIFFERENCE "  call 1 (zones/list): offline: diverged: " DIFFERENCE
        "  each run must make the same calls until its fault; the scenario creates its client anew",
        MOCKCLOUD_EXPECT_EXPLORATION(cloud, fickle, &runs, "{'errors': []}"));
  if (setjmp(failure) == 0) {
    MOCKCLOUD_EXPECT_EXPLORATION(cloud, ending, NULL, "{}");
    fail_msg("did not fail");
  }
  assert_int_equal(strncmp(failed_with, "mock/explore/next: status: expected 0 (ok), got -5", 50),
                   0);
  if (setjmp(failure) == 0) {
    MOCKCLOUD_EXPECT_EXPLORATION(cloud, looking, NULL, "{'errors': ['quotaExceeded']}");
    fail_msg("did not fail");
  }
  assert_int_equal(strncmp(failed_with, "mock/explore/next: status: expected 0 (ok), got -5", 50),
                   0);
  /* The failed exploration has ended. */
  MOCKCLOUD_EXPECT_EXPLORATION(cloud, looking, NULL, "{'errors': []}");
  if (setjmp(failure) == 0) {
    MOCKCLOUD_EXPECT_EXPLORATION(cloud, never, NULL, "{'pear': 1}");
    fail_msg("did not fail");
  }
  assert_int_equal(strncmp(failed_with, "mock/explore/begin: status: expected 0 (ok), got -5", 51),
                   0);
}

/* Repeats a call once if it fails, but only in the first runs: those of single faults. */
static const char *losing_patience(mockcloud *handle, const char *effect, void *context) {
  (void)effect;
  int *runs = context;
  if (mockcloud_call(handle, "zones/list", NULL, NULL) != MOCKCLOUD_OK && (*runs)++ < 3)
    mockcloud_call(handle, "zones/list", NULL, NULL);
  return NULL;
}

static void second_faults_that_do_not_act(void **state) {
  (void)state;
  int runs = 0;
  MUST_FAIL(MOCKCLOUD_EXPECT_EXPLORATION(cloud, losing_patience, &runs,
                                         "{'errors': ['networkFailure'], 'pairs': true}"));
  assert_non_null(strstr(failed_with, "cases tried nothing:\n"));
  assert_non_null(strstr(failed_with, " at call 1 after it: firstOnly\n"));
  runs = 0;
  MOCKCLOUD_EXPECT_EXPLORATION_ALLOWING(cloud, losing_patience, &runs, "noEffect,firstOnly",
                                        "{'errors': ['networkFailure'], 'pairs': true}");
}

static void keys_that_add_no_case(void **state) {
  (void)state;
  FAILS("exploration:\nthere was no case of conflicts, items: leave out these keys",
        MOCKCLOUD_EXPECT_EXPLORATION(cloud, looking, NULL,
                                     "{'errors': [], 'conflicts': true, 'items': true}"));
  MOCKCLOUD_EXPECT_EXPLORATION_ALLOWING(cloud, looking, NULL, "noCase",
                                        "{'errors': [], 'conflicts': true, 'items': true}");
}

static void names_that_are_allowed(void **state) {
  (void)state;
  int runs = 0;
  FAILS("exploration: allowed: 'never' is not known; expected some of notReached, diverged, "
        "livelocked, noEffect, firstOnly, noCase",
        MOCKCLOUD_EXPECT_EXPLORATION_ALLOWING(cloud, looking, NULL, "diverged, never", "{}"));
  /* Only these names. */
  MUST_FAIL(MOCKCLOUD_EXPECT_EXPLORATION_ALLOWING(cloud, fickle, &runs, " notReached, noEffect",
                                                  "{'errors': []}"));
  runs = 0;
  MOCKCLOUD_EXPECT_EXPLORATION_ALLOWING(cloud, fickle, &runs, " notReached,  diverged ",
                                        "{'errors': []}");
  /* A case that fails is not allowed. */
  MUST_FAIL(MOCKCLOUD_EXPECT_EXPLORATION_ALLOWING(cloud, always, "lost", MOCKCLOUD_TEST_ALLOWED,
                                                  "{'errors': []}"));
}

#define EXPLORE(test) cmocka_unit_test_setup_teardown(test, open_cloud, close_cloud)

int main(void) {
  const struct CMUnitTest tests[] = {
      EXPLORE(scenario_that_holds),
      EXPLORE(scenarios_that_fail),
      EXPLORE(many_cases),
      EXPLORE(macros_that_fail_in_a_scenario),
      EXPLORE(failures_are_grouped),
      EXPLORE(second_faults_that_do_not_act),
      EXPLORE(keys_that_add_no_case),
      EXPLORE(names_that_are_allowed),
      EXPLORE(cases_of_items),
      EXPLORE(explorations_that_try_nothing),
      EXPLORE(conflicts_in_fields_of_any_name),
  };
  return cmocka_run_group_tests_name("explore", tests, NULL, NULL);
}
