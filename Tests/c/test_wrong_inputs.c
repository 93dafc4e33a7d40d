/* Mistakes that new users make. The text of each error has the place, the expected value, and the
 * nearest known name or a remedy: ../wrong-inputs.json lists them for C and Python. */
#include "support.h"

#include <stdio.h>
#include <string.h>

enum { LEAST_ROWS = 300 };

static json_object *list;
static mockcloud *world;

static mockcloud_status call(mockcloud *cloud, json_object *row, char **answer) {
  json_object *text = at(row, "text");
  return mockcloud_call(cloud, text_at(row, "call"),
                        text != NULL ? json_object_get_string(text)
                                     : json_object_to_json_string(at(row, "request")),
                        answer);
}

static int open_world(void **state) {
  (void)state;
  list = json_object_from_file("../wrong-inputs.json");
  if (list == NULL)
    return -1;
  mockcloud_status status =
      mockcloud_create(json_object_to_json_string(at(list, "config")), &world, NULL);
  for (size_t i = 0; status == MOCKCLOUD_OK && i < length_at(list, "setup"); i++)
    status = call(world, json_object_array_get_idx(at(list, "setup"), i), NULL);
  return status;
}

static int close_world(void **state) {
  json_object_put(list);
  mockcloud_destroy(world);
  return no_cloud_is_left(state);
}

/* The message of an error of the library, of the service, or of a request's first failed item. */
static char *message_of(const char *answer) {
  static const char *const places[] = {"/error/partialErrors/0/reason", "/error/reason",
                                       "/error/message"};
  char *message = NULL;
  for (size_t i = 0; i < sizeof places / sizeof *places && message == NULL; i++)
    mockcloud_json_text(answer, places[i], &message);
  return message;
}

/* Returns whether the message has all parts that the row names, at least two. */
static bool says(const char *message, json_object *row) {
  size_t count = length_at(row, "says");
  for (size_t i = 0; i < count; i++)
    if (strstr(message, json_object_get_string(json_object_array_get_idx(at(row, "says"), i))) ==
        NULL)
      return false;
  return count >= 2;
}

static bool is_refused(json_object *row) {
  mockcloud *cloud = NULL, *made = NULL;
  char *answer = NULL;
  assert_int_equal(mockcloud_fork(world, &cloud), MOCKCLOUD_OK);
  json_object *config = at(row, "create");
  mockcloud_status status =
      config != NULL ? mockcloud_create(json_object_to_json_string(config), &made, &answer)
                     : call(cloud, row, &answer);
  char *message = message_of(answer);
  bool is_right = status == number_at(row, "status") && message != NULL && says(message, row);
  if (!is_right)
    print_error("%s\n  %d %s\n", json_object_to_json_string(row), (int)status,
                message ? message : answer);
  mockcloud_string_free(message);
  mockcloud_string_free(answer);
  mockcloud_destroy(made);
  mockcloud_destroy(cloud);
  return is_right;
}

static void each_error_names_the_place_and_the_remedy(void **state) {
  (void)state;
  size_t count = length_at(list, "rows"), wrong = 0;
  assert_true(count >= LEAST_ROWS);
  for (size_t i = 0; i < count; i++)
    if (!is_refused(json_object_array_get_idx(at(list, "rows"), i)))
      wrong++;
  assert_int_equal(wrong, 0);
}

