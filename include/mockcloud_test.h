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
      MOCKCLOUD_TEST_LEAVE(mockcloud_test_text);                                                   \
  } while (0)

/* The same with MOCKCLOUD_OK and any response. */
#define MOCKCLOUD_EXPECT_OK(cloud, ...) MOCKCLOUD_EXPECT(cloud, MOCKCLOUD_OK, NULL, __VA_ARGS__)

/*
 * Creates a cloud with a configuration, NULL or JSON as mockcloud_create() takes it.
 * Fails, with the text of the error, if the configuration is invalid.
 *
 *   mockcloud *cloud = NULL;
 *   MOCKCLOUD_EXPECT_CREATE("{\"seed\": 1}", &cloud);
 */
#define MOCKCLOUD_EXPECT_CREATE(configuration, out)                                                \
  do {                                                                                             \
    char mockcloud_test_text[4096];                                                                \
    if (mockcloud_test_create(mockcloud_test_text, sizeof mockcloud_test_text, (configuration),    \
                              (out)) != 0)                                                         \
      MOCKCLOUD_TEST_LEAVE(mockcloud_test_text);                                                   \
  } while (0)

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
      MOCKCLOUD_TEST_LEAVE(mockcloud_test_text);                                                   \
  } while (0)

/*
 * Fails if the library found mistakes of the client in its calls: pages that it
 * ignored, retries that came too early, and the others of mock/report. Prints each
 * of the first ten on a line of its own.
 */
#define MOCKCLOUD_EXPECT_NO_FINDINGS(cloud)                                                        \
  do {                                                                                             \
    char mockcloud_test_text[4096];                                                                \
    if (mockcloud_test_no_findings(mockcloud_test_text, sizeof mockcloud_test_text, (cloud)) != 0) \
      MOCKCLOUD_TEST_LEAVE(mockcloud_test_text);                                                   \
  } while (0)

/*
 * Fails unless each fault rule and each error that was set has acted on a call, so
 * that a test with faults does not pass without them. Fails also if no rule exists.
 * Rules with a probability below 1 or "mustFire": false, and those of profiles, need
 * not act. Prints a line for each of the first ten rules that did not act, with the
 * reason or the conditions.
 */
#define MOCKCLOUD_EXPECT_RULES_FIRED(cloud)                                                        \
  do {                                                                                             \
    char mockcloud_test_text[4096];                                                                \
    if (mockcloud_test_rules_fired(mockcloud_test_text, sizeof mockcloud_test_text, (cloud)) != 0) \
      MOCKCLOUD_TEST_LEAVE(mockcloud_test_text);                                                   \
  } while (0)

/*
 * A scenario to explore: it creates a client, lets it work, and returns NULL, or a
 * text that describes what is wrong, which is valid until it is called again.
 *
 *   cloud    the cloud that is explored
 *   effect   what happens in this run, as in mock/explore/begin: the name of an
 *            error, `lostResponse`, ...; "" in the first run, which has no fault
 *   context  the pointer that the macro was given
 */
typedef const char *mockcloud_test_scenario(mockcloud *cloud, const char *effect, void *context);

/*
 * Runs a scenario once without faults, and once for each possible fault of each of
 * its calls of the service. Every run starts from the state that the cloud has now.
 * Fails if the scenario returned a text for a case, or if the fault of a case did
 * not act, or if a key of the request, such as `items`, added no case; prints these
 * cases, and for the first of those whose texts differ only in digits, the rules
 * that repeat it and the last five calls of its run. The format of the request of
 * mock/explore/begin and its arguments follow the context:
 *
 *   MOCKCLOUD_EXPECT_EXPLORATION(cloud, notes_are_kept, NULL, "{'items': true}");
 *
 * The scenario must create its client anew: what a client keeps from an earlier run
 * makes other calls than the first run. A macro of this header that fails in a
 * scenario of the same file ends the exploration, prints the case with its rules, and
 * fails the test at once. An assertion of a test framework does not: the cloud keeps
 * the faults of the case until mock/explore/end.
 */
#define MOCKCLOUD_EXPECT_EXPLORATION(cloud, scenario, context, ...)                                \
  MOCKCLOUD_EXPECT_EXPLORATION_ALLOWING(cloud, scenario, context, "", __VA_ARGS__)

