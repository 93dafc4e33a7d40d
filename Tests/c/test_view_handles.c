/* Views as handles: their creation, their lifetime, and forks of them. */
#include "support.h"

#include <malloc.h>
#include <string.h>

#include <mockcloud_test.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static mockcloud *cloud;

static int open_cloud(void **state) {
  (void)state;
  return mockcloud_create("{\"seed\": 1, \"users\": [{\"alias\": \"me\"}, {\"alias\": \"bob\"}]}",
                          &cloud, NULL);
}

static int close_cloud(void **state) {
  mockcloud_destroy(cloud);
  return no_cloud_is_left(state);
}

static void lifetimes(void **state) {
  (void)state;
  assert_int_equal(mockcloud_live_clouds(), 1);
  mockcloud *first = view_of(cloud, "{\"user\": \"bob\"}"), *second = view_of(first, "{}");
  assert_int_equal(mockcloud_live_clouds(), 1);
  mockcloud_destroy(second);
  mockcloud_destroy(second);
  MOCKCLOUD_EXPECT_OK(first, "zones/list", "{}");
  MOCKCLOUD_EXPECT_OK(cloud, "zones/list", "{}");
  second = view_of(cloud, "{}");
  mockcloud_destroy(cloud);
  mockcloud *gone[] = {first, second, cloud};
  for (size_t i = 0; i < COUNT(gone); i++) {
    mockcloud *none = (mockcloud *)UNSET;
    char *event = UNSET, *answer = UNSET;
    assert_int_equal(mockcloud_call(gone[i], "zones/list", NULL, &answer), MOCKCLOUD_BAD_HANDLE);
    assert_error_json(answer);
    mockcloud_string_free(answer);
    assert_int_equal(mockcloud_next_event(gone[i], &event), MOCKCLOUD_BAD_HANDLE);
    assert_null(event);
    assert_int_equal(mockcloud_fork(gone[i], &none), MOCKCLOUD_BAD_HANDLE);
    assert_null(none);
    none = (mockcloud *)UNSET;
    char *error = UNSET;
    assert_int_equal(mockcloud_view(gone[i], "{}", &none, &error), MOCKCLOUD_BAD_HANDLE);
    assert_null(none);
    assert_error_json(error);
    mockcloud_string_free(error);
    mockcloud_destroy(gone[i]);
  }
  assert_int_equal(mockcloud_live_clouds(), 0);
}

/* Destroying a cloud destroys its views. */
static void views_cost_nothing_in_the_end(void **state) {
  (void)state;
  enum { VIEWS = 10 };
  size_t before = 0;
  for (int i = 0; i < amount(500, 20); i++) {
    mockcloud *other = new_cloud();
    for (int j = 0; j < VIEWS; j++)
      view_of(other, "{\"user\": \"me\"}");
    mockcloud_destroy(other);
    if (i == 10)
      before = mallinfo2().uordblks;
  }
  assert_true(mallinfo2().uordblks < before + 200000);
}

static void a_fork_keeps_the_defaults(void **state) {
  (void)state;
  mockcloud *bob = view_of(cloud, "{\"user\": \"bob\"}"), *copy = NULL;
  assert_int_equal(mockcloud_fork(bob, &copy), MOCKCLOUD_OK);
  assert_int_equal(mockcloud_live_clouds(), 2);
  assert_int_equal(save_note(copy, "n", 1), MOCKCLOUD_OK);
  assert_int_equal(count_notes(copy), 1);
  assert_int_equal(count_notes(bob), 0);
  MOCKCLOUD_EXPECT(copy, MOCKCLOUD_OK, "{'records': []}", "records/query",
                   "{'user': 'me', 'query': {'recordType': 'Note'}}");
  mockcloud *view = view_of(copy, "{\"database\": \"private\"}");
  mockcloud_destroy(bob);
  assert_int_equal(count_notes(view), 1);
  mockcloud_destroy(copy);
  MOCKCLOUD_EXPECT(view, MOCKCLOUD_BAD_HANDLE, NULL, "zones/list", "{}");
  MOCKCLOUD_EXPECT_OK(cloud, "zones/list", "{}");
}

