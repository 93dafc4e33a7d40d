/* Tasks: conflicts, and saves of which a part fails. */
#include "tasks.h"

/* set-up begins */
/* Saves n1 with the tag of the fetched version. */
#define UPDATE                                                                                     \
  "{'operations': [{'operationType': 'update', 'record': {'recordName': 'n1', "                    \
  "'recordChangeTag': %s, 'fields': {'title': {'value': %s}}}}]}"

/* Saves b1 and b2; b2 fails. */
#define SAVE_TWO                                                                                   \
  "{'atomic': %j, 'operations': ["                                                                 \
  "{'operationType': 'create', 'record': {'recordName': 'b1', 'recordType': 'Note'}}, "            \
  "{'operationType': 'create', 'record': {'recordName': 'b2', 'recordType': 'Note'}}]}"
/* set-up ends */

TASK(conflict) {
  const char *tag = text_of(phone, "/records/0/recordChangeTag", "records/lookup", LOOKUP, "n1");
  MOCKCLOUD_EXPECT_OK(pad, "records/modify", SAVE, "n1", "Bread");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                   "{'records': [{'ckErrorName': 'serverRecordChanged', "
                   "'serverRecord': {'fields': {'title': {'value': 'Bread'}}}, "
                   "'clientRecord': {'fields': {'title': {'value': 'Butter'}}}, "
                   "'ancestorRecord': {'fields': {'title': {'value': 'Milk'}}}}]}",
                   "records/modify", UPDATE, tag, "Butter");
  tag = text_of(phone, "/records/0/serverRecord/recordChangeTag", "records/modify", UPDATE, tag,
                "Butter"); /* merge into the server's record: it has the current tag */
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", UPDATE, tag, "Bread, Butter");
}

TASK(conflict_between_fetch_and_save) {
  const char *tag = text_of(phone, "/records/0/recordChangeTag", "records/lookup", LOOKUP, "n1");
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add",
                      "{'rules': [{'limit': {'injections': 1}, 'then': {'conflict': "
                      "{'recordName': 'n1', 'field': {'title': 'Bread'}}}}]}");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                   "{'records': [{'ckErrorName': 'serverRecordChanged', "
                   "'serverRecord': {'fields': {'title': {'value': 'Bread'}}}}]}",
                   "records/modify", UPDATE, tag, "Butter");
}

TASK(conflict_again_and_again) {
  const char *tag = text_of(phone, "/records/0/recordChangeTag", "records/lookup", LOOKUP, "n1");
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add",
                      "{'rules': [{'limit': {'injections': 3}, 'then': {'conflict': true}}]}");
  for (int n = 0; n < 3; n++)
    tag = text_of(phone, "/records/0/serverRecord/recordChangeTag", "records/modify", UPDATE, tag,
                  "Butter");
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", UPDATE, tag, "Butter");
}

TASK(edits_made_offline) {
  const char *tag = text_of(phone, "/records/0/recordChangeTag", "records/lookup", LOOKUP, "n1");
  MOCKCLOUD_EXPECT_OK(phone, "mock/network/set", "{'network': 'offline'}");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_NETWORK_UNAVAILABLE, NULL, "records/modify", UPDATE,
                   tag, "Butter"); /* the older edit */
  MOCKCLOUD_EXPECT_OK(pad, "records/modify", SAVE, "n1", "Bread");
  MOCKCLOUD_EXPECT_OK(phone, "mock/network/set", "{'network': 'online'}");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE, /* arrives last */
                   "{'records': [{'ckErrorName': 'serverRecordChanged'}]}", "records/modify",
                   UPDATE, tag, "Butter");
}

TASK(record_exists) {
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE, /* it has no change tag */
                   "{'records': [{'ckErrorName': 'serverRecordChanged'}]}", "records/modify",
                   CREATE, "n1", "Bread");
  const char *reason = text_of(phone, "/records/0/reason", "records/modify", CREATE, "n1", "Bread");
  assert_non_null(strstr(reason, "record to insert already exists"));
}

TASK(last_writer_wins) {
  const char *save = "{'savePolicy': 'changedKeys', 'operations': [{'operationType': 'save', "
                     "'record': {'recordName': 'n1', 'fields': %j}}]}";
  MOCKCLOUD_EXPECT_OK(pad, "records/modify", save,
                      "{\"title\": {\"value\": \"Bread\"}, \"rank\": {\"value\": 2}}");
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", save, "{\"title\": {\"value\": \"Butter\"}}");
  MOCKCLOUD_EXPECT(
      pad, MOCKCLOUD_OK, /* other fields are unchanged */
      "{'records': [{'fields': {'title': {'value': 'Butter'}, 'rank': {'value': 2}}}]}",
      "records/lookup", LOOKUP, "n1");
}

TASK(deleted_elsewhere) {
  const char *tag = text_of(phone, "/records/0/recordChangeTag", "records/lookup", LOOKUP, "n1");
  MOCKCLOUD_EXPECT_OK(pad, "records/modify", DELETE, "n1");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                   "{'records': [{'ckErrorName': 'unknownItem'}]}", "records/modify", UPDATE, tag,
                   "Butter");
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", CREATE, "n1", "Butter"); /* a new record */
}