/*
 * The same, but allows what the names in a text say, which commas or spaces separate:
 * the outcomes `notReached`, `diverged`, `livelocked`, `noEffect` and `firstOnly` of
 * cases whose faults did not act (mock/explore/report), and `noCase` for keys that
 * added no case. A case whose scenario returned a text fails nevertheless.
 *
 *   MOCKCLOUD_EXPECT_EXPLORATION_ALLOWING(cloud, notes_are_kept, NULL,
 *                                         "notReached, firstOnly", "{'pairs': true}");
 */
#define MOCKCLOUD_EXPECT_EXPLORATION_ALLOWING(cloud, scenario, context, allowed, ...)              \
  do {                                                                                             \
    char mockcloud_test_text[16384];                                                               \
    if (mockcloud_test_explore(mockcloud_test_text, sizeof mockcloud_test_text, (cloud),           \
                               (scenario), (context), (allowed), __VA_ARGS__) != 0)                \
      MOCKCLOUD_TEST_LEAVE(mockcloud_test_text);                                                   \
  } while (0)

/* Removes the next event of a cloud or a view; fails if there is one. */
#define MOCKCLOUD_EXPECT_NO_EVENT(cloud)                                                           \
  do {                                                                                             \
    char mockcloud_test_text[4096];                                                                \
    if (mockcloud_test_no_event(mockcloud_test_text, sizeof mockcloud_test_text, (cloud)) != 0)    \
      MOCKCLOUD_TEST_LEAVE(mockcloud_test_text);                                                   \
  } while (0)

/* Fails if a cloud of this process was not destroyed. */
#define MOCKCLOUD_EXPECT_NO_CLOUDS()                                                               \
  do {                                                                                             \
    char mockcloud_test_text[64];                                                                  \
    if (mockcloud_test_clouds(mockcloud_test_text, sizeof mockcloud_test_text) != 0)               \
      MOCKCLOUD_TEST_LEAVE(mockcloud_test_text);                                                   \
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

/* The maximum number of findings and of rules in the text of a failure. */
#define MOCKCLOUD_TEST_SHOWN 10

/* Appends to a text, and drops the part for which it has no space. */
static inline void mockcloud_test_add(char *text, size_t size, const char *format, ...) {
  size_t length = strlen(text);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text + length, size - length, format, arguments);
  va_end(arguments);
}

/* A run of an exploration. */
struct mockcloud_test_run {
  mockcloud *cloud;
  char name[200], rules[1000];
};

/* The runs that a thread makes: a scenario may explore another cloud. Those that an assertion of a
 * test framework has left are among them. */
#define MOCKCLOUD_TEST_NESTED 4
static __thread struct mockcloud_test_run mockcloud_test_running[MOCKCLOUD_TEST_NESTED];
static __thread int mockcloud_test_depth;

/* Ends the exploration of a cloud. Returns whether there was one. */
static inline int mockcloud_test_end(mockcloud *cloud) {
  mockcloud_status begun = mockcloud_call(cloud, "mock/explore/begin", NULL, NULL);
  return mockcloud_call(cloud, "mock/explore/end", NULL, NULL) == MOCKCLOUD_OK &&
         begun != MOCKCLOUD_OK; /* it is refused while there is one */
}

/* Ends the explorations in whose scenarios a macro failed, and appends the cases that were tried.
 */
static inline void mockcloud_test_leave(char *text, size_t size) {
  while (mockcloud_test_depth > 0) {
    struct mockcloud_test_run *run = &mockcloud_test_running[--mockcloud_test_depth];
    if (!mockcloud_test_end(run->cloud))
      continue;
    mockcloud_test_add(text, size, "\nin an exploration: %s",
                       *run->name != '\0' ? run->name : "the run without faults");
    if (*run->rules != '\0')
      mockcloud_test_add(text, size, "\n  again: mock/faults/add {\"rules\": %s}", run->rules);
  }
}

#define MOCKCLOUD_TEST_LEAVE(text)                                                                 \
  do {                                                                                             \
    mockcloud_test_leave((text), sizeof(text));                                                    \
    MOCKCLOUD_TEST_FAIL(text);                                                                     \
  } while (0)

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

