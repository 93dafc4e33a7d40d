/* The notes client with injected errors, tested with Check: each test in a process of its own. */
#include <check.h>
#include <mockcloud_test.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mock_service.h"

static struct mock mock;
static struct notes_service service;

/* A checked fixture runs in the test's own process, so each test has a new cloud. */
static void open_cloud(void) {
  mock = (struct mock){0};
  ck_assert_int_eq(mockcloud_create("{\"seed\": 1}", &mock.cloud, NULL), MOCKCLOUD_OK);
  service = mock_service(&mock);
}

static void close_cloud(void) {
  mockcloud_destroy(mock.cloud);
  ck_assert_int_eq(mockcloud_live_clouds(), 0);
}

START_TEST(the_first_note_makes_its_zone) {
  struct note note = {.name = "milk", .text = "Buy milk"}, found;
  ck_assert_int_eq(notes_save(&service, &note), NOTES_OK);
  ck_assert_int_eq(notes_load(&service, "milk", &found), NOTES_OK);
  ck_assert_str_eq(found.text, "Buy milk");
}
END_TEST

/* One test for each temporary error: the client asks again after the wait. */
static const char *const passing[] = {"networkFailure", "serviceUnavailable", "requestRateLimited",
                                      "zoneBusy"};

START_TEST(what_passes_is_waited_for) {
  struct note note = {.name = "n", .text = "t"};
  MOCKCLOUD_EXPECT_OK(mock.cloud, "mock/error/set", "{'error': %s}", passing[_i]);
  mock.clears_errors = 1;
  ck_assert_int_eq(notes_save(&service, &note), NOTES_OK);
  ck_assert_int_eq(mock.waits, 1);
}
END_TEST

/* Every other error ends the attempt. */
START_TEST(what_does_not_pass_is_not_waited_for) {
  struct note note = {.name = "n", .text = "t"};
  for (size_t i = 0; i < sizeof passing / sizeof *passing; i++)
    if (strcmp(mockcloud_status_name(_i), passing[i]) == 0)
      return;
  MOCKCLOUD_EXPECT_OK(mock.cloud, "mock/error/set", "{'error': %d}", _i);
  ck_assert_int_ne(notes_save(&service, &note), NOTES_OK);
  ck_assert_int_eq(mock.waits, 0);
}
END_TEST

/* Every retry after a conflict has another conflict: the client gives up and reports it. */
START_TEST(an_endless_conflict_ends) {
  struct note note = {.name = "n", .text = "t"};
  ck_assert_int_eq(notes_save(&service, &note), NOTES_OK);
  ck_assert_int_eq(
      mockcloud_set_record_errors(
          mock.cloud, "{\"recordNames\": [\"n\"], \"error\": \"serverRecordChanged\"}", NULL),
      MOCKCLOUD_OK);
  ck_assert_int_eq(notes_save(&service, &note), NOTES_BUSY);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("notes (Check)");
  TCase *tests = tcase_create("notes");
  tcase_add_checked_fixture(tests, open_cloud, close_cloud);
  tcase_add_test(tests, the_first_note_makes_its_zone);
  tcase_add_loop_test(tests, what_passes_is_waited_for, 0, sizeof passing / sizeof *passing);
  tcase_add_loop_test(tests, what_does_not_pass_is_not_waited_for, 1, 38);
  tcase_add_test(tests, an_endless_conflict_ends);
  suite_add_tcase(suite, tests);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
