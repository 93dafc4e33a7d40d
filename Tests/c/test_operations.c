/* Operations that report by events. */
#include "support.h"

#include <string.h>

/* Returns the next event, parsed; NULL if there is none. */
static json_object *next_event(mockcloud *cloud) {
  char *text = UNSET;
  assert_int_equal(mockcloud_next_event(cloud, &text), MOCKCLOUD_OK);
  if (text == NULL)
    return NULL;
  assert_null(defect_of_json(text));
  json_object *event = json_tokener_parse(text);
  mockcloud_string_free(text);
  return event;
}

/* The counters of a client while an operation reports to it. */
struct client {
  int progress, saved, failed;
  int64_t result, completion;
};

/* Calls the client's blocks as CloudKit does, until the operation is complete. */
static void run_operation(mockcloud *cloud, const char *id, struct client *client) {
  json_object *event;
  tell(cloud, "mock/clock/advance", "{\"seconds\": 0}");
  while ((event = next_event(cloud)) != NULL) {
    const char *block = text_at(event, "block");
    assert_string_equal(text_at(event, "kind"), "operation");
    assert_string_equal(text_at(event, "operationID"), id);
    assert_int_equal(client->completion, -1);
    if (strcmp(block, "perRecordProgress") == 0)
      client->progress++;
    else if (strcmp(block, "perRecordSave") == 0 && at(event, "error") == NULL)
      client->saved++;
    else if (strcmp(block, "perRecordSave") == 0)
      client->failed++;
    else if (strcmp(block, "result") == 0)
      client->result = number_at(event, "status");
    else if (strcmp(block, "completion") == 0)
      client->completion = number_at(event, "status");
    else
      fail_msg("a block '%s' is not one of a save", block);
    json_object_put(event);
  }
}

static const char two_notes[] =
    "{\"deliver\": \"events\", \"operations\": ["
    "{\"operationType\": \"save\", \"record\": {\"recordName\": \"a\", \"recordType\": \"Note\"}}, "
    "{\"operationType\": \"save\", \"record\": {\"recordName\": \"b\", \"recordType\": \"Note\", "
    "\"zoneID\": {\"zoneName\": \"none\"}}}]}";

static void blocks_come_in_order(void **state) {
  (void)state;
  mockcloud *cloud = new_cloud();
  json_object *answer = ask_json(cloud, "records/modify", two_notes, MOCKCLOUD_OK);
  assert_int_equal(count_notes(cloud), 0);
  assert_null(next_event(cloud));
  struct client client = {.result = -1, .completion = -1};
  run_operation(cloud, text_at(answer, "operationID"), &client);
  assert_int_equal(client.progress, 2);
  assert_int_equal(client.saved, 1);
  assert_int_equal(client.failed, 1);
  assert_int_equal(client.result, MOCKCLOUD_CKERROR_PARTIAL_FAILURE);
  assert_int_equal(client.completion, MOCKCLOUD_CKERROR_PARTIAL_FAILURE);
  assert_int_equal(count_notes(cloud), 1);
  json_object_put(answer);
  mockcloud_destroy(cloud);
}

static void a_copy_has_its_own_operations(void **state) {
  (void)state;
  mockcloud *cloud = new_cloud();
  mockcloud *copy = NULL;
  json_object *answer = ask_json(cloud, "records/modify", two_notes, MOCKCLOUD_OK);
  assert_int_equal(mockcloud_fork(cloud, &copy), MOCKCLOUD_OK);
  json_object *cancellation = json_object_new_object();
  json_object_object_add(cancellation, "operationID", json_object_get(at(answer, "operationID")));
  tell(copy, "operations/cancel", json_object_to_json_string(cancellation));
  struct client cancelled = {.result = -1, .completion = -1};
  run_operation(copy, text_at(answer, "operationID"), &cancelled);
  assert_int_equal(cancelled.completion, MOCKCLOUD_CKERROR_OPERATION_CANCELLED);
  assert_int_equal(count_notes(copy), 0);
  struct client client = {.result = -1, .completion = -1};
  run_operation(cloud, text_at(answer, "operationID"), &client);
  assert_int_equal(client.saved, 1);
  json_object_put(cancellation);
  json_object_put(answer);
  mockcloud_destroy(copy);
  mockcloud_destroy(cloud);
}

#define OPERATIONS(test) cmocka_unit_test_setup_teardown(test, count_clouds, no_cloud_is_left)

int main(void) {
  const struct CMUnitTest tests[] = {
      OPERATIONS(blocks_come_in_order),
      OPERATIONS(a_copy_has_its_own_operations),
  };
  return cmocka_run_group_tests_name("operations", tests, NULL, NULL);
}
