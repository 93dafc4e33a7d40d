/* Tasks: change feeds and their tokens. */
#include "tasks.h"

/* set-up begins */
/* The places of these values in the response of changes/zone for CHANGES. */
#define TOKEN "/zones/0/syncToken"
#define RECORDS "/zones/0/records"
/* set-up ends */

TASK(first_sync) {
  int64_t pages = 0, records = 0;
  char *token = NULL;
  seed_notes(10000);
  for (int32_t more = 1; more; pages++) {
    char *answer = NULL;
    int64_t count = 0;
    mockcloud_callf(phone, &answer, "changes/zone", token ? CHANGES : ALL_CHANGES, token);
    mockcloud_json_count(answer, RECORDS, &count);
    mockcloud_json_bool(answer, "/zones/0/moreComing", &more);
    mockcloud_string_free(token);
    mockcloud_json_text(answer, TOKEN, &token);
    mockcloud_string_free(answer);
    records += count;
  }
  mockcloud_string_free(token);
  assert_int_equal(pages, 51); /* 200 records a page */
  assert_int_equal(records, 10001);
}

TASK(first_sync_breaks_off) {
  seed_notes(500);
  const char *token = text_of(phone, TOKEN, "changes/zone", ALL_CHANGES);
  /* The app is killed here, with its token stored. */
  assert_int_equal(count_of(phone, RECORDS, "changes/zone", CHANGES, token), 200);
  token = text_of(phone, TOKEN, "changes/zone", CHANGES, token);
  assert_int_equal(count_of(phone, RECORDS, "changes/zone", CHANGES, token), 101);
}

TASK(more_coming) {
  MOCKCLOUD_EXPECT_OK(cloud, "mock/limits/set", "{'limits': {'pageSize': 2}}");
  seed_notes(3);
  const char *token = text_of(phone, TOKEN, "changes/zone", ALL_CHANGES); /* page 1 of 2 */
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_OK,
                   "{'zones': [{'records': ['$any', '$any'], "
                   "'moreComing': false}]}",
                   "changes/zone", CHANGES, token);
  /* A client that ignores moreComing would be listed. */
  MOCKCLOUD_EXPECT(cloud, MOCKCLOUD_OK, "{'findings': []}", "mock/report", "{}");
}

TASK(tombstones) {
  const char *token = text_of(phone, TOKEN, "changes/zone", ALL_CHANGES);
  MOCKCLOUD_EXPECT_OK(pad, "records/modify", DELETE, "n1");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_OK,
                   "{'zones': [{'records': [{'recordName': 'n1', 'recordType': 'Note', "
                   "'deleted': true}]}]}",
                   "changes/zone", CHANGES, token);
}

TASK(token_expired) {
  const char *token = text_of(phone, TOKEN, "changes/zone", ALL_CHANGES);
  MOCKCLOUD_EXPECT_OK(phone, "mock/tokens/expire", "{}");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                   "{'zones': [{'ckErrorName': 'changeTokenExpired'}]}", "changes/zone", CHANGES,
                   token);
  MOCKCLOUD_EXPECT_OK(phone, "changes/zone", ALL_CHANGES); /* from the beginning */
}

TASK(token_expires_midway) {
  MOCKCLOUD_EXPECT_OK(cloud, "mock/limits/set", "{'limits': {'pageSize': 1}}");
  seed_notes(1);
  assert_int_equal(count_of(phone, RECORDS, "changes/zone", ALL_CHANGES), 1);
  const char *token = text_of(phone, TOKEN, "changes/zone", ALL_CHANGES);
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add",
                      "{'rules': [{'limit': {'injections': 1}, 'then': {'expireTokens': true}}]}");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE, /* page 2 of 2 */
                   "{'zones': [{'ckErrorName': 'changeTokenExpired'}]}", "changes/zone", CHANGES,
                   token);
}