/* Formats with one argument, and what the error says. */
static const struct {
  const char *format, *argument;
  mockcloud_status status;
  const char *says[2];
} formats[] = {
    {"{'records': [{'recordName': %s}]", "n1", MOCKCLOUD_BAD_JSON, {"line 1, column", "expected"}},
    {"{'records': [{'recordName': '%s}]}",
     "n1",
     MOCKCLOUD_BAD_MOCK_REQUEST,
     {"format, line 1, column 29: an unterminated string", "expected a closing '"}},
    {"{'records': [{'recordName': %q}]}",
     "n1",
     MOCKCLOUD_BAD_MOCK_REQUEST,
     {"format, line 1, column 29", "%q"}},
    {"{'records': [{'recordName': %}]}",
     "n1",
     MOCKCLOUD_BAD_MOCK_REQUEST,
     {"format, line 1, column 29", "%s"}},
    {"{'records': [{'recordName': n%s}]}",
     "n1",
     MOCKCLOUD_BAD_MOCK_REQUEST,
     {"format, line 1, column 30", "expected"}},
    {"{'records': [{'recordName': %S}]}",
     "n1",
     MOCKCLOUD_BAD_MOCK_REQUEST,
     {"format, line 1, column 29", "expected %s %d"}},
    {"{'records': [{'recordName': %s}]}",
     NULL,
     MOCKCLOUD_BAD_MOCK_REQUEST,
     {"format, line 1, column 29: argument 1, '%s': NULL", "a null is written null"}},
    {"{'records': [{'recordName': 'n-%s'}]}",
     NULL,
     MOCKCLOUD_BAD_MOCK_REQUEST,
     {"format, line 1, column 32: argument 1, '%s': NULL", "expected a string"}},
    {"{'records': [%j]}",
     NULL,
     MOCKCLOUD_BAD_MOCK_REQUEST,
     {"format, line 1, column 14: argument 1, '%j': NULL", "expected one JSON value"}},
    {"{'records': [%j]}",
     "{",
     MOCKCLOUD_BAD_MOCK_REQUEST,
     {"format, line 1, column 14", "expected one JSON value"}},
    {"{'records': [{'recordName': %s}]}",
     "\xff",
     MOCKCLOUD_BAD_MOCK_REQUEST,
     {"format, line 1, column 29: argument 1, '%s': the text is not UTF-8", "'%b' for bytes"}},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void formats_are_refused_with_their_place(void **state) {
  (void)state;
  int wrong = 0;
  for (size_t i = 0; i < COUNT(formats); i++) {
    char *answer = NULL;
    mockcloud_status status =
        mockcloud_callf(world, &answer, "records/lookup", formats[i].format, formats[i].argument);
    char *message = message_of(answer);
    bool is_right = status == formats[i].status && message != NULL &&
                    strstr(message, formats[i].says[0]) != NULL &&
                    strstr(message, formats[i].says[1]) != NULL;
    if (!is_right) {
      print_error("%s: %d %s\n", formats[i].format, (int)status, message ? message : answer);
      wrong++;
    }
    mockcloud_string_free(message);
    mockcloud_string_free(answer);
  }
  assert_int_equal(wrong, 0);
}

static void pointers_and_handles(void **state) {
  (void)state;
  mockcloud *stale = NULL;
  assert_int_equal(mockcloud_fork(world, &stale), MOCKCLOUD_OK);
  mockcloud_destroy(stale);
  int on_the_stack = 0;
  mockcloud *handles[] = {stale, (mockcloud *)&on_the_stack, NULL};
  static const char *const texts[] = {"invalid or destroyed cloud handle",
                                      "invalid or destroyed cloud handle",
                                      "cloud must not be NULL"};
  for (size_t i = 0; i < COUNT(handles); i++) {
    char *answer = NULL;
    mockcloud_status status = mockcloud_call(handles[i], "mock/clock", "{}", &answer);
    assert_int_equal(status, handles[i] ? MOCKCLOUD_BAD_HANDLE : MOCKCLOUD_NULL_ARGUMENT);
    char *message = message_of(answer);
    assert_non_null(strstr(message, texts[i]));
    mockcloud_string_free(message);
    mockcloud_string_free(answer);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_error_names_the_place_and_the_remedy),
      cmocka_unit_test(formats_are_refused_with_their_place),
      cmocka_unit_test(pointers_and_handles),
  };
  count_clouds(NULL);
  return cmocka_run_group_tests_name("wrong inputs", tests, open_world, close_world);
}
