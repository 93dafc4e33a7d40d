/* The notes client with injected errors, tested with cmocka. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <mockcloud_test.h>
#include <string.h>

#include "mock_service.h"

static int open_cloud(void **state) {
  static struct mock mock;
  mock = (struct mock){0};
  *state = &mock;
  return mockcloud_create("{\"seed\": 1}", &mock.cloud, NULL);
}

static int close_cloud(void **state) {
  struct mock *mock = *state;
  mockcloud_destroy(mock->cloud);
  return mockcloud_live_clouds() == 0 ? 0 : -1;
}

static void the_first_note_makes_its_zone(void **state) {
  struct notes_service service = mock_service(*state);
  struct note note = {.name = "milk", .text = "Buy milk"}, found;
  assert_int_equal(notes_load(&service, "milk", &found), NOTES_NOT_FOUND);
  assert_int_equal(notes_save(&service, &note), NOTES_OK);
  assert_true(note.tag[0] != 0);
  assert_int_equal(notes_load(&service, "milk", &found), NOTES_OK);
  assert_string_equal(found.text, "Buy milk");
  assert_string_equal(found.tag, note.tag);
}

static void two_devices_that_write_at_once_lose_nothing(void **state) {
  struct notes_service service = mock_service(*state);
  struct note phone = {.name = "list", .text = "eggs"}, tablet;
  assert_int_equal(notes_save(&service, &phone), NOTES_OK);
  assert_int_equal(notes_load(&service, "list", &tablet), NOTES_OK);
  strcpy(phone.text, "eggs and flour");
  strcpy(tablet.text, "eggs and butter");
  assert_int_equal(notes_save(&service, &phone), NOTES_OK);
  assert_int_equal(notes_save(&service, &tablet), NOTES_OK);
  assert_string_equal(tablet.text, "eggs and flour\neggs and butter");
  assert_int_equal(notes_load(&service, "list", &phone), NOTES_OK);
  assert_string_equal(phone.text, tablet.text);
}

static void a_busy_zone_is_waited_for(void **state) {
  struct mock *mock = *state;
  struct notes_service service = mock_service(mock);
  struct note note = {.name = "n", .text = "t"};
  mock->clears_errors = 2;
  MOCKCLOUD_EXPECT_OK(mock->cloud, "mock/error/set",
                      "{'operation': 'records/modify', "
                      "'error': {'code': 'zoneBusy', 'retryAfter': 2.5}}");
  assert_int_equal(notes_save(&service, &note), NOTES_OK);
  assert_int_equal(mock->waits, 2);
  assert_true(mock->waited == 5);
}

static void patience_ends(void **state) {
  struct mock *mock = *state;
  struct notes_service service = mock_service(mock);
  struct note note = {.name = "n", .text = "t"}, found;
  MOCKCLOUD_EXPECT_OK(mock->cloud, "mock/error/set", "{'error': 'serviceUnavailable'}");
  assert_int_equal(notes_save(&service, &note), NOTES_BUSY);
  assert_int_equal(mock->waits, 4);
  MOCKCLOUD_EXPECT_OK(mock->cloud, "mock/error/set", "{'error': null}");
  assert_int_equal(notes_load(&service, "n", &found), NOTES_NOT_FOUND);
}

static void a_record_that_fails_is_as_it_was(void **state) {
  struct mock *mock = *state;
  struct notes_service service = mock_service(mock);
  struct note note = {.name = "n", .text = "before"}, found;
  assert_int_equal(notes_save(&service, &note), NOTES_OK);
  MOCKCLOUD_EXPECT_OK(mock->cloud, "mock/recordErrors/set",
                      "{'recordNames': [%s], 'error': 'quotaExceeded'}", note.name);
  strcpy(note.text, "after");
  assert_int_equal(notes_save(&service, &note), NOTES_FAILED);
  MOCKCLOUD_EXPECT_OK(mock->cloud, "mock/recordErrors/set", "{'recordNames': []}");
  assert_int_equal(notes_load(&service, "n", &found), NOTES_OK);
  assert_string_equal(found.text, "before");
}

static void no_user_is_signed_in(void **state) {
  struct mock *mock = *state;
  struct notes_service service = mock_service(mock);
  struct note note = {.name = "n", .text = "t"};
  MOCKCLOUD_EXPECT_OK(mock->cloud, "mock/account/set", "{'accountStatus': 'noAccount'}");
  assert_int_equal(notes_save(&service, &note), NOTES_SIGNED_OUT);
  MOCKCLOUD_EXPECT_OK(mock->cloud, "mock/account/set", "{'accountStatus': 'available'}");
  assert_int_equal(notes_save(&service, &note), NOTES_OK);
}

static void what_is_gone_is_removed(void **state) {
  struct notes_service service = mock_service(*state);
  struct note note = {.name = "n", .text = "t"}, found;
  assert_int_equal(notes_remove(&service, "n"), NOTES_OK);
  assert_int_equal(notes_save(&service, &note), NOTES_OK);
  assert_int_equal(notes_remove(&service, "n"), NOTES_OK);
  assert_int_equal(notes_load(&service, "n", &found), NOTES_NOT_FOUND);
  assert_int_equal(notes_remove(&service, "n"), NOTES_OK);
}

#define IN_A_CLOUD(test) cmocka_unit_test_setup_teardown(test, open_cloud, close_cloud)

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_A_CLOUD(the_first_note_makes_its_zone),
      IN_A_CLOUD(two_devices_that_write_at_once_lose_nothing),
      IN_A_CLOUD(a_busy_zone_is_waited_for),
      IN_A_CLOUD(patience_ends),
      IN_A_CLOUD(a_record_that_fails_is_as_it_was),
      IN_A_CLOUD(no_user_is_signed_in),
      IN_A_CLOUD(what_is_gone_is_removed),
  };
  return cmocka_run_group_tests_name("notes (cmocka)", tests, NULL, NULL);
}
