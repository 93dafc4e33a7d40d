/* Large requests: what a value costs depends neither on how it is written nor on whether it
 * differs. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static double processor_seconds(void) {
  struct rusage usage;
  assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
  return (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec / 1e6;
}

/* Returns the time in which a cloud reads rules with the given error. */
static double time_of_rules(const char *error, int count) {
  mockcloud *cloud = new_cloud();
  char *request = malloc((size_t)count * (strlen(error) + 24) + 32), *end = request;
  end += sprintf(end, "{\"rules\": [");
  for (int i = 0; i < count; i++)
    end += sprintf(end, "%s{\"then\": {\"error\": %s}}", i == 0 ? "" : ",", error);
  sprintf(end, "]}");
  double start = processor_seconds();
  tell(cloud, "mock/faults/add", request);
  double taken = processor_seconds() - start;
  free(request);
  mockcloud_destroy(cloud);
  return taken;
}

/* The last of the names is as fast as its number. */
static void errors_by_name_and_by_number(void **state) {
  (void)state;
  int count = amount(30000, 300);
  double by_number = time_of_rules("37", count);
  double by_name = time_of_rules("\"participantAlreadyInvited\"", count);
  if (by_name > 3 * by_number + 0.1)
    fail_msg("%d rules by name took %f s, by number %f s", count, by_name, by_number);
}

/* Writes an object whose keys begin with a letter. */
static char *put_object(char *end, char letter, int count) {
  for (int i = 0; i < count; i++)
    end += sprintf(end, "%s\"%c%d\": 1", i == 0 ? "{" : ",", letter, i);
  return stpcpy(end, "}");
}

/* Returns the time in which a pattern is compared with a value whose keys begin with a letter. */
static double time_of_match(char letter, int count) {
  mockcloud *cloud = new_cloud();
  char *request = malloc((size_t)count * 40 + 64);
  char *end = put_object(stpcpy(request, "{\"pattern\": "), 'p', count);
  strcpy(put_object(stpcpy(end, ", \"value\": "), letter, count), "}");
  double start = processor_seconds();
  tell(cloud, "mock/match", request);
  double taken = processor_seconds() - start;
  free(request);
  mockcloud_destroy(cloud);
  return taken;
}

static void keys_that_are_equal_and_that_differ(void **state) {
  (void)state;
  int count = amount(50000, 300);
  double equal = time_of_match('p', count), differing = time_of_match('v', count);
  if (differing > 3 * equal + 0.1)
    fail_msg("%d keys that differ took %f s, equal ones %f s", count, differing, equal);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(errors_by_name_and_by_number, count_clouds, no_cloud_is_left),
      cmocka_unit_test_setup_teardown(keys_that_are_equal_and_that_differ, count_clouds,
                                      no_cloud_is_left),
  };
  return cmocka_run_group_tests_name("large", tests, NULL, NULL);
}
