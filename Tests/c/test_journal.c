/* Assertions on a client's requests with the filters of the journal, each in one call. */
#include "support.h"

#include <string.h>

#include <mockcloud_test.h>

static const char whole[] =
    "{\"operations\": [{\"operationType\": \"save\", \"record\": {\"recordName\": \"n1\", "
    "\"recordType\": \"Note\", \"fields\": {\"title\": {\"value\": \"Milk\"}, "
    "\"rank\": {\"value\": 1}}}}]}";

static const char title_alone[] =
    "{\"savePolicy\": \"changedKeys\", \"operations\": [{\"operationType\": \"save\", "
    "\"record\": {\"recordName\": \"n1\", \"recordType\": \"Note\", "
    "\"fields\": {\"title\": {\"value\": \"Bread\"}}}}]}";

static const char latest_save[] =
    "{\"operation\": \"records/modify\", \"recordName\": \"n1\", \"last\": 1}";

/* Fails unless the answer of a call matches the pattern. */
static void expect(mockcloud *cloud, const char *operation, const char *request,
                   const char *pattern) {
  MOCKCLOUD_EXPECT(cloud, MOCKCLOUD_OK, pattern, operation, "%j", request);
}

static void only_the_changed_field_was_sent(void **state) {
  (void)state;
  mockcloud *cloud = new_cloud();
  tell(cloud, "records/modify", whole);
  tell(cloud, "records/modify", title_alone);
  expect(cloud, "mock/journal", latest_save,
         "{\"calls\": [{\"request\": {\"operations\": [{\"record\": {\"fields\": "
         "{\"title\": {\"value\": \"Bread\"}, \"rank\": \"$absent\"}}}]}}]}");
  mockcloud_destroy(cloud);
}

/* Filters for failed calls, for calls on which a fault acted, and for a record. */
static void calls_are_found(void **state) {
  (void)state;
  mockcloud *cloud = new_cloud();
  tell(cloud, "mock/faults/add",
       "{\"rules\": [{\"id\": \"busy\", \"limit\": {\"injections\": 1}, "
       "\"then\": {\"error\": \"zoneBusy\"}}]}");
  mockcloud_call(cloud, "records/modify", whole, NULL);
  tell(cloud, "records/modify", whole);
  mockcloud_call(cloud, "records/lookup", "{\"records\": [{\"recordName\": \"n2\"}]}", NULL);
  expect(cloud, "mock/journal", "{\"status\": 23}",
         "{\"calls\": [{\"n\": 1, \"faults\": [{\"rule\": \"busy\"}]}]}");
  expect(cloud, "mock/journal", "{\"faults\": true}", "{\"calls\": [{\"n\": 1}]}");
  expect(cloud, "mock/journal", "{\"recordName\": \"n2\"}", "{\"calls\": [{\"n\": 3}]}");
  expect(cloud, "mock/journal", "{\"status\": [0, 2], \"recordName\": \"n1\"}",
         "{\"calls\": [{\"n\": 2}]}");
  mockcloud_destroy(cloud);
}

/* Two clouds store the same if their hashes are equal; a refused call does not change the hash. */
static void worlds_are_compared(void **state) {
  (void)state;
  mockcloud *cloud = new_cloud();
  mockcloud *fork = NULL;
  tell(cloud, "records/modify", whole);
  assert_int_equal(mockcloud_fork(cloud, &fork), MOCKCLOUD_OK);
  mockcloud_call(fork, "records/modify", whole, NULL);
  char *one = ask(cloud, "mock/state/hash", NULL, MOCKCLOUD_OK);
  char *other = ask(fork, "mock/state/hash", NULL, MOCKCLOUD_OK);
  assert_string_equal(one, other);
  mockcloud_string_free(other);
  tell(fork, "records/modify", title_alone);
  other = ask(fork, "mock/state/hash", NULL, MOCKCLOUD_OK);
  assert_string_not_equal(one, other);
  mockcloud_string_free(other);
  mockcloud_string_free(one);
  mockcloud_destroy(fork);
  mockcloud_destroy(cloud);
}

#define JOURNAL(test) cmocka_unit_test_setup_teardown(test, count_clouds, no_cloud_is_left)

int main(void) {
  const struct CMUnitTest tests[] = {
      JOURNAL(only_the_changed_field_was_sent),
      JOURNAL(calls_are_found),
      JOURNAL(worlds_are_compared),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
