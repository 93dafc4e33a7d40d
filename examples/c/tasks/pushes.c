/* Tasks: pushes. */
#include "tasks.h"

/* set-up begins */
/* The silent pushes to which a sync client subscribes. */
#define SUBSCRIBE                                                                                  \
  "{'operations': [{'operationType': 'create', 'subscription': {'subscriptionID': 'changes', "     \
  "'subscriptionType': 'database', 'notificationInfo': {'shouldSendContentAvailable': true}}}]}"

/* Advances the clock, takes the pushes that arrive, and returns their number. */
static int pushes(double seconds) {
  int count = 0;
  MOCKCLOUD_EXPECT_OK(cloud, "mock/clock/advance", "{'seconds': %g}", seconds);
  for (char *event = NULL; mockcloud_next_event(phone, &event) == MOCKCLOUD_OK && event; count++)
    mockcloud_string_free(event);
  return count;
}
/* set-up ends */

TASK(push_arrives) {
  char *push = NULL, *name = NULL;
  MOCKCLOUD_EXPECT_OK(phone, "subscriptions/modify", SUBSCRIBE);
  MOCKCLOUD_EXPECT_OK(pad, "records/modify", CREATE, "n2", "Bread");
  MOCKCLOUD_EXPECT_OK(cloud, "mock/clock/advance", "{'seconds': 0}"); /* pushes arrive now */
  MOCKCLOUD_EXPECT_NO_EVENT(pad);                                     /* the writer gets none */
  mockcloud_next_event(phone, &push);
  assert_int_equal(mockcloud_json_text(push, "/payload/ck/met/sid", &name), MOCKCLOUD_JSON_FOUND);
  assert_string_equal(name, "changes");
  mockcloud_string_free(name);
  mockcloud_string_free(push);
}

TASK(push_with_fields) {
  char *push = NULL, *fields = NULL;
  MOCKCLOUD_EXPECT_OK(phone, "subscriptions/modify",
                      "{'operations': [{'operationType': 'create', 'subscription': "
                      "{'subscriptionType': 'query', 'query': {'recordType': 'Note'}, "
                      "'firesOn': ['create'], 'notificationInfo': "
                      "{'alertBody': 'New note', 'additionalFields': ['title']}}}]}");
  MOCKCLOUD_EXPECT_OK(pad, "records/modify", CREATE, "n2", "Bread");
  MOCKCLOUD_EXPECT_OK(cloud, "mock/clock/advance", "{'seconds': 0}");
  mockcloud_next_event(phone, &push);
  mockcloud_json_get(push, "/payload/ck/qry/af", &fields);
  assert_string_equal(fields, "{\"title\":\"Bread\"}");
  mockcloud_string_free(fields);
  mockcloud_string_free(push);
}

TASK(push_lost) {
  MOCKCLOUD_EXPECT_OK(phone, "subscriptions/modify", SUBSCRIBE);
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add",
                      "{'rules': [{'when': {'device': 'phone'}, 'then': {'drop': true}}]}");
  MOCKCLOUD_EXPECT_OK(pad, "records/modify", CREATE, "n2", "Bread");
  assert_int_equal(pushes(3600), 0); /* the client must find the change without a push */
  assert_int_equal(number_of(cloud, "/rules/0/injections", "mock/faults/report", NULL), 1);
}

TASK(push_late) {
  MOCKCLOUD_EXPECT_OK(phone, "subscriptions/modify", SUBSCRIBE);
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add", "{'rules': [{'then': {'delay': 60}}]}");
  MOCKCLOUD_EXPECT_OK(pad, "records/modify", CREATE, "n2", "Bread");
  assert_int_equal(pushes(59), 0);
  assert_int_equal(pushes(1), 1);
}

TASK(pushes_coalesced) {
  MOCKCLOUD_EXPECT_OK(phone, "subscriptions/modify", SUBSCRIBE);
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add", "{'rules': [{'then': {'coalesce': 10}}]}");
  MOCKCLOUD_EXPECT_OK(pad, "records/modify", CREATE, "b1", "Bread");
  MOCKCLOUD_EXPECT_OK(pad, "records/modify", CREATE, "b2", "Butter");
  assert_int_equal(pushes(10), 1); /* one push for two changes */
}

TASK(push_comes_twice) {
  MOCKCLOUD_EXPECT_OK(phone, "subscriptions/modify", SUBSCRIBE);
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add", "{'rules': [{'then': {'repeat': 1}}]}");
  MOCKCLOUD_EXPECT_OK(pad, "records/modify", CREATE, "n2", "Bread");
  assert_int_equal(pushes(0), 2);
}

TASK(pushes_overtake) {
  char *push = NULL, *name = NULL;
  MOCKCLOUD_EXPECT_OK(phone, "subscriptions/modify",
                      "{'operations': [{'operationType': 'create', 'subscription': "
                      "{'subscriptionType': 'query', 'query': {'recordType': 'Note'}, "
                      "'notificationInfo': {'shouldSendContentAvailable': true}}}]}");
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add",
                      "{'rules': [{'limit': {'injections': 1}, 'then': {'delay': 5}}]}");
  MOCKCLOUD_EXPECT_OK(pad, "records/modify", CREATE, "first", "Bread");
  MOCKCLOUD_EXPECT_OK(pad, "records/modify", CREATE, "second", "Butter");
  MOCKCLOUD_EXPECT_OK(cloud, "mock/clock/advance", "{'seconds': 10}");
  mockcloud_next_event(phone, &push);
  mockcloud_json_text(push, "/payload/ck/qry/rid", &name);
  assert_string_equal(name, "second"); /* the first one is next */
  mockcloud_string_free(name);
  mockcloud_string_free(push);
}

TASK(push_waits_for_network) {
  MOCKCLOUD_EXPECT_OK(phone, "subscriptions/modify", SUBSCRIBE);
  MOCKCLOUD_EXPECT_OK(phone, "mock/network/set",
                      "{'network': 'offline', 'schedule': [{'after': 3600, 'network': 'online'}]}");
  MOCKCLOUD_EXPECT_OK(pad, "records/modify", CREATE, "n2", "Bread");
  assert_int_equal(pushes(60), 0);
  assert_int_equal(pushes(3600), 1);
}

int run_pushes(void) {
  const struct CMUnitTest tests[] = {
      RUN(push_arrives),    RUN(push_with_fields),       RUN(push_lost),
      RUN(push_late),       RUN(pushes_coalesced),       RUN(push_comes_twice),
      RUN(pushes_overtake), RUN(push_waits_for_network),
  };
  return RUN_GROUP("pushes", tests);
}
