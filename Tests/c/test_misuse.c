/* Misuse returns a status and is never fatal, and every status has the meaning of the header. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef mockcloud_status verb(mockcloud *, const char *, char **);

static const struct {
  verb *function;
  const char *operation, *good, *bad;
} verbs[] = {
    {mockcloud_create_container, "mock/container/create", "{\"container\": \"iCloud.a\"}", "{}"},
    {mockcloud_seed_records, "mock/seed", "{\"records\": []}", "{\"records\": 1}"},
    {mockcloud_set_error, "mock/error/set", "{\"error\": \"zoneBusy\"}", "{\"error\": \"busy\"}"},
    {mockcloud_set_record_errors, "mock/recordErrors/set", "{\"recordNames\": []}", "{}"},
    {mockcloud_set_account_status, "mock/account/set", "{\"accountStatus\": \"noAccount\"}",
     "{\"accountStatus\": \"gone\"}"},
    {mockcloud_advance_clock, "mock/clock/advance", "{\"seconds\": 1.5}", "{\"seconds\": \"1\"}"},
    {mockcloud_reset, "mock/reset", "{}", "{\"keep\": [\"nothing\"]}"},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Every function that returns an answer, with a common signature. */
static mockcloud_status any_call(mockcloud *cloud, size_t way, char **out) {
  if (way < COUNT(verbs))
    return verbs[way].function(cloud, verbs[way].good, out);
  return way == COUNT(verbs) ? mockcloud_call(cloud, "mock/clock", NULL, out)
                             : mockcloud_next_event(cloud, out);
}
enum { WAYS = 9, EVENT_WAY = 8 };

static void null_is_answered_everywhere(void **state) {
  (void)state;
  assert_int_equal(WAYS, COUNT(verbs) + 2);
  for (size_t way = 0; way < WAYS; way++) {
    char *out = UNSET;
    assert_int_equal(any_call(NULL, way, &out), MOCKCLOUD_NULL_ARGUMENT);
    if (way == EVENT_WAY)
      assert_null(out);
    else
      assert_error_json(out);
    mockcloud_string_free(out);
    assert_int_equal(any_call(NULL, way, NULL), MOCKCLOUD_NULL_ARGUMENT);
  }
  mockcloud *cloud = (mockcloud *)UNSET;
  char *out = UNSET;
  assert_int_equal(mockcloud_create("{}", NULL, &out), MOCKCLOUD_NULL_ARGUMENT);
  assert_error_json(out);
  mockcloud_string_free(out);
  assert_int_equal(mockcloud_create("{}", NULL, NULL), MOCKCLOUD_NULL_ARGUMENT);
  assert_int_equal(mockcloud_create(NULL, NULL, NULL), MOCKCLOUD_NULL_ARGUMENT);
  assert_int_equal(mockcloud_fork(NULL, &cloud), MOCKCLOUD_NULL_ARGUMENT);
  assert_null(cloud);
  assert_int_equal(mockcloud_fork(NULL, NULL), MOCKCLOUD_NULL_ARGUMENT);
  mockcloud_destroy(NULL);
  mockcloud_string_free(NULL);

  cloud = new_cloud();
  assert_int_equal(mockcloud_fork(cloud, NULL), MOCKCLOUD_NULL_ARGUMENT);
  out = UNSET;
  assert_int_equal(mockcloud_call(cloud, NULL, "{}", &out), MOCKCLOUD_NULL_ARGUMENT);
  assert_error_json(out);
  assert_non_null(strstr(out, "\"operation\""));
  mockcloud_string_free(out);
  assert_int_equal(mockcloud_call(cloud, NULL, NULL, NULL), MOCKCLOUD_NULL_ARGUMENT);
  assert_int_equal(mockcloud_call(NULL, NULL, NULL, NULL), MOCKCLOUD_NULL_ARGUMENT);
  mockcloud_destroy(cloud);
}

/* NULL is valid for optional arguments: no request, or a dropped answer. */
static void null_is_a_choice_where_documented(void **state) {
  (void)state;
  mockcloud *cloud = new_cloud();
  for (size_t way = 0; way < WAYS; way++)
    assert_int_equal(any_call(cloud, way, NULL), MOCKCLOUD_OK);
  tell(cloud, "mock/clock", NULL);
  char *event = UNSET;
  while (mockcloud_next_event(cloud, &event) == MOCKCLOUD_OK && event != NULL)
    mockcloud_string_free(event);
  assert_null(event);
  mockcloud_destroy(cloud);
}

