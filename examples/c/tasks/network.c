/* Tasks: the network of a device. */
#include "tasks.h"

TASK(start_offline) {
  MOCKCLOUD_EXPECT_OK(phone, "mock/network/set",
                      "{'network': 'offline', 'schedule': [{'after': 30, 'network': 'online'}]}");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_NETWORK_UNAVAILABLE, NULL, "records/lookup", LOOKUP,
                   "n1");
  MOCKCLOUD_EXPECT_OK(cloud, "mock/clock/advance", "{'seconds': 30}");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_OK, TITLED("Milk"), "records/lookup", LOOKUP, "n1");
}

TASK(network_breaks_midway) {
  /* The phone's third call and all after it fail. */
  MOCKCLOUD_EXPECT_OK(phone, "mock/error/set", "{'error': 'networkFailure', 'after': 2}");
  MOCKCLOUD_EXPECT_OK(phone, "records/lookup", LOOKUP, "n1");
  MOCKCLOUD_EXPECT_OK(phone, "records/lookup", LOOKUP, "n1");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_NETWORK_FAILURE, NULL, "records/lookup", LOOKUP, "n1");
  MOCKCLOUD_EXPECT(pad, MOCKCLOUD_OK, TITLED("Milk"), "records/lookup", LOOKUP, "n1");
}

TASK(no_answer) {
  double before = now();
  MOCKCLOUD_EXPECT_OK(phone, "mock/network/set", "{'network': 'unreachable'}");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_NETWORK_FAILURE, NULL, "records/lookup", LOOKUP, "n1");
  assert_true(now() - before == 60);
}

TASK(response_lost) {
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add",
                      "{'rules': [{'when': {'op': 'records/modify'}, 'limit': {'injections': 1}, "
                      "'then': {'lostResponse': true}}]}");
  const char *save = "{'operations': [{'operationType': 'create', 'record': {'recordType': 'Note', "
                     "'fields': {'title': {'value': 'Bread'}}}}]}"; /* the service names it */
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_SERVER_RESPONSE_LOST, NULL, "records/modify", save);
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", save); /* the blind retry saves a second note */
  assert_int_equal(count_of(phone, "/records", "records/query", QUERY), 3);
}

TASK(response_lost_named) {
  MOCKCLOUD_EXPECT_OK(phone, "mock/network/set", "{'network': 'oneWay'}"); /* responses are lost */
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_SERVER_RESPONSE_LOST, NULL, "records/modify", CREATE,
                   "n2", "Bread");
  MOCKCLOUD_EXPECT_OK(phone, "mock/network/set", "{'network': 'online'}");
  /* There is no duplicate: the retry conflicts with the first save. */
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                   "{'records': [{'ckErrorName': 'serverRecordChanged', "
                   "'serverRecord': {'fields': {'title': {'value': 'Bread'}}}}]}",
                   "records/modify", CREATE, "n2", "Bread");
}

TASK(request_lost) {
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add",
                      "{'rules': [{'limit': {'injections': 1}, 'then': {'lostRequest': true}}]}");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_NETWORK_FAILURE, NULL, "records/modify", CREATE, "n2",
                   "Bread");
  assert_int_equal(count_of(cloud, "/records", "mock/records", NULL), 1); /* nothing was saved */
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", CREATE, "n2", "Bread");
}

TASK(request_sent_twice) {
  MOCKCLOUD_EXPECT_OK(
      cloud, "mock/faults/add",
      "{'rules': [{'when': {'op': 'records/modify'}, 'then': {'duplicate': true}}]}");
  MOCKCLOUD_EXPECT_OK(phone, "records/modify",
                      "{'operations': [{'operationType': 'create', "
                      "'record': {'recordType': 'Note'}}]}");
  assert_int_equal(count_of(phone, "/records", "records/query", QUERY), 3);
}

TASK(slow_network) {
  double before = now();
  char title[5001] = {0};
  memset(title, 'x', 5000);
  MOCKCLOUD_EXPECT_OK(phone, "mock/network/set", "{'network': 'online', 'bytesPerSecond': 1000}");
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", SAVE, "n2", title);
  assert_true(now() - before > 10); /* in the request, and in the response */
}

TASK(slow_service) {
  double before = now();
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add",
                      "{'rules': [{'when': {'op': 'records/lookup'}, 'then': {'latency': 2.5}}]}");
  MOCKCLOUD_EXPECT_OK(phone, "records/lookup", LOOKUP, "n1");
  assert_true(now() - before == 2.5);
}

TASK(bad_day) {
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/profile", "{'name': 'flaky-wifi', 'intensity': 0.5}");
  for (int n = 0; n < 20; n++) /* the client's reactions are tested */
    mockcloud_callf(phone, NULL, "records/modify", SAVE, n % 2 ? "odd" : "even", "Bread");
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/heal", "{}"); /* everything must arrive now */
  assert_true(count_of(cloud, "/calls", "mock/journal", "{'faults': true}") > 0);
}

int run_network(void) {
  const struct CMUnitTest tests[] = {
      RUN(start_offline),       RUN(network_breaks_midway),
      RUN(no_answer),           RUN(response_lost),
      RUN(response_lost_named), RUN(request_lost),
      RUN(request_sent_twice),  RUN(slow_network),
      RUN(slow_service),        RUN(bad_day),
  };
  return RUN_GROUP("network", tests);
}
