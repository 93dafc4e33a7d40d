/*
 * mockcloud_test.h: macros for tests in C, which use only mockcloud.h.
 *
 *   MOCKCLOUD_EXPECT(cloud, MOCKCLOUD_OK,
 *                    "{'records': [{'fields': {'title': {'value': 'Milk'}}}]}",
 *                    "records/lookup", "{'records': [{'recordName': %s}]}", name);
 *
 * A macro that fails prints the expected and the actual value, and the last calls
 * of the service with their outcomes. It fails the test with the framework whose
 * header was included before this one: cmocka, Check or Criterion. Without a
 * framework it prints to stderr and calls abort(), as assert() does, but also if
 * NDEBUG is defined. To use another framework, define
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
  MOCKCLOUD_TEST_STATUS(NULL, status, expression, #expression)

/*
 * The same for an expression that calls a cloud, such as a function of the client: a
 * failure also prints the last calls.
 */
#define MOCKCLOUD_EXPECT_STATUS_OF(cloud, status, expression)                                      \
  MOCKCLOUD_TEST_STATUS(cloud, status, expression, #expression)

/* For the two macros above. `text` is the expression before its macros are expanded. */
#define MOCKCLOUD_TEST_STATUS(cloud, status, expression, text)                                     \
  do {                                                                                             \
    char mockcloud_test_text[4096];                                                                \
    if (mockcloud_test_status(mockcloud_test_text, sizeof mockcloud_test_text, (cloud), (status),  \
                              (expression), text) != 0)                                            \
      MOCKCLOUD_TEST_FAIL(mockcloud_test_text);                                                    \
  } while (0)

/*
 * Fails if the library found mistakes of the client in its calls: pages that it
 * ignored, retries that came too early, and the others of mock/report. Prints each
 * finding on a line of its own.
 */
#define MOCKCLOUD_EXPECT_NO_FINDINGS(cloud)                                                        \
  do {                                                                                             \
    char mockcloud_test_text[4096];                                                                \
    if (mockcloud_test_no_findings(mockcloud_test_text, sizeof mockcloud_test_text, (cloud)) != 0) \
      MOCKCLOUD_TEST_FAIL(mockcloud_test_text);                                                    \
  } while (0)

/*
 * Fails unless each fault rule and each error that was set has acted on a call, so
 * that a test with faults does not pass without them. Fails also if no rule exists.
 * Prints a line for each rule that did not act, with the reason if one is known.
 */
#define MOCKCLOUD_EXPECT_RULES_FIRED(cloud)                                                        \
  do {                                                                                             \
    char mockcloud_test_text[4096];                                                                \
    if (mockcloud_test_rules_fired(mockcloud_test_text, sizeof mockcloud_test_text, (cloud)) != 0) \
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

/* Appends to a text, and drops the part for which it has no space. */
static inline void mockcloud_test_add(char *text, size_t size, const char *format, ...) {
  size_t length = strlen(text);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text + length, size - length, format, arguments);
  va_end(arguments);
}

/* Returns a text of a JSON document, which the caller frees, or NULL. The pointer is made of
 * `list`, an index and `key`. */
static inline char *mockcloud_test_text_at(const char *json, const char *list, long long index,
                                           const char *key) {
  char pointer[128], *found = NULL;
  snprintf(pointer, sizeof pointer, "%s/%lld%s", list, index, key);
  mockcloud_json_text(json, pointer, &found);
  return found;
}

/* The same for an integer; 0 if the document has no integer there. */
static inline long long mockcloud_test_int_at(const char *json, const char *list, long long index,
                                              const char *key) {
  char pointer[128];
  int64_t found = 0;
  snprintf(pointer, sizeof pointer, "%s/%lld%s", list, index, key);
  mockcloud_json_int(json, pointer, &found);
  return (long long)found;
}

/* Appends a call of the journal with its outcome: the fault that acted on it, and the text of its
 * error or of its first failed item. */
static inline void mockcloud_test_add_call(char *text, size_t size, const char *journal,
                                           long long index) {
  static const char *const keys[] = {"/operation",
                                     "/device",
                                     "/faults/0/rule",
                                     "/faults/0/source",
                                     "/response/error/partialErrors/0/reason",
                                     "/response/error/reason"};
  char *found[sizeof keys / sizeof *keys];
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    found[i] = mockcloud_test_text_at(journal, "/calls", index, keys[i]);
  const char *fault = found[2] != NULL ? found[2] : found[3];
  const char *reason = found[4] != NULL ? found[4] : found[5];
  mockcloud_test_add(text, size, "\n  %lld. %s by %s -> %s%s%s%s%.300s",
                     mockcloud_test_int_at(journal, "/calls", index, "/n"),
                     found[0] != NULL ? found[0] : "?", found[1] != NULL ? found[1] : "nobody",
                     mockcloud_status_name((mockcloud_status)mockcloud_test_int_at(
                         journal, "/calls", index, "/status")),
                     fault != NULL ? ", fault " : "", fault != NULL ? fault : "",
                     reason != NULL ? ": " : "", reason != NULL ? reason : "");
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    mockcloud_string_free(found[i]);
}

/* Appends a line for each of the latest calls of the service. */
static inline void mockcloud_test_add_calls(char *text, size_t size, mockcloud *cloud) {
  char *journal = NULL;
  int64_t count = 0;
  mockcloud_callf(cloud, &journal, "mock/journal", "{'last': 5}");
  if (journal != NULL)
    mockcloud_json_count(journal, "/calls", &count);
  if (count > 0)
    mockcloud_test_add(text, size, "\nlast calls:");
  for (long long i = 0; i < count; i++)
    mockcloud_test_add_call(text, size, journal, i);
  mockcloud_string_free(journal);
}

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
  mockcloud_test_add_calls(text, size, cloud);
  return 1;
}