static void invalid_and_destroyed_handles(void **state) {
  (void)state;
  mockcloud *alive = new_cloud(), *stale = new_cloud(), *copy = NULL;
  assert_int_equal(mockcloud_fork(stale, &copy), MOCKCLOUD_OK);
  mockcloud_destroy(stale);
  mockcloud_destroy(stale);
  mockcloud_destroy(copy);
  int on_the_stack = 0;
  void *on_the_heap = malloc(64);
  uintptr_t near = (uintptr_t)alive;
  mockcloud *bad[] = {stale,
                      copy,
                      (mockcloud *)&on_the_stack,
                      (mockcloud *)on_the_heap,
                      (mockcloud *)(uintptr_t)new_cloud,
                      (mockcloud *)1,
                      (mockcloud *)UINTPTR_MAX,
                      (mockcloud *)(near + 1),
                      (mockcloud *)(near + 1000),
                      (mockcloud *)(near ^ ((uintptr_t)1 << 40))};
  for (size_t i = 0; i < COUNT(bad); i++) {
    for (size_t way = 0; way < WAYS; way++) {
      char *out = UNSET;
      assert_int_equal(any_call(bad[i], way, &out), MOCKCLOUD_BAD_HANDLE);
      if (way == EVENT_WAY)
        assert_null(out);
      else
        assert_error_json(out);
      mockcloud_string_free(out);
      assert_int_equal(any_call(bad[i], way, NULL), MOCKCLOUD_BAD_HANDLE);
    }
    copy = (mockcloud *)UNSET;
    assert_int_equal(mockcloud_fork(bad[i], &copy), MOCKCLOUD_BAD_HANDLE);
    assert_null(copy);
    mockcloud_destroy(bad[i]);
  }
  assert_int_equal(mockcloud_live_clouds(), 1);
  tell(alive, "mock/clock", NULL);
  free(on_the_heap);
  mockcloud_destroy(alive);
}

static void text_that_is_no_json_object(void **state) {
  (void)state;
  static const char *const texts[] = {"",
                                      " ",
                                      "{",
                                      "}",
                                      "[]",
                                      "null",
                                      "1",
                                      "\"\"",
                                      "{}}",
                                      "{} x",
                                      "{'a': 1}",
                                      "{\"a\": }",
                                      "{\"a\": 01}",
                                      "{\"a\": 1.}",
                                      "{\"a\": NaN}",
                                      "{\"a\": 1, }",
                                      "{\"a\": 1, \"a\": 2}",
                                      "{\"a\": \"\x01\"}",
                                      "{\"a\": \"\xff\"}",
                                      "{\"a\": \"\xed\xa0\x80\"}",
                                      "{\"a\": \"\\ud800\"}",
                                      "{\"\\u0000\": 1}",
                                      "{/* */}",
                                      "\xef\xbb\xbf{}",
                                      "{\"a\": 123456789012345678901234567890}",
                                      "{\"a\": 1e999}"};
  mockcloud *cloud = new_cloud();
  for (size_t i = 0; i < COUNT(texts); i++) {
    static const char *const operations[] = {"records/query", "mock/seed"};
    for (size_t j = 0; j < COUNT(operations); j++) {
      json_object *answer = ask_json(cloud, operations[j], texts[i], MOCKCLOUD_BAD_JSON);
      assert_true(number_at(answer, "error.line") >= 1);
      assert_true(number_at(answer, "error.column") >= 1);
      assert_true(strlen(text_at(answer, "error.message")) > 0);
      json_object_put(answer);
    }
    mockcloud *none = (mockcloud *)UNSET;
    char *error = UNSET;
    assert_int_equal(mockcloud_create(texts[i], &none, &error), MOCKCLOUD_BAD_JSON);
    assert_null(none);
    assert_error_json(error);
    mockcloud_string_free(error);
  }
  mockcloud_destroy(cloud);
}

/* The depth of nesting, which a caller chooses, does not affect the library's use of the stack. */
static void json_that_is_too_deep(void **state) {
  (void)state;
  enum { DEPTH = 200000 };
  char *text = malloc(6 * DEPTH + 1), *end = text;
  for (int i = 0; i < DEPTH; i++)
    end += sprintf(end, "{\"a\":");
  *end = 0;
  mockcloud *cloud = new_cloud();
  mockcloud_string_free(ask(cloud, "records/query", text, MOCKCLOUD_BAD_JSON));
  memset(text, '[', DEPTH);
  text[DEPTH] = 0;
  mockcloud_string_free(ask(cloud, "mock/seed", text, MOCKCLOUD_BAD_JSON));
  mockcloud_destroy(cloud);
  free(text);
}

static void operations_that_do_not_exist(void **state) {
  (void)state;
  static const char *const names[] = {"",           "records/modfy", "mock/",
                                      "mock/sed",   "\xff\xfe",      "records/\xed\xa0\x80",
                                      "Mock/Clock", "mock/clock ",   "\xf0\x9f\x8d\x8e"};
  mockcloud *cloud = new_cloud();
  for (size_t i = 0; i < COUNT(names); i++) {
    char *answer = ask(cloud, names[i], "{}", MOCKCLOUD_UNKNOWN_OPERATION);
    assert_error_json(answer);
    mockcloud_string_free(answer);
  }
  json_object *answer = ask_json(cloud, "records/modfy", NULL, MOCKCLOUD_UNKNOWN_OPERATION);
  assert_string_equal(text_at(answer, "error.nearest"), "records/modify");
  json_object_put(answer);

  size_t length = 1 << 20;
  char *name = malloc(length + 1);
  memset(name, 'x', length);
  name[length] = 0;
  mockcloud_string_free(ask(cloud, name, NULL, MOCKCLOUD_UNKNOWN_OPERATION));
  free(name);
  mockcloud_destroy(cloud);
}

