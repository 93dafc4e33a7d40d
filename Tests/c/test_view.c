/* Views: other defaults for the same cloud. */
#include "support.h"

#include <stdio.h>

#include <mockcloud_test.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static mockcloud *cloud;

static int open_cloud(void **state) {
  (void)state;
  return mockcloud_create(
      "{\"seed\": 1, \"users\": [{\"alias\": \"me\", \"devices\": [\"device-1\"]},"
      "{\"alias\": \"bob\", \"devices\": [\"phone\", \"mac\"]}]}",
      &cloud, NULL);
}

static int close_cloud(void **state) {
  mockcloud_destroy(cloud);
  return no_cloud_is_left(state);
}

/* Fails unless the last call in the journal has this user and device. */
static void came_from(const char *pattern) {
  char *journal = NULL, *last = NULL;
  assert_int_equal(mockcloud_callf(cloud, &journal, "mock/journal", "{}"), MOCKCLOUD_OK);
  assert_int_equal(mockcloud_json_get(journal, "/calls/-1", &last), MOCKCLOUD_JSON_FOUND);
  char whole[512];
  snprintf(whole, sizeof whole, "{'pattern': %s, 'value': %%j}", pattern);
  MOCKCLOUD_EXPECT(cloud, MOCKCLOUD_OK, "{'matches': true, 'differences': []}", "mock/match", whole,
                   last);
  mockcloud_string_free(last);
  mockcloud_string_free(journal);
}

static void each_key_is_a_default(void **state) {
  (void)state;
  MOCKCLOUD_EXPECT_OK(cloud, "mock/container/create", "{'container': 'iCloud.a'}");
  mockcloud *bob = view_of(cloud, "{\"user\": \"bob\", \"device\": \"mac\", \"container\": "
                                  "\"iCloud.a\", \"environment\": \"production\", "
                                  "\"database\": \"public\"}");
  MOCKCLOUD_EXPECT_OK(bob, "zones/list", "{}");
  came_from("{'device': 'mac', 'request': {'container': 'iCloud.a', 'environment': 'production', "
            "'database': 'public'}}");
  MOCKCLOUD_EXPECT_OK(cloud, "zones/list", "{}");
  came_from("{'device': 'device-1', 'request': {'environment': '$absent', 'database': '$absent'}}");
  mockcloud *empty = view_of(cloud, "{}");
  MOCKCLOUD_EXPECT_OK(empty, "zones/list", "{}");
  came_from("{'device': 'device-1', 'request': {'environment': '$absent', 'database': '$absent'}}");
}

static void what_a_request_gives_stays(void **state) {
  (void)state;
  mockcloud *bob =
      view_of(cloud, "{\"user\": \"bob\", \"device\": \"mac\", \"database\": \"public\"}");
  MOCKCLOUD_EXPECT_OK(bob, "zones/list", "{'database': 'private'}");
  came_from("{'device': 'mac', 'request': {'database': 'private'}}");
  MOCKCLOUD_EXPECT_OK(bob, "zones/list", "{'device': 'phone'}");
  came_from("{'device': 'phone', 'request': {'database': 'public'}}");
  MOCKCLOUD_EXPECT_OK(bob, "zones/list", "{'device': null}");
  came_from("{'device': 'phone', 'request': {'database': 'public'}}");
  MOCKCLOUD_EXPECT_OK(bob, "zones/list", "{'database': null}");
  came_from("{'device': 'mac', 'request': {'database': '$absent'}}");
  MOCKCLOUD_EXPECT(bob, MOCKCLOUD_CKERROR_NOT_AUTHENTICATED, NULL, "zones/list",
                   "{'user': null, 'database': 'private'}");
  MOCKCLOUD_EXPECT(bob, MOCKCLOUD_BAD_MOCK_REQUEST, "{'error': {'key': 'device'}}", "zones/list",
                   "{'user': 'me'}");
}

/* Only the public database has these operations. */
static void a_database_is_no_default_of_all(void **state) {
  (void)state;
  static const char *const calls[][2] = {{"users/caller", "{}"},
                                         {"users/lookup/email", "{'users': []}"},
                                         {"records/resolve", "{'shortGUIDs': []}"},
                                         {"records/accept", "{'shortGUIDs': []}"}};
  static const char *const databases[] = {"{\"database\": \"private\"}",
                                          "{\"database\": \"shared\"}"};
  for (size_t i = 0; i < COUNT(databases); i++) {
    mockcloud *view = view_of(cloud, databases[i]);
    for (size_t j = 0; j < COUNT(calls); j++)
      MOCKCLOUD_EXPECT_OK(view, calls[j][0], calls[j][1]);
    MOCKCLOUD_EXPECT(view, MOCKCLOUD_CKERROR_INVALID_ARGUMENTS, NULL, "users/caller",
                     "{'database': 'private'}");
  }
}

