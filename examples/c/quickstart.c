/*
 * A tour of MockCloud in C. To build it, only pkg-config is needed:
 *
 *   cc quickstart.c $(pkg-config --cflags --libs mockcloud) -o quickstart
 */
#include <mockcloud.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static mockcloud *cloud;

/* Ends the program unless the status is the expected one, as a test framework would end a test. */
static void expect(mockcloud_status expected, mockcloud_status got, const char *what) {
  printf("  %-4s%-46s %3d %s\n", got == expected ? "ok" : "NOT", what, (int)got,
         mockcloud_status_name(got));
  if (got != expected)
    exit(EXIT_FAILURE);
}

/* Makes a call, compares the status, and prints the value at the pointer in the answer. */
static void ask(const char *what, mockcloud_status expected, const char *pointer,
                const char *operation, const char *format, ...) {
  char *answer = NULL, *value = NULL;
  va_list arguments;
  va_start(arguments, format);
  mockcloud_status got = mockcloud_vcallf(cloud, &answer, operation, format, arguments);
  va_end(arguments);
  expect(expected, got, what);
  if (mockcloud_json_get(answer, pointer, &value) == MOCKCLOUD_JSON_FOUND)
    printf("        %.66s\n", value);
  mockcloud_string_free(value);
  mockcloud_string_free(answer);
}

static const char read_it[] = "{'records': [{'recordName': %s}]}";
static const char change_it[] =
    "{'operations': [{'operationType': 'save', 'savePolicy': 'changedKeys', 'record': "
    "{'recordName': 'hello', 'fields': {'text': {'value': %s}}}}]}";

static void make_a_world(void) {
  puts("\nAn isolated cloud");
  expect(MOCKCLOUD_OK, mockcloud_create("{\"seed\": 1}", &cloud, NULL), "a cloud");
  ask("two records in it", MOCKCLOUD_OK, "/records", "mock/seed",
      "{'records': ["
      "{'recordName': 'hello', 'recordType': 'Note', 'fields':"
      "  {'text': {'value': %s}, 'stars': {'value': %d}}},"
      "{'recordName': 'again', 'recordType': 'Note', 'fields':"
      "  {'text': {'value': %s}, 'stars': {'value': %d}}}]}",
      "Hello", 5, "It's \"again\"", 3);
}

static void ask_it(void) {
  puts("\nThe behaviour of CloudKit");
  ask("a record that exists", MOCKCLOUD_OK, "/records/0/fields/text", "records/lookup", read_it,
      "again");
  ask("a record that does not", MOCKCLOUD_CKERROR_PARTIAL_FAILURE, "/records/0/reason",
      "records/lookup", read_it, "nobody");
  ask("the notes of more than four stars", MOCKCLOUD_OK, "/records/0/recordName", "records/query",
      "{'query': {'recordType': 'Note', 'filterBy': [{'comparator': 'GREATER_THAN',"
      " 'fieldName': 'stars', 'fieldValue': {'value': %d}}]}}",
      4);
  ask("a query as the app writes it", MOCKCLOUD_OK, "/records/-1/fields/stars", "records/query",
      "{'query': {'recordType': 'Note', 'predicate': %s, 'predicateArguments': [%d]}}",
      "stars >= %@ AND text BEGINSWITH 'H'", 4);
  ask("one that CloudKit does not answer", MOCKCLOUD_CKERROR_INVALID_ARGUMENTS, "/error/reason",
      "records/query", "{'query': {'recordType': 'Note', 'predicate': %s}}",
      "stars = 3 OR stars = 5");
}

static void break_it(void) {
  puts("\nInjected errors");
  mockcloud_callf(cloud, NULL, "mock/error/set",
                  "{'operation': 'records/modify',"
                  " 'error': {'code': 'zoneBusy', 'retryAfter': %g}, 'times': %d}",
                  2.5, 2);
  ask("a busy zone", MOCKCLOUD_CKERROR_ZONE_BUSY, "/error/retryAfter", "records/modify", change_it,
      "Changed");
  ask("a busy zone once more", MOCKCLOUD_CKERROR_ZONE_BUSY, "/error/reason", "records/modify",
      change_it, "Changed");
  ask("and then it is free", MOCKCLOUD_OK, "/records/0/fields/text", "records/modify", change_it,
      "Changed");
  mockcloud_callf(cloud, NULL, "mock/account/set", "{'accountStatus': 'noAccount'}");
  ask("nobody signed in", MOCKCLOUD_CKERROR_NOT_AUTHENTICATED, "/error/reason", "records/lookup",
      read_it, "hello");
  mockcloud_callf(cloud, NULL, "mock/account/set", "{'accountStatus': 'available'}");
}

static void branch_and_rewind(void) {
  mockcloud *copy = NULL;
  puts("\nCopies and the virtual clock");
  expect(MOCKCLOUD_OK, mockcloud_fork(cloud, &copy), "a copy of everything, at no cost");
  expect(MOCKCLOUD_OK, mockcloud_callf(copy, NULL, "mock/clock/advance", "{'seconds': 86400}"),
         "a day later, there");
  expect(MOCKCLOUD_OK, mockcloud_callf(copy, NULL, "records/modify", change_it, "Tomorrow"),
         "a change, there");
  ask("and here nothing happened", MOCKCLOUD_OK, "/records/0/fields/text", "records/lookup",
      read_it, "hello");
  mockcloud_destroy(copy);
  expect(MOCKCLOUD_BAD_HANDLE, mockcloud_callf(copy, NULL, "mock/clock", "{}"),
         "the copy is destroyed, and using it returns an error");
}

int main(void) {
  printf("MockCloud %s in C\n", mockcloud_version_string());
  make_a_world();
  ask_it();
  break_it();
  branch_and_rewind();
  mockcloud_destroy(cloud);
  printf("\nClouds that are left: %d\n", (int)mockcloud_live_clouds());
  return mockcloud_live_clouds() == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