static void verbs_are_their_operations(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(verbs); i++) {
    mockcloud *by_verb = new_cloud(), *by_name = new_cloud();
    const char *requests[] = {verbs[i].good, verbs[i].bad, "{", "{\"unheardOf\": 1}"};
    for (size_t j = 0; j < COUNT(requests); j++) {
      char *first = UNSET, *second = UNSET;
      mockcloud_status status = verbs[i].function(by_verb, requests[j], &first);
      assert_int_equal(mockcloud_call(by_name, verbs[i].operation, requests[j], &second), status);
      assert_int_equal(status, j == 0   ? MOCKCLOUD_OK
                               : j == 2 ? MOCKCLOUD_BAD_JSON
                                        : MOCKCLOUD_BAD_MOCK_REQUEST);
      assert_null(defect_of_json(first));
      assert_string_equal(first, second);
      mockcloud_string_free(first);
      mockcloud_string_free(second);
    }
    char *first = ask(by_verb, "mock/state/save", NULL, MOCKCLOUD_OK);
    char *second = ask(by_name, "mock/state/save", NULL, MOCKCLOUD_OK);
    assert_string_equal(first, second);
    mockcloud_string_free(first);
    mockcloud_string_free(second);
    mockcloud_destroy(by_verb);
    mockcloud_destroy(by_name);
  }
}

/* Every CKErrorCode can be injected, and is then the status and in the answer. */
static void every_error_of_cloudkit(void **state) {
  (void)state;
  mockcloud *cloud = new_cloud();
  for (int code = 1; code <= MOCKCLOUD_CKERROR_PARTICIPANT_ALREADY_INVITED; code++) {
    char request[128];
    snprintf(request, sizeof request, "{\"error\": \"%s\"}", mockcloud_status_name(code));
    assert_int_equal(mockcloud_set_error(cloud, request, NULL), MOCKCLOUD_OK);
    json_object *answer =
        ask_json(cloud, "records/query", "{\"query\": {\"recordType\": \"Note\"}}", code);
    assert_int_equal(number_at(answer, "error.ckErrorCode"), code);
    assert_string_equal(text_at(answer, "error.ckErrorName"), mockcloud_status_name(code));
    json_object_put(answer);
  }
  tell(cloud, "mock/error/set", "{\"error\": null}");
  mockcloud_destroy(cloud);
}

static void statuses_have_names(void **state) {
  (void)state;
  assert_string_equal(mockcloud_status_name(MOCKCLOUD_OK), "ok");
  assert_string_equal(mockcloud_status_name(MOCKCLOUD_NULL_ARGUMENT), "nullArgument");
  assert_string_equal(mockcloud_status_name(MOCKCLOUD_BAD_HANDLE), "badHandle");
  assert_string_equal(mockcloud_status_name(MOCKCLOUD_BAD_JSON), "badJSON");
  assert_string_equal(mockcloud_status_name(MOCKCLOUD_UNKNOWN_OPERATION), "unknownOperation");
  assert_string_equal(mockcloud_status_name(MOCKCLOUD_BAD_MOCK_REQUEST), "badMockRequest");
  assert_string_equal(mockcloud_status_name(MOCKCLOUD_SCRIPT_MISMATCH), "scriptMismatch");
  assert_string_equal(mockcloud_status_name(MOCKCLOUD_INTERNAL), "internal");
  assert_string_equal(mockcloud_status_name(MOCKCLOUD_CLIENT_ENDED), "clientEnded");
  assert_string_equal(mockcloud_status_name(MOCKCLOUD_CKERROR_INTERNAL_ERROR), "internalError");
  assert_string_equal(mockcloud_status_name(MOCKCLOUD_CKERROR_ZONE_NOT_FOUND), "zoneNotFound");
  static const mockcloud_status others[] = {-9, 38, 100, INT32_MIN, INT32_MAX};
  for (size_t i = 0; i < COUNT(others); i++)
    assert_string_equal(mockcloud_status_name(others[i]), "unknown");
  for (mockcloud_status i = -8; i <= 37; i++) {
    assert_string_not_equal(mockcloud_status_name(i), "unknown");
    for (mockcloud_status j = -8; j < i; j++)
      assert_string_not_equal(mockcloud_status_name(i), mockcloud_status_name(j));
  }
}

#define MISUSE(test) cmocka_unit_test_setup_teardown(test, count_clouds, no_cloud_is_left)

int main(void) {
  const struct CMUnitTest tests[] = {
      MISUSE(null_is_answered_everywhere),   MISUSE(null_is_a_choice_where_documented),
      MISUSE(invalid_and_destroyed_handles), MISUSE(text_that_is_no_json_object),
      MISUSE(json_that_is_too_deep),         MISUSE(operations_that_do_not_exist),
      MISUSE(verbs_are_their_operations),    MISUSE(every_error_of_cloudkit),
      MISUSE(statuses_have_names),
  };
  return cmocka_run_group_tests_name("misuse", tests, NULL, NULL);
}
