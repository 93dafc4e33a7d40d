/* Clouds are created, copied and destroyed. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void header_and_library_agree(void **state) {
  (void)state;
  assert_int_equal(mockcloud_version_number(), MOCKCLOUD_VERSION_NUMBER);
  assert_string_equal(mockcloud_version_string(), MOCKCLOUD_VERSION_STRING);
  assert_int_equal(mockcloud_abi_version(), MOCKCLOUD_ABI_VERSION);
}

static void a_cloud_lives_until_it_is_destroyed(void **state) {
  (void)state;
  mockcloud *first = new_cloud();
  mockcloud *second = new_cloud();
  assert_ptr_not_equal(first, second);
  assert_int_equal(mockcloud_live_clouds(), 2);
  mockcloud_destroy(first);
  assert_int_equal(mockcloud_live_clouds(), 1);
  assert_int_equal(mockcloud_call(first, "mock/clock", NULL, NULL), MOCKCLOUD_BAD_HANDLE);
  tell(second, "mock/clock", NULL);
  mockcloud_destroy(second);
}

static void handles_are_not_used_again(void **state) {
  (void)state;
  mockcloud *seen[64];
  for (int i = 0; i < 64; i++) {
    seen[i] = new_cloud();
    mockcloud_destroy(seen[i]);
    for (int j = 0; j < i; j++)
      assert_ptr_not_equal(seen[i], seen[j]);
  }
}

static int64_t records_in(json_object *comparison, const char *part) {
  char path[64];
  snprintf(path, sizeof path, "%s.databases", part);
  json_object *databases = at(comparison, path);
  if (json_object_array_length(databases) == 0)
    return 0;
  json_object *zones = json_object_object_get(json_object_array_get_idx(databases, 0), "zones");
  json_object *records = json_object_object_get(json_object_array_get_idx(zones, 0), "records");
  return (int64_t)json_object_array_length(records);
}

static json_object *compared(mockcloud *before, mockcloud *after) {
  char *json = UNSET;
  assert_int_equal(mockcloud_diff(before, after, &json), MOCKCLOUD_OK);
  json_object *value = json_tokener_parse(json);
  assert_non_null(value);
  mockcloud_string_free(json);
  return value;
}

static void a_comparison_has_what_differs(void **state) {
  (void)state;
  mockcloud *cloud = new_cloud();
  assert_int_equal(save_note(cloud, "one", 1), MOCKCLOUD_OK);
  mockcloud *copy = NULL;
  assert_int_equal(mockcloud_fork(cloud, &copy), MOCKCLOUD_OK);
  json_object *same = compared(cloud, copy);
  assert_int_equal(records_in(same, "before"), 0);
  assert_int_equal(records_in(same, "after"), 0);
  json_object_put(same);
  assert_int_equal(save_note(copy, "two", 1), MOCKCLOUD_OK);
  json_object *changed = compared(cloud, copy);
  assert_int_equal(records_in(changed, "before"), 0);
  assert_int_equal(records_in(changed, "after"), 1);
  json_object_put(changed);

  assert_int_equal(mockcloud_diff(cloud, copy, NULL), MOCKCLOUD_OK);
  assert_int_equal(mockcloud_diff(cloud, NULL, NULL), MOCKCLOUD_NULL_ARGUMENT);
  char *error = UNSET;
  assert_int_equal(mockcloud_diff(NULL, copy, &error), MOCKCLOUD_NULL_ARGUMENT);
  assert_error_json(error);
  mockcloud_string_free(error);
  mockcloud_destroy(copy);
  assert_int_equal(mockcloud_diff(cloud, copy, &error), MOCKCLOUD_BAD_HANDLE);
  assert_error_json(error);
  mockcloud_string_free(error);
  mockcloud_destroy(cloud);
}

static void a_bad_configuration_is_told(void **state) {
  (void)state;
  mockcloud *cloud = (mockcloud *)UNSET;
  char *error = UNSET;
  assert_int_equal(mockcloud_create("{\"sed\": 1}", &cloud, &error), MOCKCLOUD_BAD_MOCK_REQUEST);
  assert_null(cloud);
  assert_error_json(error);
  json_object *value = json_tokener_parse(error);
  assert_string_equal(text_at(value, "error.key"), "sed");
  assert_string_equal(text_at(value, "error.nearest"), "seed");
  json_object_put(value);
  mockcloud_string_free(error);

  cloud = (mockcloud *)UNSET;
  assert_int_equal(mockcloud_create("{", &cloud, &error), MOCKCLOUD_BAD_JSON);
  assert_null(cloud);
  assert_error_json(error);
  mockcloud_string_free(error);

  error = UNSET;
  assert_int_equal(mockcloud_create("{}", &cloud, &error), MOCKCLOUD_OK);
  assert_null(error);
  mockcloud_destroy(cloud);
}

static void no_configuration_reads_the_environment(void **state) {
  (void)state;
  mockcloud *cloud = NULL;
  char *error = NULL;
  unsetenv("MOCKCLOUD_STATE");
  setenv("MOCKCLOUD_CONFIG", "{\"clock\": \"2030-02-03T04:05:06.007Z\"}", 1);
  assert_int_equal(mockcloud_create(NULL, &cloud, &error), MOCKCLOUD_OK);
  json_object *clock = ask_json(cloud, "mock/clock", NULL, MOCKCLOUD_OK);
  assert_string_equal(text_at(clock, "now"), "2030-02-03T04:05:06.007Z");
  json_object_put(clock);
  mockcloud_destroy(cloud);

  setenv("MOCKCLOUD_CONFIG", "/nowhere/at/all.json", 1);
  assert_int_not_equal(mockcloud_create(NULL, &cloud, &error), MOCKCLOUD_OK);
  assert_null(cloud);
  assert_error_json(error);
  mockcloud_string_free(error);
  assert_int_equal(mockcloud_create("{}", &cloud, NULL), MOCKCLOUD_OK);
  mockcloud_destroy(cloud);

  unsetenv("MOCKCLOUD_CONFIG");
  assert_int_equal(mockcloud_create(NULL, &cloud, NULL), MOCKCLOUD_OK);
  mockcloud_destroy(cloud);
}

static void a_copy_is_independent(void **state) {
  (void)state;
  mockcloud *cloud = new_cloud(), *copy = NULL;
  assert_int_equal(save_note(cloud, "before", 1), MOCKCLOUD_OK);
  assert_int_equal(mockcloud_fork(cloud, &copy), MOCKCLOUD_OK);
  assert_ptr_not_equal(cloud, copy);
  assert_int_equal(save_note(cloud, "after", 2), MOCKCLOUD_OK);
  assert_int_equal(count_notes(cloud), 2);
  assert_int_equal(count_notes(copy), 1);
  assert_int_equal(save_note(copy, "a", 3), MOCKCLOUD_OK);
  assert_int_equal(save_note(copy, "b", 3), MOCKCLOUD_OK);
  mockcloud_destroy(cloud);
  assert_int_equal(count_notes(copy), 3);
  mockcloud_destroy(copy);
}

static void a_copy_goes_on_as_its_original_would(void **state) {
  (void)state;
  mockcloud *cloud = new_cloud(), *copy = NULL;
  assert_int_equal(save_note(cloud, "n", 1), MOCKCLOUD_OK);
  assert_int_equal(mockcloud_fork(cloud, &copy), MOCKCLOUD_OK);
  const char *request = "{\"operations\": [{\"operationType\": \"save\", \"record\": "
                        "{\"recordType\": \"Note\", \"fields\": {}}}]}";
  char *first = ask(cloud, "records/modify", request, MOCKCLOUD_OK);
  char *second = ask(copy, "records/modify", request, MOCKCLOUD_OK);
  assert_string_equal(first, second);
  mockcloud_string_free(first);
  mockcloud_string_free(second);
  mockcloud_destroy(copy);
  mockcloud_destroy(cloud);
}

static void answers_outlive_their_cloud(void **state) {
  (void)state;
  mockcloud *cloud = new_cloud();
  char *answer = ask(cloud, "mock/info", NULL, MOCKCLOUD_OK);
  char *copy = strdup(answer);
  mockcloud_destroy(cloud);
  assert_string_equal(answer, copy);
  free(copy);
  mockcloud_string_free(answer);
}

/* Requests are copied: the caller may overwrite them as soon as the call has returned. */
static void inputs_are_copied(void **state) {
  (void)state;
  char config[] = "{\"clock\": \"2031-01-01T00:00:00.000Z\"}";
  char operation[] = "mock/seed";
  char request[] = "{\"records\": [{\"recordName\": \"copied\", \"recordType\": \"Note\", "
                   "\"fields\": {\"text\": {\"value\": \"as it was\"}}}]}";
  mockcloud *cloud = NULL;
  assert_int_equal(mockcloud_create(config, &cloud, NULL), MOCKCLOUD_OK);
  tell(cloud, operation, request);
  memset(config, '#', sizeof config - 1);
  memset(operation, '#', sizeof operation - 1);
  memset(request, '#', sizeof request - 1);
  json_object *found = ask_json(cloud, "mock/records", NULL, MOCKCLOUD_OK);
  assert_string_equal(text_at(found, "records.0.recordName"), "copied");
  assert_string_equal(text_at(found, "records.0.fields.text.value"), "as it was");
  json_object_put(found);
  json_object *journal = ask_json(cloud, "mock/journal", NULL, MOCKCLOUD_OK);
  assert_null(strchr(json_object_to_json_string(journal), '#'));
  json_object_put(journal);
  tell(cloud, "mock/reset", NULL);
  json_object *clock = ask_json(cloud, "mock/clock", NULL, MOCKCLOUD_OK);
  assert_string_equal(text_at(clock, "now"), "2031-01-01T00:00:00.000Z");
  json_object_put(clock);
  mockcloud_destroy(cloud);
}

#define LIFE(test) cmocka_unit_test_setup_teardown(test, count_clouds, no_cloud_is_left)

int main(void) {
  const struct CMUnitTest tests[] = {
      LIFE(header_and_library_agree),    LIFE(a_cloud_lives_until_it_is_destroyed),
      LIFE(handles_are_not_used_again),  LIFE(a_comparison_has_what_differs),
      LIFE(a_bad_configuration_is_told), LIFE(no_configuration_reads_the_environment),
      LIFE(a_copy_is_independent),       LIFE(a_copy_goes_on_as_its_original_would),
      LIFE(answers_outlive_their_cloud), LIFE(inputs_are_copied),
  };
  return cmocka_run_group_tests_name("lifecycle", tests, NULL, NULL);
}
