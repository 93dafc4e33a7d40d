/* Tasks: operations that are cancelled, time out, or outlive the app. */
#include "tasks.h"

/* set-up begins */
/* Saves b1 and b2 as an operation that reports by events. */
#define SUBMIT                                                                                     \
  "{'deliver': 'events', 'timeout': 5, 'longLived': %j, 'operations': ["                           \
  "{'operationType': 'create', 'record': {'recordName': 'b1', 'recordType': 'Note'}}, "            \
  "{'operationType': 'create', 'record': {'recordName': 'b2', 'recordType': 'Note'}}]}"
#define CANCEL "{'operationID': %s}"

/* Takes events until a block with the given name, and returns its status, if it has one. */
static int64_t wait_for(const char *wanted) {
  int64_t status = 0;
  MOCKCLOUD_EXPECT_OK(cloud, "mock/clock/runUntilIdle", "{}");
  for (int found = 0; !found;) {
    char *event = NULL, *block = NULL;
    mockcloud_next_event(phone, &event);
    assert_non_null(event);
    mockcloud_json_text(event, "/block", &block);
    mockcloud_json_int(event, "/status", &status);
    found = strcmp(block, wanted) == 0;
    mockcloud_string_free(block);
    mockcloud_string_free(event);
  }
  return status;
}
/* set-up ends */

TASK(cancelled_before_it_runs) {
  const char *operation = text_of(phone, "/operationID", "records/modify", SUBMIT, "false");
  MOCKCLOUD_EXPECT_OK(cloud, "operations/cancel", CANCEL, operation);
  assert_int_equal(wait_for("completion"), MOCKCLOUD_CKERROR_OPERATION_CANCELLED);
  assert_int_equal(count_of(cloud, "/records", "mock/records", NULL), 1);
}

TASK(cancelled_midway) {
  const char *operation = text_of(phone, "/operationID", "records/modify", SUBMIT, "false");
  wait_for("perRecordSave"); /* b1 is saved */
  MOCKCLOUD_EXPECT_OK(cloud, "operations/cancel", CANCEL, operation);
  assert_int_equal(wait_for("completion"), MOCKCLOUD_CKERROR_OPERATION_CANCELLED);
  assert_int_equal(count_of(cloud, "/records", "mock/records", NULL), 3); /* b2 is stored too */
}

TASK(timeout) {
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add", "{'rules': [{'then': {'hang': true}}]}");
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", SUBMIT, "false");
  assert_int_equal(wait_for("completion"), MOCKCLOUD_CKERROR_NETWORK_FAILURE); /* 5 s later */
}

TASK(long_lived_operation) {
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", SUBMIT, "true");
  wait_for("completion"); /* the app is killed before it handles the blocks, and starts again */
  const char *kept =
      text_of(cloud, "/operations/0/operationID", "operations/list", "{'device': 'phone'}");
  MOCKCLOUD_EXPECT_OK(cloud, "records/modify",
                      "{'deliver': 'events', 'device': 'phone', 'operationID': %s}", kept);
  wait_for("perRecordSave"); /* the blocks are repeated, the save is not */
  assert_int_equal(wait_for("completion"), MOCKCLOUD_OK);
}

TASK(long_lived_through_view) {
  /* phone is a view with a default zone, which operations without zones do not heed. */
  const char *submitted = text_of(phone, "/operationID", "records/modify", SUBMIT, "true");
  MOCKCLOUD_EXPECT(pad, MOCKCLOUD_OK, "{'operations': []}", "operations/list", NULL);
  wait_for("completion");
  const char *kept = text_of(phone, "/operations/0/operationID", "operations/list", NULL);
  assert_string_equal(kept, submitted);
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", "{'deliver': 'events', 'operationID': %s}", kept);
  assert_int_equal(wait_for("completion"), MOCKCLOUD_OK);
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_OK, "{'operations': []}", "operations/list", NULL);
}

TASK(operations_in_order) {
  const char *first = text_of(phone, "/operationID", "zones/modify",
                              "{'deliver': 'events', 'operations': [{'operationType': 'create', "
                              "'zone': {'zoneID': {'zoneName': 'Tasks'}}}]}");
  MOCKCLOUD_EXPECT_OK(phone, "records/modify",
                      "{'deliver': 'events', 'dependsOn': [%s], 'priority': 'veryHigh', "
                      "'zoneID': {'zoneName': 'Tasks'}, 'operations': [{'operationType': 'create', "
                      "'record': {'recordName': 't1', 'recordType': 'Task'}}]}",
                      first);
  wait_for("completion");
  assert_int_equal(wait_for("completion"), MOCKCLOUD_OK); /* the zone existed */
}

TASK(breaks_off_midway) {
  seed_notes(1);
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add",
                      "{'rules': [{'when': {'op': 'records/query'}, 'then': {'interrupt': 1}}]}");
  MOCKCLOUD_EXPECT_OK(phone, "records/query",
                      "{'deliver': 'events', 'query': {'recordType': 'Note'}}");
  wait_for("recordMatched"); /* one of two records arrived */
  assert_int_equal(wait_for("result"), MOCKCLOUD_CKERROR_NETWORK_FAILURE);
}

int run_operations(void) {
  const struct CMUnitTest tests[] = {
      RUN(cancelled_before_it_runs), RUN(cancelled_midway),        RUN(timeout),
      RUN(long_lived_operation),     RUN(long_lived_through_view), RUN(operations_in_order),
      RUN(breaks_off_midway),
  };
  return RUN_GROUP("operations", tests);
}
