/*
 * A tour of MockCloud in C. Build it with nothing but pkg-config:
 *
 *   cc quickstart.c $(pkg-config --cflags --libs mockcloud) -o quickstart
 */
#include <mockcloud.h>
#include <stdio.h>
#include <stdlib.h>

static mockcloud *cloud;

/* Ends the program unless the status is the expected one: what a test framework would do. */
static void expect(mockcloud_status expected, mockcloud_status got, const char *what) {
  printf("  %-4s %-62s %d %s\n", got == expected ? "ok" : "NOT", what, (int)got,
         mockcloud_status_name(got));
  if (got != expected)
    exit(EXIT_FAILURE);
}

/* Makes a call, prints its answer, and tells its status. */
static mockcloud_status show(const char *operation, const char *request) {
  char *answer = NULL;
  mockcloud_status status = mockcloud_call(cloud, operation, request, &answer);
  printf("  %s %s\n    -> %s\n", operation, request, answer);
  mockcloud_string_free(answer);
  return status;
}

static const char read_it[] = "{\"records\": [{\"recordName\": \"hello\"}]}";
static const char change_it[] =
    "{\"operations\": [{\"operationType\": \"save\", \"savePolicy\": \"changedKeys\", \"record\": "
    "{\"recordName\": \"hello\", \"recordType\": \"Note\", \"fields\": "
    "{\"text\": {\"value\": \"Changed\"}}}}]}";

static void make_a_world(void) {
  puts("\nA world of its own, made in microseconds");
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
  expect(MOCKCLOUD_OK, show("records/lookup", read_it), "a record that exists");
  expect(MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
         show("records/lookup", "{\"records\": [{\"recordName\": \"nobody\"}]}"),
         "a record that does not");
  expect(MOCKCLOUD_OK,
         show("records/query",
              "{\"query\": {\"recordType\": \"Note\", \"filterBy\": [{\"comparator\": "
              "\"GREATER_THAN\", \"fieldName\": \"stars\", \"fieldValue\": {\"value\": 4}}]}}"),
         "a query");
}

static void break_it(void) {
  puts("\nIt fails when it is told to");
  mockcloud_set_error(
      cloud,
      "{\"operation\": \"records/modify\", \"error\": {\"code\": \"zoneBusy\", \"retryAfter\": 3}}",
      NULL);
  expect(MOCKCLOUD_CKERROR_ZONE_BUSY, show("records/modify", change_it), "a busy zone");
  mockcloud_set_error(cloud, "{\"operation\": \"records/modify\", \"error\": null}", NULL);

  mockcloud_set_record_errors(cloud, "{\"recordNames\": [\"hello\"], \"error\": \"quotaExceeded\"}",
                              NULL);
  expect(MOCKCLOUD_CKERROR_PARTIAL_FAILURE, show("records/modify", change_it), "a full account");
  mockcloud_set_record_errors(cloud, "{\"recordNames\": []}", NULL);
  expect(MOCKCLOUD_OK, show("records/lookup", read_it), "and the record is as it was");

  mockcloud_set_account_status(cloud, "{\"accountStatus\": \"noAccount\"}", NULL);
  expect(MOCKCLOUD_CKERROR_NOT_AUTHENTICATED, show("records/lookup", read_it), "nobody signed in");
  mockcloud_set_account_status(cloud, "{\"accountStatus\": \"available\"}", NULL);
}

static void branch_and_rewind(void) {
  mockcloud *copy = NULL;
  puts("\nIt can be copied, and its clock is yours");
  expect(MOCKCLOUD_OK, mockcloud_fork(cloud, &copy), "a copy of everything, at no cost");
  expect(MOCKCLOUD_OK, mockcloud_advance_clock(copy, "{\"seconds\": 86400}", NULL),
         "a day later, there");
  expect(MOCKCLOUD_OK, mockcloud_call(copy, "records/modify", change_it, NULL), "a change, there");
  expect(MOCKCLOUD_OK, show("records/lookup", read_it), "and here nothing happened");
  mockcloud_destroy(copy);
  expect(MOCKCLOUD_BAD_HANDLE, mockcloud_call(copy, "mock/clock", NULL, NULL),
         "a stale handle is answered, too");
}

int main(void) {
  printf("MockCloud %s\n", mockcloud_version_string());
  make_a_world();
  ask_it();
  break_it();
  branch_and_rewind();
  mockcloud_destroy(cloud);
  printf("\nClouds that are left: %d\n", (int)mockcloud_live_clouds());
  return mockcloud_live_clouds() == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
