/*
 * A tour of MockCloud in C. Build it with nothing but pkg-config:
 *
 *   cc quickstart.c $(pkg-config --cflags --libs mockcloud) -o quickstart
 */
#include <mockcloud.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static mockcloud *cloud;

/* Ends the program unless the status is the expected one: what a test framework would do. */
static void expect(mockcloud_status expected, mockcloud_status got, const char *what) {
  printf("  %-4s%-46s %3d %s\n", got == expected ? "ok" : "NOT", what, (int)got,
         mockcloud_status_name(got));
  if (got != expected)
    exit(EXIT_FAILURE);
}

/* Prints the member of that name where it first stands in the answer, as much as fits the line. */
static void print_member(const char *answer, const char *name) {
  char key[64];
  snprintf(key, sizeof key, "\"%s\":", name);
  const char *start = answer == NULL ? NULL : strstr(answer, key);
  if (start == NULL)
    return;
  start += strlen(key);
  int depth = 0, length = 0;
  for (bool quoted = false; start[length] != 0; length++) {
    char c = start[length];
    quoted = quoted != (c == '"');
    depth += quoted ? 0 : (c == '{' || c == '[') - (c == '}' || c == ']');
    if (!quoted && (depth < 0 || (depth == 0 && c == ',')))
      break;
  }
  printf("        %s: %.*s%s\n", name, length > 56 ? 56 : length, start, length > 56 ? "..." : "");
}

/* Calls, compares the status, and prints one member of the answer. */
static void ask(const char *what, mockcloud_status expected, const char *operation,
                const char *request, const char *member) {
  char *answer = NULL;
  mockcloud_status got = mockcloud_call(cloud, operation, request, &answer);
  expect(expected, got, what);
  print_member(answer, member);
  mockcloud_string_free(answer);
}

static const char read_it[] = "{\"records\": [{\"recordName\": \"hello\"}]}";
static const char change_it[] =
    "{\"operations\": [{\"operationType\": \"save\", \"savePolicy\": \"changedKeys\", \"record\": "
    "{\"recordName\": \"hello\", \"fields\": {\"text\": {\"value\": \"Changed\"}}}}]}";

static void make_a_world(void) {
  puts("\nA world of its own");
  expect(
      MOCKCLOUD_OK,
      mockcloud_create("{\"seed\": 1, \"defaults\": {\"container\": \"iCloud.com.example.notes\"}}",
                       &cloud, NULL),
      "a cloud");
  expect(MOCKCLOUD_OK,
         mockcloud_create_container(cloud, "{\"container\": \"iCloud.com.example.notes\"}", NULL),
         "a container in it");
  expect(MOCKCLOUD_OK,
         mockcloud_seed_records(cloud,
                                "{\"records\": ["
                                "{\"recordName\": \"hello\", \"recordType\": \"Note\", \"fields\": "
                                "{\"text\": {\"value\": \"Hello\"}, \"stars\": {\"value\": 5}}},"
                                "{\"recordName\": \"again\", \"recordType\": \"Note\", \"fields\": "
                                "{\"text\": {\"value\": \"Again\"}, \"stars\": {\"value\": 3}}}]}",
                                NULL),
         "two records in the container");
}

static void ask_it(void) {
  puts("\nIt answers as CloudKit does");
  ask("a record that exists", MOCKCLOUD_OK, "records/lookup", read_it, "fields");
  ask("a record that does not", MOCKCLOUD_CKERROR_PARTIAL_FAILURE, "records/lookup",
      "{\"records\": [{\"recordName\": \"nobody\"}]}", "reason");
  ask("the notes of more than four stars", MOCKCLOUD_OK, "records/query",
      "{\"query\": {\"recordType\": \"Note\", \"filterBy\": [{\"comparator\": \"GREATER_THAN\", "
      "\"fieldName\": \"stars\", \"fieldValue\": {\"value\": 4}}]}}",
      "recordName");
  ask("a query as the app writes it", MOCKCLOUD_OK, "records/query",
      "{\"query\": {\"recordType\": \"Note\", \"predicate\": \"stars >= %@ AND text BEGINSWITH "
      "'H'\","
      " \"predicateArguments\": [4]}}",
      "fields");
  ask("one that CloudKit does not answer", MOCKCLOUD_CKERROR_INVALID_ARGUMENTS, "records/query",
      "{\"query\": {\"recordType\": \"Note\", \"predicate\": \"stars = 3 OR stars = 5\"}}",
      "reason");
}

static void break_it(void) {
  puts("\nIt fails when it is told to");
  mockcloud_set_error(cloud,
                      "{\"operation\": \"records/modify\", "
                      "\"error\": {\"code\": \"zoneBusy\", \"retryAfter\": 3}}",
                      NULL);
  ask("a busy zone", MOCKCLOUD_CKERROR_ZONE_BUSY, "records/modify", change_it, "retryAfter");
  mockcloud_set_error(cloud, "{\"operation\": \"records/modify\", \"error\": null}", NULL);

  mockcloud_set_record_errors(cloud, "{\"recordNames\": [\"hello\"], \"error\": \"quotaExceeded\"}",
                              NULL);
  ask("one record that cannot be saved", MOCKCLOUD_CKERROR_PARTIAL_FAILURE, "records/modify",
      change_it, "ckErrorName");
  mockcloud_set_record_errors(cloud, "{\"recordNames\": []}", NULL);
  ask("and is as it was", MOCKCLOUD_OK, "records/lookup", read_it, "fields");

  mockcloud_set_account_status(cloud, "{\"accountStatus\": \"noAccount\"}", NULL);
  ask("nobody signed in", MOCKCLOUD_CKERROR_NOT_AUTHENTICATED, "records/lookup", read_it, "reason");
  mockcloud_set_account_status(cloud, "{\"accountStatus\": \"available\"}", NULL);
}

static void branch_and_rewind(void) {
  mockcloud *copy = NULL;
  puts("\nIt can be copied, and its clock is yours");
  expect(MOCKCLOUD_OK, mockcloud_fork(cloud, &copy), "a copy of everything, at no cost");
  expect(MOCKCLOUD_OK, mockcloud_advance_clock(copy, "{\"seconds\": 86400}", NULL),
         "a day later, there");
  expect(MOCKCLOUD_OK, mockcloud_call(copy, "records/modify", change_it, NULL), "a change, there");
  ask("and here nothing happened", MOCKCLOUD_OK, "records/lookup", read_it, "fields");
  mockcloud_destroy(copy);
  expect(MOCKCLOUD_BAD_HANDLE, mockcloud_call(copy, "mock/clock", NULL, NULL),
         "the copy is gone, and using it is answered");
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
