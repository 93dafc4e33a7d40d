/*
 * Tests that faults find eight bugs of the sync client, and none in its correct form.
 *
 * With --table it prints a line for each bug and each way to find it, as
 * ../../python/sync/trials.py does; with --seeds FIRST COUNT, it tries the correct form with these
 * seeds of random faults. NOTES_SEEDS is the number of seeds in the tests.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trial.h"

static int seeds(void) {
  const char *text = getenv("NOTES_SEEDS");
  return text == NULL ? 150 : atoi(text);
}

static void every_case(void **state) {
  (void)state;
  assert_int_equal(failed_cases(), 0);
}

static void random_faults(void **state) {
  (void)state;
  assert_int_equal(failed_seeds(1, seeds()), 0);
}

static void two_ways_find_each_bug(void **state) {
  (void)state;
  for (enum sync_bug bug = NO_BUG + 1; bug < BUGS; bug++) {
    int found = 0;
    for (enum way way = 0; way < WAYS && found < 2; way++)
      found += try_client(bug, way, seeds()).found > 0;
    if (found < 2)
      fail_msg("%s: found in %d ways", bug_names[bug], found);
  }
}

static void print_table(void) {
  for (enum sync_bug bug = NO_BUG + 1; bug < BUGS; bug++) {
    for (enum way way = 0; way < WAYS; way++) {
      struct trial_result result = try_client(bug, way, seeds());
      printf("C\t%s\t%s\t%d\t%d\t%.2f\n", bug_names[bug], way_names[way], result.found, result.runs,
             result.seconds);
    }
  }
}

int main(int count, char **arguments) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_case),
      cmocka_unit_test(random_faults),
      cmocka_unit_test(two_ways_find_each_bug),
  };
  if (count > 1 && strcmp(arguments[1], "--table") == 0) {
    print_table();
    return EXIT_SUCCESS;
  }
  if (count > 3 && strcmp(arguments[1], "--seeds") == 0)
    return failed_seeds(atoi(arguments[2]), atoi(arguments[3])) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
  return cmocka_run_group_tests_name("sync", tests, NULL, NULL);
}
