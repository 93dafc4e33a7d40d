/* Without memory for a text, calls return a status, and have no other effect. */
#include "support.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void *__libc_malloc(size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_calloc(size_t, size_t);

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

/* The smallest size that realloc() refuses, by which json-c enlarges its buffers; 0 refuses none.
 */
static volatile size_t refused_growth;
static volatile int refused_growths;

void *realloc(void *block, size_t size) {
  if (refused_growth != 0 && size >= refused_growth) {
    refused_growths++;
    return NULL;
  }
  return __libc_realloc(block, size);
}

/* The smallest number of elements that calloc() refuses; json-c allocates the entries of a large
 * object so. 0 refuses none. */
static volatile size_t refused_entries;
static volatile int refused_tables;

void *calloc(size_t count, size_t size) {
  if (refused_entries != 0 && count >= refused_entries) {
    refused_tables++;
    return NULL;
  }
  return __libc_calloc(count, size);
}

/* The copies of keys that strdup() makes within MockCloud's library until it refuses one; -1
 * refuses none. A library for work on MockCloud uses json-c's own library, whose calls are not
 * refused: json-c would read from NULL. */
static volatile int copies_left = -1;
static volatile int refused_copies;

static bool is_in_library(void *address) {
  Dl_info caller, library;
  return dladdr(address, &caller) != 0 &&
         dladdr((void *)(uintptr_t)mockcloud_call, &library) != 0 &&
         caller.dli_fbase == library.dli_fbase;
}

