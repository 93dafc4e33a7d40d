/* Tasks: a service that is busy, limited or full. */
#include "tasks.h"

/* set-up begins */
/* Saves many records as a client does: in halves if they are too many. */
static void save_notes(int first, int count) {
  char operations[65536] = "[";
  for (int n = first; n < first + count; n++)
    sprintf(operations + strlen(operations),
            "%s{\"operationType\": \"create\", \"record\": {\"recordName\": \"b%d\", "
            "\"recordType\": \"Note\"}}",
            n == first ? "" : ", ", n);
  strcat(operations, "]");
  if (mockcloud_callf(phone, NULL, "records/modify", "{'operations': %j}", operations) !=
      MOCKCLOUD_CKERROR_LIMIT_EXCEEDED)
    return;
  save_notes(first, count / 2);
  save_notes(first + count / 2, count - count / 2);
}
/* set-up ends */

TASK(zone_busy) {
  MOCKCLOUD_EXPECT_OK(cloud, "mock/error/set",
                      "{'operation': 'records/modify', 'times': 2, "
                      "'error': {'code': 'zoneBusy', 'retryAfter': 3}}");
  for (int n = 0; n < 2; n++) {
    MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_ZONE_BUSY, "{'error': {'retryAfter': 3}}",
                     "records/modify", SAVE, "n2", "Bread");
    MOCKCLOUD_EXPECT_OK(cloud, "mock/clock/advance", "{'seconds': 3}"); /* the client waits */
  }
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", SAVE, "n2", "Bread");
}

TASK(rate_limited) {
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add",
                      "{'rules': [{'limit': {'per': 'device'}, "
                      "'then': {'rateLimit': {'perSecond': 1, 'burst': 2}}}]}");
  MOCKCLOUD_EXPECT_OK(phone, "records/lookup", LOOKUP, "n1");
  MOCKCLOUD_EXPECT_OK(phone, "records/lookup", LOOKUP, "n1");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_REQUEST_RATE_LIMITED, "{'error': {'retryAfter': 1}}",
                   "records/lookup", LOOKUP, "n1");
  MOCKCLOUD_EXPECT_OK(cloud, "mock/clock/advance", "{'seconds': 1}");
  MOCKCLOUD_EXPECT_OK(phone, "records/lookup", LOOKUP, "n1");
}

TASK(service_unavailable) {
  MOCKCLOUD_EXPECT_OK(cloud, "mock/error/set",
                      "{'error': {'code': 'serviceUnavailable', 'retryAfter': 30}}");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_SERVICE_UNAVAILABLE, NULL, "records/lookup", LOOKUP,
                   "n1");
  MOCKCLOUD_EXPECT_OK(cloud, "mock/error/set", "{'error': null}"); /* the outage ends */
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_OK, TITLED("Milk"), "records/lookup", LOOKUP, "n1");
}

TASK(growing_waits) {
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add",
                      "{'rules': [{'then': {'error': {'code': 'requestRateLimited', "
                      "'retryAfter': 1}, 'retryAfterGrows': {'factor': 2, 'most': 60}}}]}");
  for (int wait = 1; wait <= 8; wait *= 2) /* 1, 2, 4, 8 */
    assert_int_equal(number_of(phone, "/error/retryAfter", "records/lookup", LOOKUP, "n1"), wait);
}

TASK(retry_too_early) {
  MOCKCLOUD_EXPECT_OK(cloud, "mock/error/set",
                      "{'error': {'code': 'zoneBusy', 'retryAfter': 3}, 'times': 1}");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_ZONE_BUSY, NULL, "records/query", QUERY);
  MOCKCLOUD_EXPECT_OK(phone, "records/query", QUERY); /* no wait: it succeeds, and is reported */
  MOCKCLOUD_EXPECT(cloud, MOCKCLOUD_OK, "{'findings': [{'kind': 'earlyRetry'}]}", "mock/report",
                   "{}");
}

TASK(quota_full) {
  char title[1001] = {0};
  memset(title, 'x', 1000);
  MOCKCLOUD_EXPECT_OK(cloud, "mock/limits/set", "{'limits': {'storagePerUser': 1000}}");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                   "{'records': [{'ckErrorName': 'quotaExceeded'}]}", "records/modify", SAVE, "n2",
                   title);
  MOCKCLOUD_EXPECT_OK(cloud, "mock/limits/set", "{'limits': {'storagePerUser': null}}");
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", SAVE, "n2", title); /* the user bought storage */
}

