/* Every answer is one JSON object. */
#include "support.h"

#include <stdio.h>

/* The check itself can fail. */
static void what_is_no_json_is_found(void **state) {
  (void)state;
  static const char *const good[] = {"{}", "{\"a\":\"NaN \\\" Infinity\"}",
                                     "{\"\xc3\xa9\":[1.5,null]}"};
  static const char *const bad[] = {
      "",           "[]",      "{\"a\":NaN}",  "{\"a\":-Infinity}",       "{\"a\":\"\n\"}",
      "{\"a\":1,}", "{} {}",   "{\"\xff\":1}", "{\"\xed\xa0\x80\":1}",    "{\"\xc0\x80\":1}",
      "{\"a\":01}", "{\"a\":", "{'a':\"",      "{\"\xf4\x90\x80\x80\":1}"};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++)
    assert_null(defect_of_json(good[i]));
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    if (defect_of_json(bad[i]) == NULL)
      fail_msg("'%s' passes for JSON", bad[i]);
  assert_non_null(defect_of_json(NULL));
}

/* Calls every operation in mock/info, with requests that suit few of them. */
static void every_operation_answers_json(void **state) {
  (void)state;
  static const char *const requests[] = {
      NULL,
      "{}",
      "{\"unheardOf\": 1}",
      "{\"operations\": [], \"records\": [], \"zones\": [], \"query\": {}}",
      "{\"database\": \"public\", \"records\": [{\"recordName\": \"\\u0001\\ud83c\\udf4e\"}]}",
      "{\"user\": null}",
      "{\"user\": 1, \"container\": [], \"environment\": {}}"};
  mockcloud *cloud = new_cloud();
  json_object *info = ask_json(cloud, "mock/info", NULL, MOCKCLOUD_OK);
  json_object *operations = at(info, "operations");
  size_t count = length_at(info, "operations");
  assert_true(count > 20);
  for (size_t i = 0; i < count; i++) {
    const char *name = text_at(json_object_array_get_idx(operations, i), "name");
    for (size_t j = 0; j < sizeof requests / sizeof *requests; j++) {
      char *answer = UNSET;
      mockcloud_status status = mockcloud_call(cloud, name, requests[j], &answer);
      const char *defect = defect_of_json(answer);
      if (defect != NULL || status < -7 || status > 37)
        fail_msg("%s %s: status %d, %s: %s", name, requests[j] ? requests[j] : "NULL", (int)status,
                 defect ? defect : "", answer ? answer : "");
      json_object *value = json_tokener_parse(answer);
      bool has_error = at(value, "error") != NULL;
      if (has_error != (status != MOCKCLOUD_OK))
        fail_msg("%s: status %d with %s", name, (int)status, answer);
      json_object_put(value);
      mockcloud_string_free(answer);
    }
  }
  json_object_put(info);
  mockcloud_destroy(cloud);
}

/* Text of every kind is returned unchanged. */
static void text_survives(void **state) {
  (void)state;
  static const char *const texts[] = {
      "",
      "plain",
      "\\\" \\\\ \\/ /",
      "\\b\\f\\n\\r\\t",
      "\\u0000\\u0001\\u001f\\u007f",
      "\\u00e9\\u20ac\\ud83c\\udf4e",
      "\xc3\xa9\xe2\x82\xac\xf0\x9f\x8d\x8e",
      "\\u2028\\u2029\\ufeff\\uffff",
  };
  mockcloud *cloud = new_cloud();
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    char request[512];
    snprintf(request, sizeof request,
             "{\"operations\": [{\"operationType\": \"save\", \"savePolicy\": \"allKeys\", "
             "\"record\": {\"recordName\": \"n\", \"recordType\": \"Note\", \"fields\": {\"text\": "
             "{\"value\": \"%s\"}}}}]}",
             texts[i]);
    json_object *sent = json_tokener_parse(request);
    json_object *answer = ask_json(cloud, "records/modify", request, MOCKCLOUD_OK);
    json_object *before = at(sent, "operations.0.record.fields.text.value");
    json_object *after = at(answer, "records.0.fields.text.value");
    if (!json_object_equal(before, after))
      fail_msg("%s became %s", texts[i], json_object_to_json_string(after));
    json_object_put(answer);
    json_object_put(sent);
  }
  mockcloud_destroy(cloud);
}

/* The same calls on two clouds with the same seed return the same bytes. */
static void answers_repeat(void **state) {
  (void)state;
  static const char *const calls[][2] = {
      {"records/modify", "{\"operations\": [{\"operationType\": \"save\", \"record\": "
                         "{\"recordType\": \"Note\", \"fields\": {\"a\": {\"value\": 0.1}}}}]}"},
      {"records/query", "{\"query\": {\"recordType\": \"Note\"}}"},
      {"records/lookup", "{\"records\": [{\"recordName\": \"gone\"}]}"},
      {"mock/clock/advance", "{\"seconds\": 86400.001}"},
      {"records/query", "{\"query\": {\"recordType\": \"Nothing\"}}"},
      {"mock/journal", NULL},
      {"mock/state/save", NULL},
      {"mock/info", NULL}};
  mockcloud *clouds[] = {new_cloud(), new_cloud()};
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    char *answers[2];
    for (int j = 0; j < 2; j++)
      mockcloud_call(clouds[j], calls[i][0], calls[i][1], &answers[j]);
    assert_null(defect_of_json(answers[0]));
    assert_string_equal(answers[0], answers[1]);
    mockcloud_string_free(answers[0]);
    mockcloud_string_free(answers[1]);
  }
  mockcloud_destroy(clouds[0]);
  mockcloud_destroy(clouds[1]);
}

#define ANSWERS(test) cmocka_unit_test_setup_teardown(test, count_clouds, no_cloud_is_left)

int main(void) {
  const struct CMUnitTest tests[] = {
      ANSWERS(what_is_no_json_is_found),
      ANSWERS(every_operation_answers_json),
      ANSWERS(text_survives),
      ANSWERS(answers_repeat),
  };
  return cmocka_run_group_tests_name("answers", tests, NULL, NULL);
}