TASK(token_thrown_away) {
  MOCKCLOUD_EXPECT_OK(phone, "changes/zone", ALL_CHANGES);
  MOCKCLOUD_EXPECT_OK(phone, "changes/zone", ALL_CHANGES); /* again, despite a valid token */
  MOCKCLOUD_EXPECT(cloud, MOCKCLOUD_OK, "{'findings': [{'kind': 'tokenThrownAway'}]}",
                   "mock/report", "{}");
}

TASK(own_changes_come_back) {
  const char *token = text_of(phone, TOKEN, "changes/zone", ALL_CHANGES);
  const char *tag =
      text_of(phone, "/records/0/recordChangeTag", "records/modify", CREATE, "n2", "Bread");
  const char *echo = text_of(phone, RECORDS "/0/recordChangeTag", "changes/zone", CHANGES, token);
  assert_string_equal(echo, tag); /* so a client recognises its own */
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_OK,
                   "{'zones': [{'records': [{'modified': {'deviceID': 'phone'}}]}]}",
                   "changes/zone", CHANGES, token);
}

TASK(child_comes_first) {
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", CREATE, "list", "Shop");
  MOCKCLOUD_EXPECT_OK(phone, "records/modify",
                      "{'operations': [{'operationType': 'create', 'record': {'recordName': "
                      "'item', 'recordType': 'Item', 'parent': {'recordName': 'list'}}}]}");
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", SAVE, "list", "Shopping");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_OK,
                   "{'zones': [{'records': [{'recordName': 'n1'}, {'recordName': 'item'}, "
                   "{'recordName': 'list'}]}]}",
                   "changes/zone", ALL_CHANGES);
}

TASK(changes_in_another_order) {
  seed_notes(5);
  const char *usual = text_of(phone, RECORDS "/0/recordName", "changes/zone", ALL_CHANGES);
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add", "{'rules': [{'then': {'shuffle': true}}]}");
  const char *other = text_of(phone, RECORDS "/0/recordName", "changes/zone", ALL_CHANGES);
  assert_string_not_equal(usual, other);
}

TASK(changes_come_twice) {
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", CREATE, "n2", "Bread");
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add",
                      "{'rules': [{'limit': {'injections': 1}, 'then': {'repeatChanges': 1}}]}");
  const char *token = text_of(phone, TOKEN, "changes/zone", ALL_CHANGES); /* n1, n2 */
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_OK, "{'zones': [{'records': [{'recordName': 'n2'}]}]}",
                   "changes/zone", CHANGES, token);
}

TASK(two_devices) {
  const char *token = text_of(phone, TOKEN, "changes/zone", ALL_CHANGES);
  MOCKCLOUD_EXPECT_OK(pad, "records/modify", CREATE, "from-pad", "Bread");
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", CREATE, "from-phone", "Butter");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_OK, /* in the order of the service */
                   "{'zones': [{'records': [{'recordName': 'from-pad'}, "
                   "{'recordName': 'from-phone'}]}]}",
                   "changes/zone", CHANGES, token);
}

TASK(sync_loop) {
  /* A client stores a token for the database, and one for each zone. */
  const char *token = text_of(phone, "/syncToken", "changes/database", "{}");
  const char *zone_token = text_of(phone, TOKEN, "changes/zone", ALL_CHANGES);
  MOCKCLOUD_EXPECT_OK(pad, "records/modify", CREATE, "n2", "Bread");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_OK, "{'zones': [{'zoneID': {'zoneName': 'Notes'}}]}",
                   "changes/database", "{'syncToken': %s}", token);
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_OK, "{'zones': [{'records': [{'recordName': 'n2'}]}]}",
                   "changes/zone", CHANGES, zone_token);
}

int run_feeds(void) {
  const struct CMUnitTest tests[] = {
      RUN(first_sync),         RUN(first_sync_breaks_off),
      RUN(more_coming),        RUN(tombstones),
      RUN(token_expired),      RUN(token_expires_midway),
      RUN(token_thrown_away),  RUN(own_changes_come_back),
      RUN(child_comes_first),  RUN(changes_in_another_order),
      RUN(changes_come_twice), RUN(two_devices),
      RUN(sync_loop),
  };
  return RUN_GROUP("feeds", tests);
}
