/*
 * Every single fault at every call: the notes client with all possible faults, and a careless
 * client whose mistake one of the faults reveals.
 */
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A failed macro leaves the exploration, as a test framework leaves the test. */
static jmp_buf failed;
#define MOCKCLOUD_TEST_FAIL(text) (puts(text), longjmp(failed, 1))
#include <mockcloud_test.h>

#include "mock_service.h"

/* Saves a note; if that failed, the user tries again later. */
static const char *notes_are_kept(mockcloud *cloud, const char *effect, void *context) {
  (void)effect, (void)context;
  struct mock mock = {.cloud = cloud};
  struct notes_service service = mock_service(&mock);
  struct note note = {.name = "milk", .text = "Buy milk"}, found = {.name = ""};
  enum notes_result saved = notes_save(&service, &note);
  mockcloud_call(cloud, "mock/faults/pause", NULL, NULL); /* the fault is over */
  if (saved != NOTES_OK)
    saved = notes_save(&service, &note);
  if (saved != NOTES_OK || notes_load(&service, "milk", &found) != NOTES_OK)
    return "the note cannot be saved or loaded";
  return strcmp(found.text, "Buy milk") == 0 ? NULL : "the note has another text";
}

/* Leaves the name to the service, and tries again if there was no response. */
static const char *careless(mockcloud *cloud, const char *effect, void *context) {
  (void)effect, (void)context;
  static const char save[] = "{\"operations\": [{\"operationType\": \"create\", "
                             "\"record\": {\"recordType\": \"Note\"}}]}";
  while (mockcloud_call(cloud, "records/modify", save, NULL) ==
         MOCKCLOUD_CKERROR_SERVER_RESPONSE_LOST)
    continue;
  char *answer = NULL;
  int64_t count = 0;
  mockcloud_call(cloud, "mock/records", NULL, &answer);
  mockcloud_json_count(answer, "/records", &count);
  mockcloud_string_free(answer);
  return count < 2 ? NULL : "the note was saved twice";
}

/* Explores a scenario; returns whether it holds in all cases. */
static bool holds(const char *name, mockcloud_test_scenario *scenario) {
  mockcloud *volatile cloud = NULL;
  puts(name);
  bool has_failed = setjmp(failed) != 0;
  if (!has_failed) {
    mockcloud *created = NULL;
    MOCKCLOUD_EXPECT_CREATE("{\"seed\": 1}", &created);
    cloud = created;
    MOCKCLOUD_EXPECT_EXPLORATION(cloud, scenario, NULL, "{}");
  }
  mockcloud_destroy(cloud);
  return !has_failed;
}

int main(void) {
  bool keeps = holds("A client that looks what it did", notes_are_kept);
  bool doubles = !holds("One that does not", careless);
  return keeps && doubles ? EXIT_SUCCESS : EXIT_FAILURE;
}
