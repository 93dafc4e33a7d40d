/* Tasks: time, determinism, recorded traffic, and programs under test. */
#define _POSIX_C_SOURCE 200809L /* setenv() */

#include "tasks.h"

#include <unistd.h>

/* set-up begins */
/* The program under test: it makes its cloud from the environment. */
int program(void) {
  mockcloud *icloud = NULL;
  if (mockcloud_create(NULL, &icloud, NULL) != MOCKCLOUD_OK)
    return 2;
  mockcloud_status status = mockcloud_callf(
      icloud, NULL, "records/modify",
      "{'zoneID': {'zoneName': 'Notes'}, 'operations': [{'operationType': 'create', 'record': "
      "{'recordName': 'n2', 'recordType': 'Note', 'fields': {'title': {'value': 'Bread'}}}}]}");
  mockcloud_destroy(icloud);
  return status == MOCKCLOUD_OK ? 0 : 1;
}

/* Runs the program under test with this cloud's state, and with two more variables. */
static int run_program(const char *name, const char *value, const char *other, const char *text) {
  char command[256];
  setenv("MOCKCLOUD_STATE", text_of(cloud, "/path", "mock/state/save", "{'path': 'state.json'}"),
         1);
  setenv(name, value, 1);
  setenv(other, text, 1);
  snprintf(command, sizeof command, "%s program", program_path);
  int status = system(command);
  unsetenv("MOCKCLOUD_STATE"), unsetenv(name), unsetenv(other), remove("state.json");
  return status;
}

/* Returns the record name that a new cloud with that seed draws. */
static const char *drawn(const char *configuration) {
  mockcloud *other_cloud = NULL;
  mockcloud_create(configuration, &other_cloud, NULL);
  const char *name = text_of(other_cloud, "/records/0/recordName", "records/modify",
                             "{'operations': [{'operationType': 'create', "
                             "'record': {'recordType': 'Note'}}]}");
  mockcloud_destroy(other_cloud);
  return name;
}

/* Returns the number of the first save that fails, or 20: the client does not try again. */
static int first_failure(mockcloud *view) {
  int n = 0;
  while (n < 20 && mockcloud_callf(view, NULL, "records/modify", SAVE, "n3", "Bread") == 0)
    n++;
  return n;
}
/* set-up ends */

TASK(clock_skew) {
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add",
                      "{'rules': [{'when': {'device': 'phone'}, 'then': {'skew': -3600}}]}");
  int64_t phones =
      number_of(phone, "/records/0/modified/timestamp", "records/modify", SAVE, "b1", "Bread");
  int64_t pads =
      number_of(pad, "/records/0/modified/timestamp", "records/modify", SAVE, "b2", "Bread");
  assert_int_equal(pads - phones, 3600 * 1000);
}

TASK(clock_goes_back) {
  MOCKCLOUD_EXPECT_OK(cloud, "mock/clock/advance", "{'seconds': 3600}");
  double before = now();
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add",
                      "{'rules': [{'limit': {'injections': 1}, 'then': {'jump': -600}}]}");
  MOCKCLOUD_EXPECT_OK(phone, "records/lookup", LOOKUP, "n1");
  assert_true(now() - before == -600); /* a wait computed before would never end */
}

TASK(same_seed_same_bytes) {
  assert_string_equal(drawn("{\"seed\": 7}"), drawn("{\"seed\": 7}")); /* and in every language */
  assert_string_not_equal(drawn("{\"seed\": 7}"), drawn("{\"seed\": 8}"));
}

TASK(chaos_run_again) {
  mockcloud *again = NULL;
  char *trace = NULL, *rules = NULL;
  mockcloud_fork(phone, &again);
  MOCKCLOUD_EXPECT_OK(phone, "mock/faults/profile", "{'name': 'flaky-wifi', 'intensity': 1}");
  int failing = first_failure(phone);
  assert_true(failing < 20);
  mockcloud_call(phone, "mock/faults/trace", NULL, &trace);
  mockcloud_json_get(trace, "/rules", &rules);
  MOCKCLOUD_EXPECT_OK(again, "mock/faults/add", "{'rules': %j}", rules);
  assert_int_equal(first_failure(again), failing); /* again, without chance */
  mockcloud_string_free(rules), mockcloud_string_free(trace);
  mockcloud_destroy(again);
}

TASK(start_from_snapshot) {
  mockcloud *copy = NULL;
  MOCKCLOUD_EXPECT_OK(cloud, "mock/snapshot", "{'name': 'before'}");
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", DELETE, "n1");
  MOCKCLOUD_EXPECT_OK(cloud, "mock/restore", "{'name': 'before'}");
  mockcloud_fork(phone, &copy); /* an independent copy, in microseconds */
  MOCKCLOUD_EXPECT_OK(copy, "records/modify", DELETE, "n1");
  assert_int_equal(count_of(copy, "/records", "mock/records", NULL), 0);
  mockcloud_destroy(copy);
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_OK, TITLED("Milk"), "records/lookup", LOOKUP, "n1");
}

