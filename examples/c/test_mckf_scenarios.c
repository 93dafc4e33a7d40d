/* The scenarios of MockCloudKitFramework's README in C, with cmocka for the assertions and json-c
 * to read the responses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <json.h>
#include <mockcloud.h>
#include <stdio.h>
#include <string.h>

static const char lookup_glue[] = "{\"records\": [{\"recordName\": \"glue\"}]}";

/* Every test gets a cloud with two tasks. */
static int open_cloud(void **state) {
  static const char tasks[] = "{\"records\": ["
                              "{\"recordName\": \"glue\", \"recordType\": \"Task\", \"fields\": "
                              "{\"title\": {\"value\": \"Buy glue\", \"type\": \"STRING\"}}},"
                              "{\"recordName\": \"paper\", \"recordType\": \"Task\", \"fields\": "
                              "{\"title\": {\"value\": \"Buy paper\", \"type\": \"STRING\"}}}]}";
  mockcloud *cloud = NULL;
  if (mockcloud_create("{\"seed\": 1}", &cloud, NULL) != MOCKCLOUD_OK)
    return -1;
  *state = cloud;
  return mockcloud_seed_records(cloud, tasks, NULL);
}

static int close_cloud(void **state) {
  mockcloud_destroy(*state);
  return mockcloud_live_clouds() == 0 ? 0 : -1;
}

/* Makes a call, checks its status, and returns its response, which the caller frees. */
static json_object *call(mockcloud *cloud, const char *operation, const char *request,
                         mockcloud_status expected) {
  char *text = NULL;
  mockcloud_status status = mockcloud_call(cloud, operation, request, &text);
  json_object *answer = text ? json_tokener_parse(text) : NULL;
  mockcloud_string_free(text);
  assert_int_equal(status, expected);
  assert_non_null(answer);
  return answer;
}

static json_object *member(json_object *object, const char *key) {
  json_object *value = NULL;
  assert_true(json_object_object_get_ex(object, key, &value));
  return value;
}

/* Returns an item of a list in the answer. */
static json_object *item(json_object *answer, const char *list, size_t index) {
  json_object *items = member(answer, list);
  assert_true(index < json_object_array_length(items));
  return json_object_array_get_idx(items, index);
}

static void assert_text(json_object *object, const char *key, const char *expected) {
  assert_string_equal(json_object_get_string(member(object, key)), expected);
}

static void assert_code(json_object *object, int code, const char *name) {
  assert_int_equal(json_object_get_int(member(object, "ckErrorCode")), code);
  assert_text(object, "ckErrorName", name);
}

static void assert_title(json_object *record, const char *title) {
  assert_text(member(member(record, "fields"), "title"), "value", title);
}

static void every_account_status(void **state) {
  static const char *const statuses[] = {"couldNotDetermine", "available", "restricted",
                                         "noAccount", "temporarilyUnavailable"};
  for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++) {
    char request[64];
    snprintf(request, sizeof request, "{\"accountStatus\": \"%s\"}", statuses[i]);
    assert_int_equal(mockcloud_set_account_status(*state, request, NULL), MOCKCLOUD_OK);
    json_object *answer = call(*state, "account/status", NULL, MOCKCLOUD_OK);
    assert_text(answer, "accountStatus", statuses[i]);
    json_object_put(answer);
  }
}

static void a_record_exists(void **state) {
  json_object *answer = call(*state, "records/lookup", lookup_glue, MOCKCLOUD_OK);
  assert_text(item(answer, "records", 0), "recordName", "glue");
  assert_title(item(answer, "records", 0), "Buy glue");
  json_object_put(answer);
}

static void a_record_does_not_exist(void **state) {
  json_object *answer =
      call(*state, "records/lookup", "{\"records\": [{\"recordName\": \"scissors\"}]}",
           MOCKCLOUD_CKERROR_PARTIAL_FAILURE);
  assert_code(member(answer, "error"), MOCKCLOUD_CKERROR_PARTIAL_FAILURE, "partialFailure");
  assert_text(item(answer, "records", 0), "recordName", "scissors");
  assert_code(item(answer, "records", 0), MOCKCLOUD_CKERROR_UNKNOWN_ITEM, "unknownItem");
  json_object_put(answer);
}

static void the_operation_fails_while_the_record_exists(void **state) {
  assert_int_equal(mockcloud_set_error(*state, "{\"error\": \"internalError\"}", NULL),
                   MOCKCLOUD_OK);
  json_object *answer =
      call(*state, "records/lookup", lookup_glue, MOCKCLOUD_CKERROR_INTERNAL_ERROR);
  assert_code(member(answer, "error"), MOCKCLOUD_CKERROR_INTERNAL_ERROR, "internalError");
  assert_false(json_object_object_get_ex(answer, "records", NULL));
  json_object_put(answer);

  answer = call(*state, "mock/records", NULL, MOCKCLOUD_OK);
  assert_text(item(answer, "records", 0), "recordName", "glue");
  json_object_put(answer);

  assert_int_equal(mockcloud_set_error(*state, "{\"error\": null}", NULL), MOCKCLOUD_OK);
  answer = call(*state, "records/lookup", lookup_glue, MOCKCLOUD_OK);
  assert_title(item(answer, "records", 0), "Buy glue");
  json_object_put(answer);
}

static void some_records_fail(void **state) {
  static const char rename_both[] =
      "{\"savePolicy\": \"changedKeys\", \"operations\": ["
      "{\"operationType\": \"save\", \"record\": {\"recordName\": \"glue\", \"fields\": "
      "{\"title\": {\"value\": \"Buy tape\"}}}},"
      "{\"operationType\": \"save\", \"record\": {\"recordName\": \"paper\", \"fields\": "
      "{\"title\": {\"value\": \"Buy cardboard\"}}}}]}";
  json_object *before = call(*state, "mock/records", NULL, MOCKCLOUD_OK);
  assert_int_equal(mockcloud_set_record_errors(
                       *state, "{\"recordNames\": [\"glue\"], \"error\": \"quotaExceeded\"}", NULL),
                   MOCKCLOUD_OK);

  json_object *answer =
      call(*state, "records/modify", rename_both, MOCKCLOUD_CKERROR_PARTIAL_FAILURE);
  json_object *error = member(answer, "error");
  assert_code(error, MOCKCLOUD_CKERROR_PARTIAL_FAILURE, "partialFailure");
  assert_int_equal(json_object_array_length(member(error, "partialErrors")), 1);
  assert_text(item(error, "partialErrors", 0), "recordName", "glue");
  assert_code(item(answer, "records", 0), MOCKCLOUD_CKERROR_QUOTA_EXCEEDED, "quotaExceeded");
  assert_title(item(answer, "records", 1), "Buy cardboard");
  json_object_put(answer);

  json_object *after = call(*state, "mock/records", NULL, MOCKCLOUD_OK);
  assert_true(json_object_equal(item(after, "records", 0), item(before, "records", 0)));
  assert_title(item(after, "records", 1), "Buy cardboard");
  json_object_put(after);
  json_object_put(before);
}

#define IN_A_CLOUD(test) cmocka_unit_test_setup_teardown(test, open_cloud, close_cloud)

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_A_CLOUD(every_account_status),    IN_A_CLOUD(a_record_exists),
      IN_A_CLOUD(a_record_does_not_exist), IN_A_CLOUD(the_operation_fails_while_the_record_exists),
      IN_A_CLOUD(some_records_fail),
  };
  return cmocka_run_group_tests_name("README scenarios (cmocka)", tests, NULL, NULL);
}