char *strdup(const char *text) {
  if (copies_left >= 0 && is_in_library(__builtin_return_address(0)) && copies_left-- == 0) {
    refused_copies++;
    return NULL;
  }
  size_t size = strlen(text) + 1;
  char *copy = __libc_malloc(size);
  return copy == NULL ? NULL : memcpy(copy, text, size);
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

static char *long_text(const char *before, size_t length, const char *after) {
  char *text = malloc(strlen(before) + length + strlen(after) + 1);
  memset(stpcpy(text, before), 'x', length);
  strcpy(text + strlen(before) + length, after);
  return text;
}

/* A text is read completely or not at all. */
static void a_long_string_without_memory(void **state) {
  (void)state;
  enum { LENGTH = 1 << 22 };
  mockcloud *cloud = new_cloud();
  char *text = long_text("{\"a\": \"", LENGTH, "\"}"), *found = UNSET;
  char *answer = UNSET, *pattern = long_text("{\"value\": 1, \"pattern\": \"", LENGTH / 4, "\"}");
  refused_growth = LENGTH / 16;
  int32_t result = mockcloud_json_text(text, "/a", &found);
  mockcloud_status status = mockcloud_call(cloud, "mock/match", pattern, &answer);
  mockcloud_status service = mockcloud_call(cloud, "zones/list", pattern, NULL);
  refused_growth = 0;
  if (refused_growths == 0 && getenv("MOCKCLOUD_TEST_SMALL") != NULL) {
    mockcloud_string_free(found);
  } else {
    assert_int_equal(result, MOCKCLOUD_INTERNAL);
    assert_null(found);
    assert_int_equal(status, MOCKCLOUD_INTERNAL);
    assert_int_equal(service, MOCKCLOUD_INTERNAL);
    assert_error_json(answer);
  }
  mockcloud_string_free(answer);
  /* The next text is read as usual. */
  assert_int_equal(mockcloud_json_text(text, "/a", &found), MOCKCLOUD_JSON_FOUND);
  assert_int_equal(strlen(found), LENGTH);
  mockcloud_string_free(found);
  free(text);
  free(pattern);
  mockcloud_destroy(cloud);
}

/* An object is read with all of its members or not at all: every copy of a key fails once. */
static void keys_without_memory(void **state) {
  (void)state;
  mockcloud *cloud = new_cloud();
  static const char request[] =
      "{\"value\": {\"a\": 1, \"b\": [{\"c\": {}, \"d\": 2}]}, \"pattern\": {\"a\": 1}}";
  char *expected = ask(cloud, "mock/match", request, MOCKCLOUD_OK);
  int failures = 0;
  for (int i = 0; i < 32; i++) {
    char *answer = UNSET;
    refused_copies = 0;
    copies_left = i;
    mockcloud_status status = mockcloud_call(cloud, "mock/match", request, &answer);
    copies_left = -1;
    failures += refused_copies;
    if (refused_copies == 0)
      assert_string_equal(answer, expected);
    else
      assert_error_json(answer);
    assert_int_equal(status, refused_copies == 0 ? MOCKCLOUD_OK : MOCKCLOUD_INTERNAL);
    mockcloud_string_free(answer);
  }
  assert_true(failures == 0 || failures >= 6);
  mockcloud_string_free(expected);
  mockcloud_destroy(cloud);
}

/* Returns the text of an object with `members` members, after `space` blanks. */
static char *object_text(int members, size_t space) {
  char *text = malloc(space + (size_t)members * 16 + 16), *end = text + space;
  memset(text, ' ', space);
  for (int i = 0; i < members; i++)
    end += sprintf(end, "%s\"k%d\": %d", i == 0 ? "{" : ", ", i, i);
  strcpy(end, "}");
  return text;
}

static void assert_members(const char *text, int members) {
  int64_t count = 99;
  assert_int_equal(mockcloud_json_count(text, "", &count), MOCKCLOUD_JSON_FOUND);
  assert_int_equal(count, members);
}

/* The entries of an object with many members cannot be enlarged. The text is so long that its parts
 * are allocated one by one. */
static void a_large_object_without_memory(void **state) {
  (void)state;
  enum { MEMBERS = 1000 };
  char *text = object_text(MEMBERS, 1 << 20);
  int64_t count = 99;
  refused_tables = 0;
  refused_entries = MEMBERS / 2;
  int32_t result = mockcloud_json_count(text, "", &count);
  refused_entries = 0;
  if (refused_tables > 0 || getenv("MOCKCLOUD_TEST_SMALL") == NULL) {
    assert_int_equal(result, MOCKCLOUD_INTERNAL);
    assert_int_equal(count, 0);
  }
  assert_members(text, MEMBERS);
  free(text);
}

/* The parts of shorter texts are allocated in chunks of growing size, of which one is refused at a
 * time. Without the first, they are allocated one by one. A library for work on MockCloud has none
 * of the others. */
static void a_tree_without_memory(void **state) {
  (void)state;
  enum { MEMBERS = 4000 };
  char *text = object_text(MEMBERS, 0);
  for (size_t size = 8 << 10; size <= 64 << 10; size *= 2) {
    int64_t count = 99;
    refusals = 0;
    refused = size;
    int32_t result = mockcloud_json_count(text, "", &count);
    refused = 0;
    bool fails = refusals > 0 && size > 8 << 10;
    assert_int_equal(result, fails ? MOCKCLOUD_INTERNAL : MOCKCLOUD_JSON_FOUND);
    assert_int_equal(count, fails ? 0 : MEMBERS);
    assert_members(text, MEMBERS);
  }
  free(text);
}

/* Fails unless a call failed, or nothing was refused, as under valgrind. */
static void assert_refused(int32_t status, const char *error) {
  if (refused_growths == 0 && getenv("MOCKCLOUD_TEST_SMALL") != NULL)
    return;
  assert_true(refused_growths > 0);
  assert_int_equal(status, MOCKCLOUD_INTERNAL);
  if (error != NULL)
    assert_error_json(error);
  refused_growths = 0;
}

/* An answer cannot be written, but the error can. */
static void a_long_answer_without_memory(void **state) {
  (void)state;
  enum { LENGTH = 100000 };
  mockcloud *cloud = new_cloud();
  char *name = long_text("", LENGTH, ""), *answer = UNSET,
       *format = long_text("{'a': %s, 'b': '", LENGTH, "%s'}");
  memset(name + LENGTH / 2, '\n', LENGTH / 4);
  char *seed =
      long_text("{\"records\": [{\"recordName\": \"n\", \"recordType\": \"Note\", \"fields\": "
                "{\"text\": {\"value\": \"",
                LENGTH, "\\n\"}}}]}");
  tell(cloud, "mock/seed", seed);
  refused_growths = 0;
  refused_growth = LENGTH / 8;
  mockcloud_status status = mockcloud_call(cloud, "mock/records", NULL, &answer);
  refused_growth = 0;
  assert_refused(status, answer);
  mockcloud_string_free(answer);
  /* The buffer is used again. */
  answer = ask(cloud, "mock/records", NULL, MOCKCLOUD_OK);
  assert_true(strlen(answer) > LENGTH);
  char *text = UNSET;
  assert_int_equal(mockcloud_json_get(answer, "", &text), MOCKCLOUD_JSON_FOUND);
  assert_string_equal(text, answer);
  mockcloud_string_free(text);
  mockcloud_string_free(answer);
  /* A request and a pattern cannot be made from their formats. */
  refused_growth = LENGTH / 8;
  status =
      mockcloud_callf(cloud, &answer, "mock/match", "{'value': '-%s', 'pattern': %s}", name, name);
  refused_growth = 0;
  assert_refused(status, answer);
  mockcloud_string_free(answer);
  refused_growth = LENGTH / 8;
  status = mockcloud_callf(cloud, &answer, "mock/match", format, "", "");
  refused_growth = 0;
  assert_refused(status, answer);
  mockcloud_string_free(answer);
  refused_growth = LENGTH / 8;
  status = mockcloud_callf(cloud, &answer, "mock/match", "%b", name, (size_t)LENGTH);
  refused_growth = 0;
  assert_refused(status, answer);
  mockcloud_string_free(answer);
  refused_growth = LENGTH / 8;
  status = mockcloud_expect(cloud, MOCKCLOUD_OK, seed, NULL, "zones/list", NULL);
  refused_growth = 0;
  assert_refused(status, NULL);
  status = mockcloud_callf(cloud, NULL, "mock/match", "{'value': '-%s', 'pattern': '$any'}", name);
  assert_int_equal(status, MOCKCLOUD_OK);
  free(name);
  free(format);
  free(seed);
  mockcloud_destroy(cloud);
}

/* The same for a text that is found. */
static void assert_refused_text(int32_t result, char *found) {
  assert_refused(result, NULL);
  if (result == MOCKCLOUD_INTERNAL)
    assert_null(found);
  else
    mockcloud_string_free(found);
}

/* A text with characters that json-c misreads is copied, and a found value is written. */
static void copies_without_memory(void **state) {
  (void)state;
  enum { LENGTH = 300000 };
  char *pair = long_text("[1, \"\\ud836\\udc00", LENGTH, "\"]"), *found = UNSET;
  char *numbers = malloc(LENGTH + 2);
  for (int i = 0; i < LENGTH; i += 2)
    memcpy(numbers + i, i == 0 ? "[1" : ",1", 2);
  strcpy(numbers + LENGTH, "]");
  refused_growths = 0;
  refused_growth = LENGTH / 2;
  int32_t result = mockcloud_json_text(pair, "/1", &found);
  refused_growth = 0;
  assert_refused_text(result, found);
  refused_growth = LENGTH / 16;
  result = mockcloud_json_get(numbers, "", &found);
  refused_growth = 0;
  assert_refused_text(result, found);
  assert_int_equal(mockcloud_json_text(pair, "/1", &found), MOCKCLOUD_JSON_FOUND);
  assert_int_equal(strlen(found), LENGTH + 4);
  mockcloud_string_free(found);
  free(pair);
  free(numbers);
}

/* An event that cannot be returned stays in the queue. */
static void an_event_without_memory(void **state) {
  (void)state;
  mockcloud *cloud = new_cloud(), *copy = NULL;
  tell(cloud, "mock/account/set", "{\"accountStatus\": \"restricted\"}");
  tell(cloud, "mock/account/set", "{\"accountStatus\": \"available\"}");
  assert_int_equal(mockcloud_fork(cloud, &copy), MOCKCLOUD_OK);
  char *first = NULL, *event = UNSET;
  assert_int_equal(mockcloud_next_event(copy, &first), MOCKCLOUD_OK);
  assert_non_null(first);
  refused = strlen(first) + 1;
  refusals = 0;
  mockcloud_status status = mockcloud_next_event(cloud, &event);
  refused = 0;
  if (refusals > 0 || getenv("MOCKCLOUD_TEST_SMALL") == NULL) {
    assert_int_equal(status, MOCKCLOUD_INTERNAL);
    assert_null(event);
    assert_int_equal(mockcloud_next_event(cloud, &event), MOCKCLOUD_OK);
  }
  assert_non_null(event);
  assert_string_equal(event, first);
  mockcloud_string_free(event);
  mockcloud_string_free(first);
  /* An event that nobody wants needs no memory, and the other one is still there. */
  assert_int_equal(mockcloud_next_event(cloud, NULL), MOCKCLOUD_OK);
  assert_int_equal(mockcloud_next_event(cloud, &event), MOCKCLOUD_OK);
  assert_null(event);
  mockcloud_destroy(cloud);
  mockcloud_destroy(copy);
}

#define MEMORY(test) cmocka_unit_test_setup_teardown(test, count_clouds, no_cloud_is_left)

int main(void) {
  const struct CMUnitTest tests[] = {
      MEMORY(an_answer_without_memory),      MEMORY(a_dropped_answer_needs_no_memory),
      MEMORY(a_long_string_without_memory),  MEMORY(keys_without_memory),
      MEMORY(a_large_object_without_memory), MEMORY(a_tree_without_memory),
      MEMORY(a_long_answer_without_memory),  MEMORY(copies_without_memory),
      MEMORY(an_event_without_memory),
  };
  return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
