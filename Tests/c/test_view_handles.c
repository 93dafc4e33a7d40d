/* Views as handles: their creation, their lifetime, and forks of them. */
#include "support.h"

#include <malloc.h>

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
    assert_int_equal(mockcloud_view(gone[i], "{}", &none), MOCKCLOUD_BAD_HANDLE);
    assert_null(none);
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
      view_of(other, "{\"user\": \"bob\"}");
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
  } wrong[] = {{"", MOCKCLOUD_BAD_JSON},
               {"{", MOCKCLOUD_BAD_JSON},
               {"[]", MOCKCLOUD_BAD_JSON},
               {"null", MOCKCLOUD_BAD_JSON},
               {"\"bob\"", MOCKCLOUD_BAD_JSON},
               {"bob", MOCKCLOUD_BAD_JSON},
               {"{'user': 'bob'}", MOCKCLOUD_BAD_JSON},
               {"{\"user\": \"\xff\"}", MOCKCLOUD_BAD_JSON},
               {"{\"user\": \"a\", \"user\": \"b\"}", MOCKCLOUD_BAD_JSON},
               {"{\"usr\": \"bob\"}", MOCKCLOUD_BAD_MOCK_REQUEST},
               {"{\"deliver\": \"events\"}", MOCKCLOUD_BAD_MOCK_REQUEST},
               {"{\"zone\": \"z\"}", MOCKCLOUD_BAD_MOCK_REQUEST},
               {"{\"user\": 1}", MOCKCLOUD_BAD_MOCK_REQUEST},
               {"{\"device\": [\"mac\"]}", MOCKCLOUD_BAD_MOCK_REQUEST},
               {"{\"container\": {}}", MOCKCLOUD_BAD_MOCK_REQUEST},
               {"{\"environment\": \"staging\"}", MOCKCLOUD_BAD_MOCK_REQUEST},
               {"{\"database\": \"secret\"}", MOCKCLOUD_BAD_MOCK_REQUEST},
               {"{\"database\": true}", MOCKCLOUD_BAD_MOCK_REQUEST},
               {"{\"zoneID\": \"work\"}", MOCKCLOUD_BAD_MOCK_REQUEST},
               {"{\"zoneID\": {\"zonName\": \"work\"}}", MOCKCLOUD_BAD_MOCK_REQUEST},
               {"{\"zoneID\": {}}", MOCKCLOUD_BAD_MOCK_REQUEST}};
  for (size_t i = 0; i < COUNT(wrong); i++) {
    mockcloud *view = (mockcloud *)UNSET;
    mockcloud_status status = mockcloud_view(cloud, wrong[i].context, &view);
    if (status != wrong[i].status)
      fail_msg("%s: %d", wrong[i].context, (int)status);
    assert_null(view);
    /* An operation whose error describes an invalid context. */
    char *answer = UNSET;
    assert_int_equal(mockcloud_call(cloud, "mock/records", wrong[i].context, &answer),
                     wrong[i].status);
    assert_error_json(answer);
    mockcloud_string_free(answer);
  }
  mockcloud *view = (mockcloud *)UNSET;
  assert_int_equal(mockcloud_view(cloud, NULL, &view), MOCKCLOUD_NULL_ARGUMENT);
  assert_null(view);
  view = (mockcloud *)UNSET;
  assert_int_equal(mockcloud_view(NULL, "{}", &view), MOCKCLOUD_NULL_ARGUMENT);
  assert_null(view);
  assert_int_equal(mockcloud_view(cloud, "{}", NULL), MOCKCLOUD_NULL_ARGUMENT);
  assert_int_equal(mockcloud_view((mockcloud *)1, "{", &view), MOCKCLOUD_BAD_HANDLE);
}

#define VIEW(test) cmocka_unit_test_setup_teardown(test, open_cloud, close_cloud)

int main(void) {
  const struct CMUnitTest tests[] = {
      VIEW(lifetimes),
      VIEW(views_cost_nothing_in_the_end),
      VIEW(a_fork_keeps_the_defaults),
      VIEW(wrong_contexts),
  };
  return cmocka_run_group_tests_name("view handles", tests, NULL, NULL);
}