static void zones(void **state) {
  (void)state;
  mockcloud *work = view_of(cloud, "{\"zoneID\": {\"zoneName\": \"work\"}}");
  MOCKCLOUD_EXPECT_OK(cloud, "zones/modify",
                      "{'operations': [{'operationType': 'create', 'zone': {'zoneID': "
                      "{'zoneName': 'work'}}}]}");
  MOCKCLOUD_EXPECT(work, MOCKCLOUD_OK, "{'records': [{'zoneID': {'zoneName': 'work'}}]}",
                   "records/modify",
                   "{'operations': [{'operationType': 'create', 'record': {'recordName': 'n', "
                   "'recordType': 'Note', 'fields': {}}}]}");
  MOCKCLOUD_EXPECT_OK(work, "records/lookup", "{'records': [{'recordName': 'n'}]}");
  MOCKCLOUD_EXPECT(work, MOCKCLOUD_OK, "{'records': ['$any']}", "records/query",
                   "{'query': {'recordType': 'Note'}}");
  MOCKCLOUD_EXPECT(cloud, MOCKCLOUD_OK, "{'records': []}", "records/query",
                   "{'query': {'recordType': 'Note'}}");
  static const char *const elsewhere[] = {
      "{'zoneID': null, 'records': [{'recordName': 'n'}]}",
      "{'zoneID': {'zoneName': '_defaultZone'}, 'records': [{'recordName': 'n'}]}",
      "{'records': [{'recordName': 'n', 'zoneID': {'zoneName': '_defaultZone'}}]}"};
  for (size_t i = 0; i < COUNT(elsewhere); i++)
    MOCKCLOUD_EXPECT(work, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                     "{'records': [{'ckErrorName': 'unknownItem'}]}", "records/lookup",
                     elsewhere[i]);
  /* Operations that accept no zone are not affected; one that requires a zone receives it. */
  MOCKCLOUD_EXPECT_OK(work, "zones/list", "{}");
  MOCKCLOUD_EXPECT_OK(work, "mock/clock", "{}");
  MOCKCLOUD_EXPECT(cloud, MOCKCLOUD_BAD_MOCK_REQUEST, NULL, "mock/zones/purge", "{}");
  MOCKCLOUD_EXPECT_OK(work, "mock/zones/purge", "{}");
  MOCKCLOUD_EXPECT(work, MOCKCLOUD_CKERROR_PARTIAL_FAILURE, NULL, "records/lookup",
                   "{'records': [{'recordName': 'n'}]}");
}

static void the_harness(void **state) {
  (void)state;
  mockcloud *mac = view_of(cloud, "{\"user\": \"bob\", \"device\": \"mac\", \"database\": "
                                  "\"public\", \"zoneID\": {\"zoneName\": \"z\"}}");
  static const char *const unconcerned[] = {
      "mock/clock",       "mock/info",    "mock/faults/list",   "mock/state/save",
      "mock/state/check", "mock/journal", "mock/faults/report", "mock/report"};
  for (size_t i = 0; i < COUNT(unconcerned); i++)
    MOCKCLOUD_EXPECT_OK(mac, unconcerned[i], "{}");
  mockcloud_string_free(ask(mac, "mock/clock/advance", "{\"seconds\": 1}", MOCKCLOUD_OK));
  mockcloud *bob = view_of(cloud, "{\"user\": \"bob\"}");
  assert_int_equal(mockcloud_set_error(bob, "{\"error\": \"zoneBusy\"}", NULL), MOCKCLOUD_OK);
  MOCKCLOUD_EXPECT(bob, MOCKCLOUD_CKERROR_ZONE_BUSY, NULL, "zones/list", "{}");
  MOCKCLOUD_EXPECT_OK(cloud, "zones/list", "{}");
  assert_int_equal(mockcloud_set_error(bob, "{\"error\": null}", NULL), MOCKCLOUD_OK);
  MOCKCLOUD_EXPECT_OK(bob, "zones/list", "{}");
  mockcloud *device = view_of(cloud, "{\"device\": \"mac\"}");
  MOCKCLOUD_EXPECT_OK(device, "mock/account/signOut", "{}");
  MOCKCLOUD_EXPECT(device, MOCKCLOUD_CKERROR_NOT_AUTHENTICATED, NULL, "zones/list", "{}");
  MOCKCLOUD_EXPECT_OK(device, "mock/account/signIn", "{'user': 'bob'}");
  MOCKCLOUD_EXPECT_OK(device, "zones/list", "{}");
}

