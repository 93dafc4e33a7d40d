/* Everyday tests of a CloudKit client, in a few lines each, with cmocka. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <mockcloud_test.h>

#include "mock_service.h"

static mockcloud *cloud, *bob;

static int open_cloud(void **state) {
  (void)state;
  mockcloud_status status =
      mockcloud_create("{\"users\": [{\"alias\": \"me\"}, {\"alias\": \"bob\"}]}", &cloud, NULL);
  return status ? status : mockcloud_view(cloud, "{\"user\": \"bob\"}", &bob, NULL);
}

/* The view is destroyed with its cloud. */
static int close_cloud(void **state) {
  (void)state;
  mockcloud_destroy(cloud);
  MOCKCLOUD_EXPECT_NO_CLOUDS();
  return 0;
}

static void two_users_share_a_zone(void **state) {
  (void)state;
  char *answer = NULL, *link = NULL;
  MOCKCLOUD_EXPECT_OK(cloud, "zones/modify",
                      "{'operations': [{'operationType': 'create', "
                      "'zone': {'zoneID': {'zoneName': 'lists'}}}]}");
  mockcloud_callf(cloud, &answer, "records/modify",
                  "{'zoneID': {'zoneName': 'lists'}, 'operations': [{'operationType': 'save', "
                  "'record': {'recordName': 'cloudkit.zoneshare', 'recordType': 'cloudkit.share', "
                  "'publicPermission': 'READ_WRITE'}}]}");
  assert_int_equal(mockcloud_json_text(answer, "/records/0/shortGUID", &link), 0);
  MOCKCLOUD_EXPECT_OK(bob, "records/accept", "{'shortGUIDs': [{'value': %s}]}", link);
  MOCKCLOUD_EXPECT(bob, MOCKCLOUD_OK, "{'zones': [{'zoneID': {'zoneName': 'lists'}}]}",
                   "zones/list", "{'database': 'shared'}");
  mockcloud_string_free(link);
  mockcloud_string_free(answer);
}

static void a_save_fails_twice_and_then_succeeds(void **state) {
  (void)state;
  struct mock mock = {.cloud = cloud};
  struct notes_service service = mock_service(&mock);
  struct note note = {.name = "n", .text = "Buy milk"};
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add",
                      "{'rules': [{'when': {'op': 'records/modify'}, 'limit': {'injections': 2}, "
                      "'then': {'error': {'code': 'zoneBusy', 'retryAfter': %g}}}]}",
                      2.5);
  assert_int_equal(notes_save(&service, &note), NOTES_OK);
  assert_int_equal(mock.waits, 2);
  assert_true(mock.waited == 5);
}

static void a_conflict_shows_what_the_server_has(void **state) {
  (void)state;
  MOCKCLOUD_EXPECT_OK(cloud, "mock/seed",
                      "{'records': [{'recordName': 'n', 'recordType': 'Note', "
                      "'fields': {'text': {'value': 'theirs'}}}]}");
  MOCKCLOUD_EXPECT(cloud, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                   "{'records': [{'ckErrorName': 'serverRecordChanged', "
                   "'serverRecord': {'fields': {'text': {'value': 'theirs'}}}}]}",
                   "records/modify",
                   "{'operations': [{'operationType': 'save', 'record': {'recordName': 'n', "
                   "'recordType': 'Note', 'recordChangeTag': %s, "
                   "'fields': {'text': {'value': 'mine'}}}}]}",
                   "0");
}

static void only_the_device_that_signs_out_gets_an_event(void **state) {
  (void)state;
  MOCKCLOUD_EXPECT_OK(bob, "mock/account/set", "{'accountStatus': 'noAccount'}");
  MOCKCLOUD_EXPECT(bob, MOCKCLOUD_CKERROR_NOT_AUTHENTICATED, NULL, "zones/list", "{}");
  MOCKCLOUD_EXPECT_OK(cloud, "zones/list", "{}");
  char *event = NULL;
  assert_int_equal(mockcloud_next_event(bob, &event), MOCKCLOUD_OK);
  assert_non_null(event);
  mockcloud_string_free(event);
  MOCKCLOUD_EXPECT_NO_EVENT(cloud);
}

#define EVERYDAY(test) cmocka_unit_test_setup_teardown(test, open_cloud, close_cloud)

int main(void) {
  const struct CMUnitTest tests[] = {
      EVERYDAY(two_users_share_a_zone),
      EVERYDAY(a_save_fails_twice_and_then_succeeds),
      EVERYDAY(a_conflict_shows_what_the_server_has),
      EVERYDAY(only_the_device_that_signs_out_gets_an_event),
  };
  return cmocka_run_group_tests_name("everyday", tests, NULL, NULL);
}