TASK(deleted_by_two) {
  MOCKCLOUD_EXPECT_OK(pad, "records/modify", DELETE, "n1");
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", DELETE, "n1"); /* no error, as in CloudKit */
  assert_int_equal(count_of(cloud, "/records", "mock/records", NULL), 0);
}

TASK(partial_failure) {
  MOCKCLOUD_EXPECT_OK(cloud, "mock/recordErrors/set",
                      "{'recordNames': ['b2'], 'error': 'quotaExceeded'}");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                   "{'records': [{'recordName': 'b1', 'recordChangeTag': '$any'}, "
                   "{'recordName': 'b2', 'ckErrorName': 'quotaExceeded'}]}",
                   "records/modify", SAVE_TWO, "false");
  MOCKCLOUD_EXPECT_OK(phone, "records/lookup", LOOKUP, "b1"); /* the other one is saved */
}

TASK(atomic_zone) {
  MOCKCLOUD_EXPECT_OK(cloud, "mock/recordErrors/set",
                      "{'recordNames': ['b2'], 'error': 'quotaExceeded'}");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                   "{'records': [{'ckErrorName': 'batchRequestFailed'}, "
                   "{'ckErrorName': 'quotaExceeded'}]}",
                   "records/modify", SAVE_TWO, "true");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE, NULL, "records/lookup", LOOKUP,
                   "b1"); /* nothing is saved */
}

TASK(only_a_part_is_done) {
  MOCKCLOUD_EXPECT_OK(
      cloud, "mock/faults/add",
      "{'rules': [{'when': {'op': 'records/modify'}, 'then': {'applyPrefix': 1}}]}");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                   "{'records': [{'recordChangeTag': '$any'}, {'ckErrorName': "
                   "'serviceUnavailable'}]}",
                   "records/modify", SAVE_TWO, "false");
}

TASK(missing_record) {
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                   "{'records': [{'recordName': 'n1'}, {'ckErrorName': 'unknownItem'}]}",
                   "records/lookup", "{'records': [{'recordName': 'n1'}, {'recordName': 'n9'}]}");
}

TASK(child_before_parent) {
  const char *item = "{\"operationType\": \"create\", \"record\": {\"recordName\": \"i1\", "
                     "\"recordType\": \"Item\", \"parent\": {\"recordName\": \"list\"}}}";
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                   "{'records': [{'ckErrorName': 'referenceViolation'}]}", "records/modify",
                   "{'operations': [%j]}", item);
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", /* both in one request, in any order */
                      "{'operations': [%j, {'operationType': 'create', 'record': "
                      "{'recordName': 'list', 'recordType': 'List'}}]}",
                      item);
}

TASK(children_go_with_parent) {
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", CREATE, "f1", "Home");
  MOCKCLOUD_EXPECT_OK(phone, "records/modify",
                      "{'operations': [{'operationType': 'create', 'record': {'recordName': 'n2', "
                      "'recordType': 'Note', 'fields': {'folder': {'value': {'recordName': 'f1', "
                      "'action': 'DELETE_SELF'}}}}}]}");
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", DELETE, "f1");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                   "{'records': [{'ckErrorName': 'unknownItem'}]}", "records/lookup", LOOKUP, "n2");
}

TASK(wrong_type) {
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE, /* n1 made title a STRING */
                   "{'records': [{'ckErrorName': 'invalidArguments'}]}", "records/modify",
                   "{'operations': [{'operationType': 'create', 'record': {'recordName': 'n2', "
                   "'recordType': 'Note', 'fields': {'title': {'value': 5, 'type': 'INT64'}}}}]}");
}

TASK(no_permission_in_public) {
  MOCKCLOUD_EXPECT_OK(bob, "records/modify",
                      "{'database': 'public', 'operations': [{'operationType': 'create', "
                      "'record': {'recordName': 'c1', 'recordType': 'City'}}]}");
  MOCKCLOUD_EXPECT_OK(cloud, "records/lookup", /* everyone may read */
                      "{'database': 'public', 'records': [{'recordName': 'c1'}]}");
  MOCKCLOUD_EXPECT(cloud, MOCKCLOUD_CKERROR_PARTIAL_FAILURE, /* only the creator may write */
                   "{'records': [{'ckErrorName': 'permissionFailure'}]}", "records/modify",
                   "{'database': 'public', 'operations': [{'operationType': 'forceUpdate', "
                   "'record': {'recordName': 'c1', 'fields': {'title': {'value': 'Mine now'}}}}]}");
}

int run_saving(void) {
  const struct CMUnitTest tests[] = {
      RUN(conflict),
      RUN(conflict_between_fetch_and_save),
      RUN(conflict_again_and_again),
      RUN(edits_made_offline),
      RUN(record_exists),
      RUN(last_writer_wins),
      RUN(deleted_elsewhere),
      RUN(deleted_by_two),
      RUN(partial_failure),
      RUN(atomic_zone),
      RUN(only_a_part_is_done),
      RUN(missing_record),
      RUN(child_before_parent),
      RUN(children_go_with_parent),
      RUN(wrong_type),
      RUN(no_permission_in_public),
  };
  return RUN_GROUP("saving", tests);
}