/* Appends what a call does to an item of its request, `save n1`, or only the name of the item. */
static inline void mockcloud_test_add_item(char *text, size_t size, const char *call,
                                           const char *list, long long index) {
  static const char *const keys[] = {"/record/recordName",
                                     "/zone/zoneID/zoneName",
                                     "/subscription/subscriptionID",
                                     "/recordName",
                                     "/zoneID/zoneName",
                                     "/subscriptionID",
                                     "/value"};
  char *action = mockcloud_test_text_at(call, list, index, "/operationType"), *name = NULL;
  for (size_t i = 0; name == NULL && i < sizeof keys / sizeof *keys; i++)
    name = mockcloud_test_text_at(call, list, index, keys[i]);
  if (name == NULL) /* the service has named the record */
    name = mockcloud_test_text_at(call, "/response/records", index, "/recordName");
  mockcloud_test_add(text, size, "%s%s%s%.100s", index == 0 ? ": " : ", ",
                     action != NULL ? action : "", action != NULL ? " " : "",
                     name != NULL ? name : "an item");
  mockcloud_string_free(name);
  mockcloud_string_free(action);
}

/* Appends the first items of a call of the journal, or the record type of its query. */
static inline void mockcloud_test_add_items(char *text, size_t size, const char *call) {
  static const char *const lists[] = {"/request/operations", "/request/records", "/request/zones",
                                      "/request/subscriptions", "/request/shortGUIDs"};
  int64_t count = 0;
  size_t list = 0;
  while (list < sizeof lists / sizeof *lists &&
         mockcloud_json_count(call, lists[list], &count) != MOCKCLOUD_JSON_FOUND)
    list++;
  for (long long i = 0; i < count && i < 3; i++)
    mockcloud_test_add_item(text, size, call, lists[list], i);
  if (count > 3)
    mockcloud_test_add(text, size, ", %lld more", (long long)count - 3);
  char *type = NULL;
  if (mockcloud_json_text(call, "/request/query/recordType", &type) == MOCKCLOUD_JSON_FOUND)
    mockcloud_test_add(text, size, ": %.100s", type);
  mockcloud_string_free(type);
}

/* Appends a call of the journal with its items and its outcome: the fault that acted on it, and the
 * text of its error or of its first failed item. */
static inline void mockcloud_test_add_call(char *text, size_t size, const char *call,
                                           const char *indent) {
  static const char *const keys[] = {"/operation",
                                     "/device",
                                     "/faults/0/rule",
                                     "/faults/0/source",
                                     "/response/error/partialErrors/0/reason",
                                     "/response/error/reason"};
  char *found[sizeof keys / sizeof *keys];
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    mockcloud_json_text(call, keys[i], &found[i]);
  const char *fault = found[2] != NULL ? found[2] : found[3];
  const char *reason = found[4] != NULL ? found[4] : found[5];
  int64_t number = 0, status = 0;
  mockcloud_json_int(call, "/n", &number);
  mockcloud_json_int(call, "/status", &status);
  mockcloud_test_add(text, size, "\n%s  %lld. %s by %s", indent, (long long)number,
                     found[0] != NULL ? found[0] : "?", found[1] != NULL ? found[1] : "nobody");
  mockcloud_test_add_items(text, size, call);
  mockcloud_test_add(text, size, " -> %s%s%s%s%.300s",
                     mockcloud_status_name((mockcloud_status)status),
                     fault != NULL ? ", fault " : "", fault != NULL ? fault : "",
                     reason != NULL ? ": " : "", reason != NULL ? reason : "");
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    mockcloud_string_free(found[i]);
}

/* Appends a line for each of the latest calls of the service, of those after a call number. */
static inline void mockcloud_test_add_calls_since(char *text, size_t size, mockcloud *cloud,
                                                  long long number, const char *indent) {
  char *journal = NULL;
  int64_t count = 0;
  mockcloud_callf(cloud, &journal, "mock/journal", "{'since': %lld, 'last': 5}", number);
  if (journal != NULL)
    mockcloud_json_count(journal, "/calls", &count);
  if (count > 0)
    mockcloud_test_add(text, size, "\n%slast calls:", indent);
  for (long long i = 0; i < count; i++) {
    char pointer[32], *call = NULL;
    snprintf(pointer, sizeof pointer, "/calls/%lld", i);
    if (mockcloud_json_get(journal, pointer, &call) == MOCKCLOUD_JSON_FOUND)
      mockcloud_test_add_call(text, size, call, indent);
    mockcloud_string_free(call);
  }
  mockcloud_string_free(journal);
}

