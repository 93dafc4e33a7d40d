/* Without memory for a response, calls return a status, and have no other effect. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

extern void *__libc_malloc(size_t);

/* The one size that malloc() refuses, in every library of this program; 0 refuses none. */
static volatile size_t refused;
static volatile int refusals;

void *malloc(size_t size) {
  if (size != 0 && size == refused) {
    refusals++;
    return NULL;
  }
  return __libc_malloc(size);
}

static void an_answer_without_memory(void **state) {
  (void)state;
  mockcloud *cloud = new_cloud();
  char *answer = ask(cloud, "mock/info", NULL, MOCKCLOUD_OK), *none = UNSET;
  size_t size = strlen(answer) + 1;
  refused = size;
  mockcloud_status status = mockcloud_call(cloud, "mock/info", NULL, &none);
  refused = 0;
  /* Valgrind replaces malloc() by its own, so that nothing is refused. */
  if (refusals == 0 && getenv("MOCKCLOUD_TEST_SMALL") != NULL) {
    mockcloud_string_free(none);
  } else {
    assert_int_equal(refusals, 1);
    assert_int_equal(status, MOCKCLOUD_INTERNAL);
    assert_null(none);
  }
  char *again = ask(cloud, "mock/info", NULL, MOCKCLOUD_OK);
  assert_string_equal(again, answer);
  mockcloud_string_free(again);
  mockcloud_string_free(answer);
  mockcloud_destroy(cloud);
}

/* A dropped answer is not allocated. */
static void a_dropped_answer_needs_no_memory(void **state) {
  (void)state;
  mockcloud *cloud = new_cloud();
  char *answer = ask(cloud, "mock/info", NULL, MOCKCLOUD_OK);
  refused = strlen(answer) + 1;
  refusals = 0;
  mockcloud_status status = mockcloud_call(cloud, "mock/info", NULL, NULL);
  refused = 0;
  assert_int_equal(refusals, 0);
  assert_int_equal(status, MOCKCLOUD_OK);
  mockcloud_string_free(answer);
  mockcloud_destroy(cloud);
}

#define MEMORY(test) cmocka_unit_test_setup_teardown(test, count_clouds, no_cloud_is_left)

int main(void) {
  const struct CMUnitTest tests[] = {
      MEMORY(an_answer_without_memory),
      MEMORY(a_dropped_answer_needs_no_memory),
  };
  return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