TASK(app_is_relaunched) {
  mockcloud *later = NULL;
  MOCKCLOUD_EXPECT_OK(cloud, "mock/state/save",
                      "{'path': 'state.json'}"); /* the first launch ends */
  MOCKCLOUD_EXPECT_STATUS(MOCKCLOUD_OK,
                          mockcloud_create("{\"state\": \"state.json\"}", &later, NULL));
  MOCKCLOUD_EXPECT(later, MOCKCLOUD_OK, "{'records': [{'recordName': 'n1'}]}", "mock/records",
                   "{}");
  mockcloud_destroy(later);
  remove("state.json");
}

TASK(black_box) {
  mockcloud *left = NULL;
  assert_int_equal(
      run_program("MOCKCLOUD_JOURNAL", "calls.jsonl", "MOCKCLOUD_STATE_OUT", "left.json"), 0);
  assert_int_equal(access("calls.jsonl", R_OK), 0); /* the calls of the program, a line each */
  mockcloud_create("{\"state\": \"left.json\"}", &left, NULL);
  MOCKCLOUD_EXPECT_OK(left, "records/lookup",
                      "{'zoneID': {'zoneName': 'Notes'}, 'records': [{'recordName': 'n2'}]}");
  mockcloud_destroy(left);
  remove("calls.jsonl"), remove("left.json");
}

TASK(black_box_meets_faults) {
  int status = run_program("MOCKCLOUD_FAULTS", "[{'then': {'error': 'zoneBusy'}}]", "LC_ALL", "C");
  assert_int_not_equal(status, 0);
}

TASK(faults_in_a_file) {
  write_file("faults.json", "[]");
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/load", "{'path': 'faults.json'}");
  MOCKCLOUD_EXPECT_OK(phone, "records/lookup", LOOKUP, "n1");
  write_file("faults.json", "[{\"then\": {\"error\": \"networkUnavailable\"}}]");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_NETWORK_UNAVAILABLE, NULL, "records/lookup", LOOKUP,
                   "n1"); /* the file was read again */
  remove("faults.json");
}

TASK(scripted_answers) {
  MOCKCLOUD_EXPECT_OK(cloud, "mock/script/load",
                      "{'entries': [{'operation': 'records/query', 'response': {'error': "
                      "{'ckErrorName': 'zoneBusy', 'retryAfter': 3}}}]}");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_SCRIPT_MISMATCH, NULL, "records/lookup", LOOKUP,
                   "n1"); /* not the expected call */
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_ZONE_BUSY, NULL, "records/query", QUERY);
}

TASK(record_and_replay) {
  char *recording = NULL, *script = NULL;
  mockcloud *other = NULL;
  MOCKCLOUD_EXPECT_OK(cloud, "mock/recording/start", "{}");
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", CREATE, "n2", "Bread");
  mockcloud_callf(cloud, &recording, "mock/recording/stop", "{'normalize': true}");
  mockcloud_json_get(recording, "/script", &script);
  mockcloud_fork(phone, &other);
  MOCKCLOUD_EXPECT_OK(other, "mock/script/load", "{'script': %j}", script);
  MOCKCLOUD_EXPECT(other, MOCKCLOUD_OK, "{'records': [{'recordChangeTag': 'tag-1'}]}",
                   "records/modify", CREATE, "n2", "Bread"); /* from the recording */
  mockcloud_destroy(other);
  mockcloud_string_free(script);
  mockcloud_string_free(recording);
}

TASK(what_was_sent) {
  MOCKCLOUD_EXPECT_OK(phone, "records/modify",
                      "{'operations': [{'operationType': 'forceUpdate', 'record': {'recordName': "
                      "'n1', 'fields': {'rank': {'value': 1}}}}]}");
  MOCKCLOUD_EXPECT(cloud, MOCKCLOUD_OK, /* only rank, not title */
                   "{'calls': [{'request': {'operations': [{'record': {'fields': "
                   "{'rank': '$any', 'title': '$absent'}}}]}}]}",
                   "mock/journal", "{'device': 'phone', 'operation': 'records/modify'}");
  MOCKCLOUD_EXPECT(cloud, MOCKCLOUD_OK, "{'findings': []}", "mock/report", "{}");
}

int run_programs(void) {
  const struct CMUnitTest tests[] = {
      RUN(clock_skew),       RUN(clock_goes_back),        RUN(same_seed_same_bytes),
      RUN(chaos_run_again),  RUN(start_from_snapshot),    RUN(app_is_relaunched),
      RUN(black_box),        RUN(black_box_meets_faults), RUN(faults_in_a_file),
      RUN(scripted_answers), RUN(record_and_replay),      RUN(what_was_sent),
  };
  return RUN_GROUP("programs", tests);
}