static void wrong_contexts(void **state) {
  (void)state;
  static const struct {
    const char *context;
    mockcloud_status status;
    /* Parts of the error's text. */
    const char *says[2];
  } wrong[] = {
      {"", MOCKCLOUD_BAD_JSON, {"line 1, column 1", "expected a value"}},
      {"{", MOCKCLOUD_BAD_JSON, {"line 1, column 2", "expected"}},
      {"[]", MOCKCLOUD_BAD_JSON, {"a context must be an object", "not a list"}},
      {"null", MOCKCLOUD_BAD_JSON, {"a context must be an object", "not null"}},
      {"\"bob\"", MOCKCLOUD_BAD_JSON, {"a context must be an object", "not a string"}},
      {"bob", MOCKCLOUD_BAD_JSON, {"line 1, column 1", "'bob'"}},
      {"{'user': 'bob'}", MOCKCLOUD_BAD_JSON, {"line 1, column 2", "double quotes"}},
      {"{\"user\": \"\xff\"}", MOCKCLOUD_BAD_JSON, {"line 1, column 11", "UTF-8"}},
      {"{\"user\": \"a\", \"user\": \"b\"}",
       MOCKCLOUD_BAD_JSON,
       {"line 1, column 15", "each key of an object once"}},
      {"{\"usr\": \"bob\"}", MOCKCLOUD_BAD_MOCK_REQUEST, {"usr: ", "did you mean 'user'?"}},
      {"{\"deliver\": \"events\"}", MOCKCLOUD_BAD_MOCK_REQUEST, {"deliver: ", "expected zoneID"}},
      {"{\"zone\": \"z\"}", MOCKCLOUD_BAD_MOCK_REQUEST, {"zone: ", "did you mean 'zoneID'?"}},
      {"{\"user\": 1}", MOCKCLOUD_BAD_MOCK_REQUEST, {"user: ", "must be a string"}},
      {"{\"device\": [\"mac\"]}", MOCKCLOUD_BAD_MOCK_REQUEST, {"device: ", "not a list"}},
      {"{\"container\": {}}", MOCKCLOUD_BAD_MOCK_REQUEST, {"container: ", "not an object"}},
      {"{\"container\": \"\"}", MOCKCLOUD_BAD_MOCK_REQUEST, {"container: ", "such as iCloud."}},
      {"{\"environment\": \"staging\"}",
       MOCKCLOUD_BAD_MOCK_REQUEST,
       {"'staging'", "expected development, production"}},
      {"{\"database\": \"secret\"}",
       MOCKCLOUD_BAD_MOCK_REQUEST,
       {"'secret'", "expected public, private, shared"}},
      {"{\"database\": true}", MOCKCLOUD_BAD_MOCK_REQUEST, {"database: ", "not a boolean"}},
      {"{\"zoneID\": \"work\"}", MOCKCLOUD_BAD_MOCK_REQUEST, {"zoneID: ", "keys zoneName"}},
      {"{\"zoneID\": {\"zonName\": \"work\"}}",
       MOCKCLOUD_BAD_MOCK_REQUEST,
       {"zoneID.zonName: ", "did you mean 'zoneName'?"}},
      {"{\"zoneID\": {}}", MOCKCLOUD_BAD_MOCK_REQUEST, {"zoneID.zoneName: ", "missing"}},
      {"{\"user\": \"bobby\"}", MOCKCLOUD_BAD_MOCK_REQUEST, {"user: ", "did you mean 'bob'?"}},
      {"{\"device\": \"bob1\"}", MOCKCLOUD_BAD_MOCK_REQUEST, {"device: ", "did you mean 'bob-1'?"}},
      {"{\"user\": \"bob\", \"device\": \"me-1\"}",
       MOCKCLOUD_BAD_MOCK_REQUEST,
       {"device 'me-1' does not belong to user 'bob'", "expected bob-1"}},
  };
  for (size_t i = 0; i < COUNT(wrong); i++) {
    mockcloud *view = (mockcloud *)UNSET;
    char *error = UNSET, *message = NULL;
    mockcloud_status status = mockcloud_view(cloud, wrong[i].context, &view, &error);
    assert_error_json(error);
    mockcloud_json_text(error, "/error/message", &message);
    if (status != wrong[i].status || strstr(message, wrong[i].says[0]) == NULL ||
        strstr(message, wrong[i].says[1]) == NULL)
      fail_msg("%s: %d %s", wrong[i].context, (int)status, message);
    assert_null(view);
    mockcloud_string_free(message);
    mockcloud_string_free(error);
    assert_int_equal(mockcloud_view(cloud, wrong[i].context, &view, NULL), wrong[i].status);
  }
}

static void wrong_pointers(void **state) {
  (void)state;
  mockcloud *view = (mockcloud *)UNSET, *invalid = (mockcloud *)1;
  const struct {
    mockcloud *cloud;
    const char *context;
    mockcloud **out;
    mockcloud_status status;
    const char *message;
  } wrong[] = {
      {NULL, "{}", &view, MOCKCLOUD_NULL_ARGUMENT, "cloud must not be NULL"},
      {cloud, NULL, &view, MOCKCLOUD_NULL_ARGUMENT, "context_json must not be NULL"},
      {cloud, "{}", NULL, MOCKCLOUD_NULL_ARGUMENT, "out_view must not be NULL"},
      {invalid, "{", &view, MOCKCLOUD_BAD_HANDLE, "invalid or destroyed cloud handle"},
  };
  for (size_t i = 0; i < COUNT(wrong); i++) {
    char *error = UNSET, *message = NULL;
    view = (mockcloud *)UNSET;
    assert_int_equal(mockcloud_view(wrong[i].cloud, wrong[i].context, wrong[i].out, &error),
                     wrong[i].status);
    assert_int_equal(mockcloud_json_text(error, "/error/message", &message), MOCKCLOUD_JSON_FOUND);
    assert_string_equal(message, wrong[i].message);
    if (wrong[i].out != NULL)
      assert_null(view);
    mockcloud_string_free(message);
    mockcloud_string_free(error);
  }
}

#define VIEW(test) cmocka_unit_test_setup_teardown(test, open_cloud, close_cloud)

int main(void) {
  const struct CMUnitTest tests[] = {
      VIEW(lifetimes),
      VIEW(views_cost_nothing_in_the_end),
      VIEW(a_fork_keeps_the_defaults),
      VIEW(wrong_contexts),
      VIEW(wrong_pointers),
  };
  return cmocka_run_group_tests_name("view handles", tests, NULL, NULL);
}