/* Appends a line for each of the latest calls of the service. */
static inline void mockcloud_test_add_calls(char *text, size_t size, mockcloud *cloud) {
  mockcloud_test_add_calls_since(text, size, cloud, 0, "");
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

static inline int mockcloud_test_create(char *text, size_t size, const char *configuration,
                                        mockcloud **out) {
  char *error = NULL;
  mockcloud_status status = mockcloud_create(configuration, out, &error);
  if (status != MOCKCLOUD_OK)
    snprintf(text, size, "mockcloud_create: expected 0 (ok), got %d (%s)\nresponse: %s",
             (int)status, mockcloud_status_name(status), error != NULL ? error : "none");
  mockcloud_string_free(error);
  return status != MOCKCLOUD_OK;
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
  for (long long i = 0; i < count && i < MOCKCLOUD_TEST_SHOWN; i++) {
    char *kind = mockcloud_test_text_at(report, "/findings", i, "/kind");
    char *message = mockcloud_test_text_at(report, "/findings", i, "/message");
    mockcloud_test_add(text, size, "\n  call %lld: %s: %.200s",
                       mockcloud_test_int_at(report, "/findings", i, "/call"),
                       kind != NULL ? kind : "?", message != NULL ? message : "?");
    mockcloud_string_free(message);
    mockcloud_string_free(kind);
  }
  mockcloud_string_free(report);
  if (count > MOCKCLOUD_TEST_SHOWN)
    mockcloud_test_add(text, size, "\n  and %lld more", (long long)count - MOCKCLOUD_TEST_SHOWN);
  if (count > 0)
    mockcloud_test_add_calls(text, size, cloud);
  return count > 0;
}

/* Returns the value of the next member of the objects in the first list of a document, and its
 * name; NULL at the end. Each function that reads a value reads all of the text, so what has many
 * objects is searched instead. `depth` is that of `at`, and 0 at the beginning. */
static inline const char *mockcloud_test_next_member(const char *at, int *depth, const char **name,
                                                     size_t *length) {
  for (; *at != '\0'; at++) {
    if (*at == '{' || *at == '[') {
      ++*depth;
    } else if (*at == '}' || *at == ']') {
      --*depth;
    } else if (*at == '"') {
      *name = ++at;
      while (*at != '\0' && *at != '"')
        at += *at == '\\' && at[1] != '\0' ? 2 : 1;
      if (*at == '\0')
        return NULL;
      *length = (size_t)(at - *name);
      if (*depth == 3 && at[1] == ':')
        return at + 2;
    }
  }
  return NULL;
}

/* Whether a name of a member, which does not end with a NUL, is this one. */
static inline int mockcloud_test_is_named(const char *name, size_t length, const char *wanted) {
  return length == strlen(wanted) && memcmp(name, wanted, length) == 0;
}

/* Finds the rules of a report that did not act and must have. Stores the indices of the first ones,
 * and returns the number of all. */
static inline int mockcloud_test_idle_rules(const char *report, long long *count,
                                            long long shown[MOCKCLOUD_TEST_SHOWN]) {
  const char *at = report, *name = NULL;
  size_t length = 0;
  int depth = 0, idle = 0, is_overdue = 0, may_rest = 1;
  *count = 0;
  do {
    at = mockcloud_test_next_member(at, &depth, &name, &length);
    if (at == NULL || mockcloud_test_is_named(name, length, "id")) { /* the first member */
      if ((is_overdue || !may_rest) && idle++ < MOCKCLOUD_TEST_SHOWN)
        shown[idle - 1] = *count - 1;
      *count += at != NULL;
      is_overdue = may_rest = 0;
    } else if (mockcloud_test_is_named(name, length, "overdue")) {
      is_overdue = *at == 't';
    } else if (mockcloud_test_is_named(name, length, "injections")) {
      may_rest |= *at != '0';
    } else if (mockcloud_test_is_named(name, length, "actedBefore") ||
               mockcloud_test_is_named(name, length, "byChance") ||
               mockcloud_test_is_named(name, length, "optional")) {
      may_rest |= *at == 't';
    }
  } while (at != NULL);
  return idle;
}

/* Appends the conditions of a rule on which no call was evaluated, because none met them. The
 * report lists the rules in the order of mock/faults/list. */
static inline void mockcloud_test_add_conditions(char *text, size_t size, const char *rules,
                                                 long long index) {
  char pointer[64], *conditions = NULL;
  snprintf(pointer, sizeof pointer, "/rules/%lld/when", index);
  mockcloud_json_get(rules, pointer, &conditions);
  mockcloud_test_add(text, size, "no call met its conditions%s%.300s",
                     conditions != NULL ? ": " : "", conditions != NULL ? conditions : "");
  mockcloud_string_free(conditions);
}

static inline int mockcloud_test_rules_fired(char *text, size_t size, mockcloud *cloud) {
  char *report = mockcloud_test_ask(text, size, cloud, "mock/faults/report");
  if (report == NULL)
    return 1;
  char *rules = mockcloud_test_ask(text, size, cloud, "mock/faults/list");
  long long count = 0, shown[MOCKCLOUD_TEST_SHOWN];
  int idle = mockcloud_test_idle_rules(report, &count, shown);
  snprintf(text, size, "mock/faults/report: expected every fault rule to act, %s:",
           count > 0 ? "got rules that did not" : "got no rules");
  for (int i = 0; i < idle && i < MOCKCLOUD_TEST_SHOWN; i++) {
    char *id = mockcloud_test_text_at(report, "/rules", shown[i], "/id");
    char *reason = mockcloud_test_text_at(report, "/rules", shown[i], "/lastReason");
    mockcloud_test_add(text, size, "\n  %.100s: did not act; ", id != NULL ? id : "?");
    if (reason != NULL)
      mockcloud_test_add(text, size, "last reason: %.200s", reason);
    else
      mockcloud_test_add_conditions(text, size, rules, shown[i]);
    mockcloud_string_free(reason);
    mockcloud_string_free(id);
  }
  if (idle > MOCKCLOUD_TEST_SHOWN)
    mockcloud_test_add(text, size, "\n  and %d more", idle - MOCKCLOUD_TEST_SHOWN);
  mockcloud_string_free(rules);
  mockcloud_string_free(report);
  if (count > 0 && idle == 0)
    return 0;
  mockcloud_test_add_calls(text, size, cloud);
  return 1;
}

/* Appends a case of an exploration, as `call 2 (records/modify): zoneBusy`. */
static inline void mockcloud_test_add_case(char *text, size_t size, const char *tried) {
  char *operation = NULL, *effect = NULL, *second = NULL;
  int64_t call = 0, after = 0;
  mockcloud_json_int(tried, "/call", &call);
  mockcloud_json_text(tried, "/operation", &operation);
  mockcloud_json_text(tried, "/effect", &effect);
  mockcloud_test_add(text, size, "call %lld (%s): %s", (long long)call,
                     operation != NULL ? operation : "?", effect != NULL ? effect : "?");
  mockcloud_json_int(tried, "/second/after", &after);
  if (mockcloud_json_text(tried, "/second/effect", &second) == MOCKCLOUD_JSON_FOUND)
    mockcloud_test_add(text, size, ", then %s at call %lld after it", second, (long long)after);
  mockcloud_string_free(second);
  mockcloud_string_free(effect);
  mockcloud_string_free(operation);
}

/* Failures whose texts are equal but for their digits. */
struct mockcloud_test_group {
  char key[160];   /* the beginning of the text, without digits */
  char text[1600]; /* the first case, with its rules and the calls of its run */
  char alike[600]; /* the first of the other cases */
  long long count;
};

/* What an exploration keeps of its runs. */
struct mockcloud_test_runs {
  char effect[100], name[200], rules[1000]; /* of the case that is tried */
  int64_t earlier;                          /* the number of the latest call before all runs */
  long long failed, others;                 /* others are the failures that belong to no group */
  int count;
  struct mockcloud_test_group groups[MOCKCLOUD_TEST_SHOWN];
};

/* Stores the case that is armed, from the answer of mock/explore/next. */
static inline void mockcloud_test_note_case(struct mockcloud_test_runs *runs, const char *answer) {
  char *tried = NULL, *effect = NULL, *rules = NULL;
  *runs->name = *runs->rules = *runs->effect = '\0';
  mockcloud_json_get(answer, "/case", &tried);
  if (tried == NULL)
    return;
  mockcloud_test_add_case(runs->name, sizeof runs->name, tried);
  if (mockcloud_json_text(tried, "/effect", &effect) == MOCKCLOUD_JSON_FOUND)
    snprintf(runs->effect, sizeof runs->effect, "%s", effect);
  if (mockcloud_json_get(tried, "/rules", &rules) == MOCKCLOUD_JSON_FOUND &&
      strlen(rules) < sizeof runs->rules) /* else they would not be valid */
    snprintf(runs->rules, sizeof runs->rules, "%s", rules);
  mockcloud_string_free(rules);
  mockcloud_string_free(effect);
  mockcloud_string_free(tried);
}

/* Adds the case that was tried to those that failed, as long as the cloud has the calls of its run.
 */
static inline void mockcloud_test_note_failure(struct mockcloud_test_runs *runs, mockcloud *cloud,
                                               const char *wrong) {
  char key[sizeof runs->groups[0].key];
  size_t length = 0;
  for (const char *at = wrong; *at != '\0' && length + 1 < sizeof key; at++)
    if (*at < '0' || *at > '9')
      key[length++] = *at;
  key[length] = '\0';
  runs->failed++;
  int place = 0;
  while (place < runs->count && strcmp(runs->groups[place].key, key) != 0)
    place++;
  if (place == MOCKCLOUD_TEST_SHOWN) {
    runs->others++;
    return;
  }
  struct mockcloud_test_group *group = &runs->groups[place];
  if (place < runs->count) {
    if (group->count++ <= 5)
      mockcloud_test_add(group->alike, sizeof group->alike, "%s%s", *group->alike ? "; " : "",
                         runs->name);
    return;
  }
  runs->count++;
  group->count = 1;
  memcpy(group->key, key, sizeof key);
  mockcloud_test_add(group->text, sizeof group->text, "\n  %s: %.200s", runs->name, wrong);
  if (*runs->rules != '\0')
    mockcloud_test_add(group->text, sizeof group->text,
                       "\n    again: mock/faults/add {\"rules\": %s}", runs->rules);
  else
    mockcloud_test_add(group->text, sizeof group->text,
                       "\n    again: the rules of the case in mock/explore/report");
  mockcloud_test_add_calls_since(group->text, sizeof group->text, cloud, runs->earlier, "    ");
}

/* Appends the cases that failed. */
static inline void mockcloud_test_add_failed(char *text, size_t size,
                                             const struct mockcloud_test_runs *runs) {
  if (runs->failed == 0)
    return;
  mockcloud_test_add(text, size, "\n%lld %s", runs->failed,
                     runs->failed == 1 ? "case breaks the scenario" : "cases break the scenario");
  if (runs->failed > runs->count)
    mockcloud_test_add(text, size, ", in %s%d %s", runs->others > 0 ? "more than " : "",
                       runs->count, runs->count == 1 ? "way" : "ways");
  mockcloud_test_add(text, size, ":");
  for (int i = 0; i < runs->count; i++) {
    const struct mockcloud_test_group *group = &runs->groups[i];
    mockcloud_test_add(text, size, "%s", group->text);
    if (group->count > 1)
      mockcloud_test_add(text, size, "\n    like it: %s", group->alike);
    if (group->count > 6)
      mockcloud_test_add(text, size, "; ... %lld more", group->count - 6);
  }
  if (runs->others > 0)
    mockcloud_test_add(text, size, "\n  ... %lld more", runs->others);
}

/* The names that may be allowed: outcomes of cases, and `noCase`. */
#define MOCKCLOUD_TEST_ALLOWED "notReached, diverged, livelocked, noEffect, firstOnly, noCase"

/* Whether a list of names, which commas or spaces separate, has a name of some length. */
static inline int mockcloud_test_has_name(const char *names, const char *name, size_t length) {
  for (const char *at = names + strspn(names, ", "); *at != '\0'; at += strspn(at, ", ")) {
    size_t found = strcspn(at, ", ");
    if (found == length && memcmp(at, name, length) == 0)
      return 1;
    at += found;
  }
  return 0;
}

/* Whether all names are some that may be allowed; else describes the first that is not. */
static inline int mockcloud_test_knows_names(char *text, size_t size, const char *names) {
  for (const char *at = names + strspn(names, ", "); *at != '\0'; at += strspn(at, ", ")) {
    size_t length = strcspn(at, ", ");
    if (!mockcloud_test_has_name(MOCKCLOUD_TEST_ALLOWED, at, length)) {
      snprintf(text, size, "exploration: allowed: '%.*s' is not known; expected some of %s",
               length < 100 ? (int)length : 100, at, MOCKCLOUD_TEST_ALLOWED);
      return 0;
    }
    at += length;
  }
  return 1;
}

/* Returns the value of the next member with this name of a case in a report of an exploration, or
 * NULL. The texts and the rules of a case may contain the same name. */
static inline const char *mockcloud_test_case_member(const char *at, int *depth,
                                                     const char *wanted) {
  const char *name = NULL;
  size_t length = 0;
  do
    at = mockcloud_test_next_member(at, depth, &name, &length);
  while (at != NULL && !mockcloud_test_is_named(name, length, wanted));
  return at;
}

/* Appends the first cases whose faults did not act, although that is not allowed. Returns their
 * number, or -1 if the report has no cases. */
static inline long long mockcloud_test_add_inactive(char *text, size_t size, const char *report,
                                                    const char *allowed) {
  long long index = 0, count = 0, shown[5] = {0};
  int depth = 0;
  const char *at = report;
  for (;; index++) {
    const char *outcome = at != NULL ? mockcloud_test_case_member(at, &depth, "outcome") : NULL;
    at = outcome != NULL ? mockcloud_test_case_member(outcome, &depth, "failed") : NULL;
    if (at == NULL)
      break;
    size_t length = strcspn(++outcome, "\"");
    if (*at == 't' || mockcloud_test_is_named(outcome, length, "reached") ||
        mockcloud_test_has_name(allowed, outcome, length))
      continue;
    if (count < 5)
      shown[count] = index;
    count++;
  }
  if (count > 0)
    mockcloud_test_add(text, size, "\n%lld %s tried nothing:", count,
                       count == 1 ? "case" : "cases");
  for (long long i = 0; i < count && i < 5; i++) {
    char pointer[64], *entry = NULL, *tried = NULL, *name = NULL, *difference = NULL;
    snprintf(pointer, sizeof pointer, "/cases/%lld", shown[i]);
    mockcloud_json_get(report, pointer, &entry);
    mockcloud_json_get(entry, "/case", &tried);
    mockcloud_json_text(entry, "/outcome", &name);
    mockcloud_json_text(entry, "/divergence", &difference);
    mockcloud_test_add(text, size, "\n  ");
    mockcloud_test_add_case(text, size, tried);
    mockcloud_test_add(text, size, ": %s%s%.300s", name != NULL ? name : "?",
                       difference != NULL ? ": " : "", difference != NULL ? difference : "");
    mockcloud_string_free(difference);
    mockcloud_string_free(name);
    mockcloud_string_free(tried);
    mockcloud_string_free(entry);
  }
  if (count > 5)
    mockcloud_test_add(text, size, "\n  ... %lld more", count - 5);
  if (count > 0)
    mockcloud_test_add(text, size,
                       "\n  each run must make the same calls until its fault; the "
                       "scenario creates its client anew");
  return index == 0 ? -1 : count;
}

/* Appends the keys of the exploration that added no case. Returns their number. */
static inline long long mockcloud_test_add_unused(char *text, size_t size, const char *report) {
  int64_t count = 0;
  mockcloud_json_count(report, "/withoutCases", &count);
  for (long long i = 0; i < count; i++) {
    char *name = mockcloud_test_text_at(report, "/withoutCases", i, "");
    mockcloud_test_add(text, size, "%s%s", i == 0 ? "\nthere was no case of " : ", ",
                       name != NULL ? name : "?");
    mockcloud_string_free(name);
  }
  if (count > 0)
    mockcloud_test_add(text, size, ": leave out these keys");
  return (long long)count;
}

/* Ends a run of an exploration, and begins the next one. Returns whether there is one; if there is
 * none because the exploration has failed, the text is not empty. */
static inline int mockcloud_test_next_case(char *text, size_t size, mockcloud *cloud,
                                           const char *wrong, struct mockcloud_test_runs *runs) {
  char *answer = NULL;
  int32_t done = 1;
  if (wrong != NULL)
    mockcloud_test_note_failure(runs, cloud, wrong);
  mockcloud_status status = wrong != NULL
                                ? mockcloud_callf(cloud, &answer, "mock/explore/next",
                                                  "{'failed': true, 'message': %s}", wrong)
                                : mockcloud_call(cloud, "mock/explore/next", NULL, &answer);
  if (status != MOCKCLOUD_OK)
    snprintf(text, size, "mock/explore/next: status: expected 0 (ok), got %d (%s)\nresponse: %s",
             (int)status, mockcloud_status_name(status), answer != NULL ? answer : "none");
  else
    mockcloud_json_bool(answer, "/done", &done);
  if (!done)
    mockcloud_test_note_case(runs, answer);
  mockcloud_string_free(answer);
  return !done;
}

/* Makes a run of an exploration. */
static inline const char *mockcloud_test_make_run(mockcloud *cloud,
                                                  mockcloud_test_scenario *scenario, void *context,
                                                  const struct mockcloud_test_runs *runs) {
  int depth = mockcloud_test_depth < MOCKCLOUD_TEST_NESTED ? mockcloud_test_depth : 0;
  struct mockcloud_test_run *run = &mockcloud_test_running[depth];
  run->cloud = cloud;
  memcpy(run->name, runs->name, sizeof run->name);
  memcpy(run->rules, runs->rules, sizeof run->rules);
  mockcloud_test_depth = depth + 1;
  const char *wrong = scenario(cloud, runs->effect, context);
  mockcloud_test_depth = depth;
  return wrong;
}

static inline int mockcloud_test_explore(char *text, size_t size, mockcloud *cloud,
                                         mockcloud_test_scenario *scenario, void *context,
                                         const char *allowed, const char *format, ...) {
  char *answer = NULL;
  struct mockcloud_test_runs runs;
  va_list arguments;
  memset(&runs, 0, sizeof runs);
  if (!mockcloud_test_knows_names(text, size, allowed))
    return 1;
  va_start(arguments, format);
  mockcloud_status status =
      mockcloud_vcallf(cloud, &answer, "mock/explore/begin", format, arguments);
  va_end(arguments);
  snprintf(text, size, "mock/explore/begin: status: expected 0 (ok), got %d (%s)\nresponse: %s",
           (int)status, mockcloud_status_name(status), answer != NULL ? answer : "none");
  mockcloud_string_free(answer);
  if (status != MOCKCLOUD_OK)
    return 1;
  mockcloud_callf(cloud, &answer, "mock/journal", "{'format': 'count'}");
  mockcloud_json_int(answer, "/latest", &runs.earlier);
  mockcloud_string_free(answer);
  const char *wrong = mockcloud_test_make_run(cloud, scenario, context, &runs);
  if (wrong != NULL) {
    snprintf(text, size, "exploration: the run without faults failed: %s", wrong);
    mockcloud_test_add_calls(text, size, cloud);
    mockcloud_call(cloud, "mock/explore/end", NULL, NULL);
    return 1;
  }
  *text = '\0';
  while (mockcloud_test_next_case(text, size, cloud, wrong, &runs))
    wrong = mockcloud_test_make_run(cloud, scenario, context, &runs);
  if (*text != '\0') {
    mockcloud_call(cloud, "mock/explore/end", NULL, NULL);
    return 1;
  }
  snprintf(text, size, "exploration:");
  mockcloud_call(cloud, "mock/explore/report", NULL, &answer);
  mockcloud_test_add_failed(text, size, &runs);
  long long idle = mockcloud_test_add_inactive(text, size, answer, allowed), unused = 0;
  if (idle < 0)
    mockcloud_test_add(text, size, " the scenario made no call that a fault can affect");
  else if (!mockcloud_test_has_name(allowed, "noCase", strlen("noCase")))
    unused = mockcloud_test_add_unused(text, size, answer);
  mockcloud_string_free(answer);
  return runs.failed != 0 || idle != 0 || unused != 0;
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