static inline int mockcloud_test_status(char *text, size_t size, mockcloud *cloud,
                                        mockcloud_status expected, mockcloud_status actual,
                                        const char *expression) {
  if (expected == actual)
    return 0;
  snprintf(text, size, "%s: status: expected %d (%s), got %d (%s)", expression, (int)expected,
           mockcloud_status_name(expected), (int)actual, mockcloud_status_name(actual));
  if (cloud != NULL)
    mockcloud_test_add_calls(text, size, cloud);
  return 1;
}

/* Calls an operation of the harness. Returns its response, which the caller frees, or NULL with the
 * error as text. */
static inline char *mockcloud_test_ask(char *text, size_t size, mockcloud *cloud,
                                       const char *operation) {
  char *answer = NULL;
  mockcloud_status status = mockcloud_call(cloud, operation, NULL, &answer);
  if (status == MOCKCLOUD_OK && answer != NULL)
    return answer;
  snprintf(text, size, "%s: status: expected 0 (ok), got %d (%s)\nresponse: %s", operation,
           (int)status, mockcloud_status_name(status), answer != NULL ? answer : "none");
  mockcloud_string_free(answer);
  return NULL;
}

static inline int mockcloud_test_no_findings(char *text, size_t size, mockcloud *cloud) {
  char *report = mockcloud_test_ask(text, size, cloud, "mock/report");
  if (report == NULL)
    return 1;
  int64_t count = 0;
  mockcloud_json_count(report, "/findings", &count);
  if (count > 0)
    snprintf(text, size, "mock/report: expected no findings, got %lld:", (long long)count);
  for (long long i = 0; i < count; i++) {
    char *kind = mockcloud_test_text_at(report, "/findings", i, "/kind");
    char *message = mockcloud_test_text_at(report, "/findings", i, "/message");
    mockcloud_test_add(text, size, "\n  call %lld: %s: %s",
                       mockcloud_test_int_at(report, "/findings", i, "/call"),
                       kind != NULL ? kind : "?", message != NULL ? message : "?");
    mockcloud_string_free(message);
    mockcloud_string_free(kind);
  }
  mockcloud_string_free(report);
  if (count > 0)
    mockcloud_test_add_calls(text, size, cloud);
  return count > 0;
}

static inline int mockcloud_test_rules_fired(char *text, size_t size, mockcloud *cloud) {
  char *report = mockcloud_test_ask(text, size, cloud, "mock/faults/report");
  if (report == NULL)
    return 1;
  int64_t count = 0;
  int idle = 0;
  mockcloud_json_count(report, "/rules", &count);
  snprintf(text, size, "mock/faults/report: expected every fault rule to act, %s:",
           count > 0 ? "got rules that did not" : "got no rules");
  for (long long i = 0; i < count; i++) {
    if (mockcloud_test_int_at(report, "/rules", i, "/injections") > 0)
      continue;
    idle++;
    char *id = mockcloud_test_text_at(report, "/rules", i, "/id");
    char *reason = mockcloud_test_text_at(report, "/rules", i, "/lastReason");
    mockcloud_test_add(text, size, "\n  %s: did not act; %s%s", id != NULL ? id : "?",
                       reason != NULL ? "last reason: " : "no call was evaluated",
                       reason != NULL ? reason : "");
    mockcloud_string_free(reason);
    mockcloud_string_free(id);
  }
  mockcloud_string_free(report);
  if (count > 0 && idle == 0)
    return 0;
  mockcloud_test_add_calls(text, size, cloud);
  return 1;
}

static inline int mockcloud_test_no_event(char *text, size_t size, mockcloud *cloud) {
  char *event = NULL;
  mockcloud_status status = mockcloud_next_event(cloud, &event);
  if (status == MOCKCLOUD_OK && event == NULL)
    return 0;
  snprintf(text, size, "expected no event, got %s", event ? event : mockcloud_status_name(status));
  mockcloud_string_free(event);
  mockcloud_test_add_calls(text, size, cloud);
  return 1;
}

static inline int mockcloud_test_clouds(char *text, size_t size) {
  long long count = (long long)mockcloud_live_clouds();
  if (count == 0)
    return 0;
  snprintf(text, size, "expected no cloud, got %lld that %s not destroyed", count,
           count == 1 ? "was" : "were");
  return 1;
}

#endif /* MOCKCLOUD_TEST_H */
