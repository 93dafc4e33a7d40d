/* Tests of the macros of mockcloud_test.h: a macro that fails jumps back to MUST_FAIL. Include it
 * after support.h. */
#ifndef MUST_FAIL_H
#define MUST_FAIL_H

#include <stdio.h>
#include <string.h>

static char failed_with[16384];
static jmp_buf failure;

/* Leaves the test, as a framework does. */
static void fail_by_jump(const char *text) {
  snprintf(failed_with, sizeof failed_with, "%s", text);
  longjmp(failure, 1);
}
#define MOCKCLOUD_TEST_FAIL(text) fail_by_jump(text)
#include <mockcloud_test.h>

/* Runs a statement that must fail, and stores its message in failed_with. */
#define MUST_FAIL(statement)                                                                       \
  do {                                                                                             \
    if (setjmp(failure) == 0) {                                                                    \
      statement;                                                                                   \
      fail_msg("did not fail: %s", #statement);                                                    \
    }                                                                                              \
  } while (0)

#endif