static void views_of_views(void **state) {
  (void)state;
  mockcloud *bob = view_of(cloud, "{\"user\": \"bob\", \"device\": \"mac\"}");
  mockcloud *public = view_of(bob, "{\"database\": \"public\"}");
  MOCKCLOUD_EXPECT_OK(public, "zones/list", "{}");
  came_from("{'device': 'mac', 'request': {'database': 'public'}}");
  mockcloud *phone = view_of(public, "{\"device\": \"phone\", \"database\": null}");
  MOCKCLOUD_EXPECT_OK(phone, "zones/list", "{}");
  came_from("{'device': 'phone', 'request': {'database': '$absent'}}");
  mockcloud *first = view_of(bob, "{\"device\": null}");
  MOCKCLOUD_EXPECT_OK(first, "zones/list", "{}");
  came_from("{'device': 'phone'}");
  mockcloud *nobody = view_of(bob, "{\"user\": null}");
  MOCKCLOUD_EXPECT(nobody, MOCKCLOUD_CKERROR_NOT_AUTHENTICATED, NULL, "zones/list", "{}");
  MOCKCLOUD_EXPECT(view_of(nobody, "{}"), MOCKCLOUD_CKERROR_NOT_AUTHENTICATED, NULL, "zones/list",
                   "{}");
  /* These tests do not depend on each other. */
  mockcloud_destroy(bob);
  MOCKCLOUD_EXPECT_OK(phone, "zones/list", "{}");
  MOCKCLOUD_EXPECT(bob, MOCKCLOUD_BAD_HANDLE, NULL, "zones/list", "{}");
}

/* Fails unless the next event is for that device; NULL means no event. */
static void next_event_is_for(mockcloud *of, const char *device) {
  char *event = UNSET, *found = NULL;
  assert_int_equal(mockcloud_next_event(of, &event), MOCKCLOUD_OK);
  if (device == NULL) {
    assert_null(event);
    return;
  }
  assert_int_equal(mockcloud_json_text(event, "/device", &found), MOCKCLOUD_JSON_FOUND);
  assert_string_equal(found, device);
  mockcloud_string_free(found);
  mockcloud_string_free(event);
}

static void events(void **state) {
  (void)state;
  mockcloud *phone = view_of(cloud, "{\"user\": \"bob\"}"),
            *mac = view_of(cloud, "{\"device\": \"mac\"}"),
            *both = view_of(cloud, "{\"database\": \"public\"}");
  MOCKCLOUD_EXPECT_NO_EVENT(phone);
  static const char *const devices[] = {"mac", "device-1", "phone", "mac", "phone", "device-1"};
  for (size_t i = 0; i < COUNT(devices); i++)
    MOCKCLOUD_EXPECT_OK(cloud, "mock/account/set", "{'device': %s, 'accountStatus': %s}",
                        devices[i], i < 3 ? "restricted" : "available");
  MOCKCLOUD_EXPECT_OK(cloud, "mock/devices/add", "{'device': 'lamp', 'user': 'bob'}");
  MOCKCLOUD_EXPECT_NO_EVENT(view_of(cloud, "{\"device\": \"lamp\"}"));
  next_event_is_for(phone, "phone");
  next_event_is_for(both, "mac");
  next_event_is_for(phone, "phone");
  MOCKCLOUD_EXPECT_NO_EVENT(phone);
  next_event_is_for(mac, "mac");
  next_event_is_for(mac, NULL);
  next_event_is_for(cloud, "device-1");
  next_event_is_for(both, "device-1");
  MOCKCLOUD_EXPECT_NO_EVENT(cloud);
  /* A device receives its events regardless of its current user. */
  mockcloud *bobs = view_of(cloud, "{\"user\": \"bob\", \"device\": \"mac\"}");
  MOCKCLOUD_EXPECT_OK(mac, "mock/account/signIn", "{'user': 'me'}");
  next_event_is_for(bobs, "mac");
  /* A device that a reset removes. */
  mockcloud *lamp = view_of(cloud, "{\"device\": \"lamp\"}");
  MOCKCLOUD_EXPECT_OK(cloud, "mock/reset", "{}");
  char *event = UNSET;
  assert_int_equal(mockcloud_next_event(lamp, &event), MOCKCLOUD_BAD_MOCK_REQUEST);
  assert_null(event);
}

#define VIEW(test) cmocka_unit_test_setup_teardown(test, open_cloud, close_cloud)

int main(void) {
  const struct CMUnitTest tests[] = {
      VIEW(each_key_is_a_default),
      VIEW(what_a_request_gives_stays),
      VIEW(a_database_is_no_default_of_all),
      VIEW(zones),
      VIEW(the_harness),
      VIEW(views_of_views),
      VIEW(events),
  };
  return cmocka_run_group_tests_name("view", tests, NULL, NULL);
}
