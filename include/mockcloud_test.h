/*
 * mockcloud_test.h: macros for tests in C, over mockcloud.h alone.
 *
 *   MOCKCLOUD_EXPECT(cloud, MOCKCLOUD_OK,
 *                    "{'records': [{'fields': {'title': {'value': 'Milk'}}}]}",
 *                    "records/lookup", "{'records': [{'recordName': %s}]}", name);
 *
 * A macro that fails prints the expected and the actual value. It fails the test
 * with the framework whose header was included before this one: cmocka, Check or
 * Criterion. Without a framework it prints to stderr and calls abort(), as
 * assert() does, but also if NDEBUG is defined. To use another framework, define
 * MOCKCLOUD_TEST_FAIL(text) before including this file; text is a string that is
 * valid until the end of the macro, and MOCKCLOUD_TEST_FAIL must not return.
 *
 * No call of the library is running when a test fails, so a framework may use
 * longjmp(). The macros need C99 or C++11. They evaluate each argument once.
 */
#ifndef MOCKCLOUD_TEST_H
#define MOCKCLOUD_TEST_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mockcloud.h>

#ifndef MOCKCLOUD_TEST_FAIL
#if defined(CMOCKA_H_)
#define MOCKCLOUD_TEST_FAIL(text) fail_msg("%s", text)
#elif defined(CHECK_H)
#define MOCKCLOUD_TEST_FAIL(text) ck_abort_msg("%s", text)
#elif defined(CRITERION_H_) && defined(cr_fatal)
#define MOCKCLOUD_TEST_FAIL(text) cr_fatal("%s", text)
#elif defined(CRITERION_H_)
#define MOCKCLOUD_TEST_FAIL(text) cr_assert_fail("%s", text)
#else
#define MOCKCLOUD_TEST_FAIL(text)                                                                  \
  (fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, text), fflush(stderr), abort())
#endif
#endif

/*
 * Runs one operation, as mockcloud_callf() does. Fails unless it returns the status
 * and its response matches the pattern, as mockcloud_expect() compares them. The
 * operation, the format and its arguments follow the pattern.
 */
#define MOCKCLOUD_EXPECT(cloud, status, pattern, ...)                                              \
  do {                                                                                             \
    char mockcloud_test_text[4096];                                                                \
    if (mockcloud_test_call(mockcloud_test_text, sizeof mockcloud_test_text, (cloud), (status),    \
                            (pattern), __VA_ARGS__) != 0)                                          \
      MOCKCLOUD_TEST_FAIL(mockcloud_test_text);                                                    \
  } while (0)

/* The same with MOCKCLOUD_OK and any response. */
#define MOCKCLOUD_EXPECT_OK(cloud, ...) MOCKCLOUD_EXPECT(cloud, MOCKCLOUD_OK, NULL, __VA_ARGS__)

/* Fails unless the expression, any call of the library, returns the status. */
#define MOCKCLOUD_EXPECT_STATUS(status, expression)                                                \
  do {                                                                                             \
    char mockcloud_test_text[4096];                                                                \
    if (mockcloud_test_status(mockcloud_test_text, sizeof mockcloud_test_text, (status),           \
                              (expression), #expression) != 0)                                     \
      MOCKCLOUD_TEST_FAIL(mockcloud_test_text);                                                    \
  } while (0)

/* Removes the next event of a cloud or a view; fails if there is one. */
#define MOCKCLOUD_EXPECT_NO_EVENT(cloud)                                                           \
  do {                                                                                             \
    char mockcloud_test_text[4096];                                                                \
    if (mockcloud_test_no_event(mockcloud_test_text, sizeof mockcloud_test_text, (cloud)) != 0)    \
      MOCKCLOUD_TEST_FAIL(mockcloud_test_text);                                                    \
  } while (0)

/* Fails if a cloud of this process was not destroyed. */
#define MOCKCLOUD_EXPECT_NO_CLOUDS()                                                               \
  do {                                                                                             \
    char mockcloud_test_text[64];                                                                  \
    if (mockcloud_test_clouds(mockcloud_test_text, sizeof mockcloud_test_text) != 0)               \
      MOCKCLOUD_TEST_FAIL(mockcloud_test_text);                                                    \
  } while (0)

/*
 * Prints the latest calls of the service to a stream, to see why a test fails: one
 * JSON object per line, as in mock/journal with the format `lines`, and at most
 * 2,000 bytes of each. Prints only the calls of its user and device if the handle
 * is a view that names them. Does not fail; prints the error if there is one.
 *
 *   count   the number of calls; 0 or more
 */
static inline void mockcloud_test_print_calls(FILE *stream, mockcloud *cloud, int count) {
  char *answer = NULL, *lines = NULL;
  mockcloud_callf(cloud, &answer, "mock/journal", "{'last': %d, 'format': 'lines'}", count);
  mockcloud_json_text(answer, "/lines", &lines);
  for (const char *line = lines; line != NULL && *line != '\0';) {
    const char *end = strchr(line, '\n');
    size_t length = end != NULL ? (size_t)(end - line) : strlen(line);
    fprintf(stream, "%.*s%s\n", length > 2000 ? 2000 : (int)length, line,
            length > 2000 ? "..." : "");
    line = end != NULL ? end + 1 : NULL;
  }
  if (lines == NULL)
    fprintf(stream, "mock/journal: %s\n", answer != NULL ? answer : "out of memory");
  fflush(stream);
  mockcloud_string_free(lines);
  mockcloud_string_free(answer);
}

/* ---- Functions of the macros ------------------------------------------------ */

static inline int mockcloud_test_call(char *text, size_t size, mockcloud *cloud,
                                      mockcloud_status status, const char *pattern,
                                      const char *operation, const char *format, ...) {
  char *difference = NULL;
  va_list arguments;
  va_start(arguments, format);
  mockcloud_status result =
      mockcloud_vexpect(cloud, status, pattern, &difference, operation, format, arguments);
  va_end(arguments);
  if (result == MOCKCLOUD_OK)
    return 0;
  snprintf(text, size, "%s", difference ? difference : mockcloud_status_name(result));
  mockcloud_string_free(difference);
  return 1;
}

static inline int mockcloud_test_status(char *text, size_t size, mockcloud_status expected,
                                        mockcloud_status came, const char *expression) {
  if (expected == came)
    return 0;
  snprintf(text, size, "%s: status: expected %d (%s), came %d (%s)", expression, (int)expected,
           mockcloud_status_name(expected), (int)came, mockcloud_status_name(came));
  return 1;
}

static inline int mockcloud_test_no_event(char *text, size_t size, mockcloud *cloud) {
  char *event = NULL;
  mockcloud_status status = mockcloud_next_event(cloud, &event);
  if (status == MOCKCLOUD_OK && event == NULL)
    return 0;
  snprintf(text, size, "expected no event, came %s", event ? event : mockcloud_status_name(status));
  mockcloud_string_free(event);
  return 1;
}

static inline int mockcloud_test_clouds(char *text, size_t size) {
  long long count = (long long)mockcloud_live_clouds();
  if (count == 0)
    return 0;
  snprintf(text, size, "%lld clouds were not destroyed", count);
  return 1;
}

#endif /* MOCKCLOUD_TEST_H */