TASK(quota_half_used) {
  char title[501] = "";
  memset(title, 'x', sizeof title - 1);
  MOCKCLOUD_EXPECT_OK(cloud, "mock/limits/set", "{'limits': {'storagePerUser': 1200}}");
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", SAVE, "n2", title); /* half of it is used */
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", SAVE, "n3", title);
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                   "{'records': [{'ckErrorName': 'quotaExceeded'}]}", "records/modify", SAVE, "n4",
                   title);
  MOCKCLOUD_EXPECT_OK(pad, "records/modify", DELETE, "n2"); /* frees storage */
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", SAVE, "n4", title);
}

TASK(quota_full_while_syncing) {
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add",
                      "{'rules': [{'when': {'op': 'records/modify', 'recordName': 'big*'}, "
                      "'then': {'error': 'quotaExceeded'}}]}");
  MOCKCLOUD_EXPECT(
      phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
      "{'records': [{'recordName': 'small'}, {'ckErrorName': 'quotaExceeded'}]}", "records/modify",
      "{'atomic': false, 'operations': ["
      "{'operationType': 'create', 'record': {'recordName': 'small', 'recordType': 'Note'}}, "
      "{'operationType': 'create', 'record': {'recordName': 'big-1', 'recordType': 'Note'}}]}");
}

TASK(too_many_records) {
  save_notes(0, 401); /* at most 400 in a request; save_notes() is the code under test */
  MOCKCLOUD_EXPECT(cloud, MOCKCLOUD_OK, "{'calls': [{'status': 27}, {'status': 0}, {'status': 0}]}",
                   "mock/journal", "{}");
  assert_int_equal(count_of(cloud, "/records", "mock/records", NULL), 402);
}

TASK(small_limits) {
  MOCKCLOUD_EXPECT_OK(cloud, "mock/limits/set", "{'limits': {'itemsPerRequest': 2}}");
  save_notes(0, 3); /* the code for more than 400 records, tested with 3 */
  MOCKCLOUD_EXPECT(cloud, MOCKCLOUD_OK, "{'calls': [{'status': 27}, {'status': 0}, {'status': 0}]}",
                   "mock/journal", "{}");
}

TASK(record_too_large) {
  static char title[1100001];
  memset(title, 'x', 1100000);
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                   "{'records': [{'ckErrorName': 'limitExceeded'}]}", "records/modify", SAVE, "n2",
                   title); /* 1 MB, without files */
  title[1000000] = '\0';
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", SAVE, "n2", title);
}

TASK(fails_now_and_then) {
  int failed = 0;
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add",
                      "{'rules': [{'limit': {'probability': 0.3}, "
                      "'then': {'error': 'serviceUnavailable'}}]}");
  for (int n = 0; n < 100; n++)
    failed += mockcloud_callf(phone, NULL, "records/lookup", LOOKUP, "n1") != MOCKCLOUD_OK;
  assert_in_range(failed, 15, 45); /* the same calls fail in every run with this seed */
}

static const char *bread_is_saved(mockcloud *explored, const char *effect, void *context) {
  (void)effect, (void)context;
  /* The code under test: it saves, and tries once more. */
  if (mockcloud_callf(phone, NULL, "records/modify", SAVE, "n2", "Bread") != MOCKCLOUD_OK) {
    MOCKCLOUD_EXPECT_OK(explored, "mock/faults/pause", "{}"); /* the fault is over */
    if (mockcloud_callf(phone, NULL, "records/modify", SAVE, "n2", "Bread") != MOCKCLOUD_OK)
      return "the second save failed";
  }
  return count_of(explored, "/records", "mock/records", NULL) == 2 ? NULL : "not two notes";
}

TASK(every_call_can_fail) { MOCKCLOUD_EXPECT_EXPLORATION(cloud, bread_is_saved, NULL, "{}"); }

TASK(wrong_container) {
  mockcloud *strict = NULL;
  mockcloud_create("{\"containers\": \"declared\"}", &strict, NULL);
  MOCKCLOUD_EXPECT(strict, MOCKCLOUD_CKERROR_BAD_CONTAINER, NULL, "zones/list",
                   "{'container': 'iCloud.example.typo'}");
  MOCKCLOUD_EXPECT_OK(strict, "mock/container/create", "{'container': 'iCloud.example.notes'}");
  MOCKCLOUD_EXPECT_OK(strict, "zones/list", "{'container': 'iCloud.example.notes'}");
  mockcloud_destroy(strict);
}

int run_service(void) {
  const struct CMUnitTest tests[] = {
      RUN(zone_busy),           RUN(rate_limited),
      RUN(service_unavailable), RUN(growing_waits),
      RUN(retry_too_early),     RUN(quota_full),
      RUN(quota_half_used),     RUN(quota_full_while_syncing),
      RUN(too_many_records),    RUN(small_limits),
      RUN(record_too_large),    RUN(fails_now_and_then),
      RUN(every_call_can_fail), RUN(wrong_container),
  };
  return RUN_GROUP("service", tests);
}
