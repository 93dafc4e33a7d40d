/* Requests written as formats, and the errors of invalid ones. */
#include "support.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static mockcloud *cloud;

static int open_cloud(void **state) {
  (void)state;
  return mockcloud_create("{\"seed\": 1}", &cloud, NULL);
}

static int close_cloud(void **state) {
  mockcloud_destroy(cloud);
  return no_cloud_is_left(state);
}

/* Returns the request of a format as the library reads it: mock/match captures it. */
static char *made(const char *format, ...) {
  char whole[512], *answer = UNSET, *value = NULL;
  snprintf(whole, sizeof whole, "{'pattern': '$v', 'value': %s}", format);
  va_list arguments;
  va_start(arguments, format);
  mockcloud_status status = mockcloud_vcallf(cloud, &answer, "mock/match", whole, arguments);
  va_end(arguments);
  if (status != MOCKCLOUD_OK)
    fail_msg("%s: %d %s", format, (int)status, answer);
  assert_int_equal(mockcloud_json_get(answer, "/captures/v", &value), MOCKCLOUD_JSON_FOUND);
  mockcloud_string_free(answer);
  return value;
}

#define MADE(wanted, ...)                                                                          \
  do {                                                                                             \
    char *value = made(__VA_ARGS__);                                                               \
    assert_string_equal(value, wanted);                                                            \
    mockcloud_string_free(value);                                                                  \
  } while (0)

static void numbers(void **state) {
  (void)state;
  MADE("-2147483648", "%d", INT32_MIN);
  MADE("-9223372036854775807", "%ld", -INT64_MAX);
  MADE("-9223372036854775808", "%lld", (long long)INT64_MIN);
  MADE("9223372036854775807", "%zu", (size_t)INT64_MAX);
  MADE("[1,2,3,4]", "[%d,%ld, %lld ,%zu]", 1, 2L, 3LL, (size_t)4);
  MADE("0.1", "%f", 0.1);
  MADE("5.0", "%g", 5.0);
  MADE("-0.0", "%g", -0.0);
  MADE("5e-324", "%g", 5e-324);
  MADE("1.7976931348623157e+308", "%f", 1.7976931348623157e308);
  MADE("0.30000000000000004", "%g", 0.1 + 0.2);
}

static void numbers_in_another_locale(void **state) {
  (void)state;
  /* If no such locale is installed, the C locale stays in effect. */
  setlocale(LC_ALL, "de_DE.UTF-8");
  MADE("0.5", "%g", 0.5);
  setlocale(LC_ALL, "C");
}

static void texts(void **state) {
  (void)state;
  MADE("\"\"", "%s", "");
  MADE("null", "%j", "null");
  MADE("\"it's\"", "%s", "it's");
  MADE("\"\\\"}, \\\"x\\\": 1, \\\\\"", "%s", "\"}, \"x\": 1, \\");
  MADE("\"\\n\\u0001\x7f\"", "%s", "\n\x01\x7f");
  MADE("\"%d %s\"", "%s", "%d %s");
  MADE("\"\xf0\x9f\x8d\x8e\"", "%s", "\xf0\x9f\x8d\x8e");
  MADE("{\"a'b\":\"c\"}", "{%s: %s}", "a'b", "c");
}

static void parts_of_strings(void **state) {
  (void)state;
  MADE("\"n-5-x\"", "'n-%d-%s'", 5, "x");
  MADE("\"a\\\"b'c\"", "'%s'", "a\"b'c");
  MADE("\"\"", "\"%s\"", "");
  MADE("\"0.5%YWI=\"", "'%g%%%b'", 0.5, "ab", (size_t)2);
  MADE("{\"k1\":[]}", "{'k%d': []}", 1);
}

static void quotes(void **state) {
  (void)state;
  MADE("\"say \\\"it's\\\"\"", "'say \"it\\'s\"'");
  MADE("\"it's\"", "\"it's\"");
  MADE("\"\\\"'\\\\\"", "'\\\"\\'\\\\'");
  MADE("\"A\\n\"", "'\\u0041\\n'");
  MADE("[\"a\",\"b\"]", "['a', \"b\"]");
  MADE("\"100%\"", "'100%%'");
}

static void bytes(void **state) {
  (void)state;
  MADE("\"AAEC\"", "%b", "\0\1\2", (size_t)3);
  MADE("\"\"", "%b", "", (size_t)0);
  MADE("\"\"", "%b", NULL, (size_t)0);
  MADE("[\"/w==\",1]", "[%b, %d]", "\xff", (size_t)1, 1);
}

static void json(void **state) {
  (void)state;
  MADE("{\"a\":[1,null]}", "%j", " {\"a\": [1, null]}\n");
  MADE("[5,\"x\",true]", "[%j, %j, %j]", "5", "\"x\"", "true");
}

/* More arguments than registers can pass. */
static void many_arguments(void **state) {
  (void)state;
  MADE(
      "[1,0.5,\"a\",2,1.5,\"b\",3,2.5,\"c\",4,3.5,\"d\",5,4.5,\"e\",6,5.5,\"f\",7,6.5,8,7.5,9,8.5]",
      "[%d,%g,%s,%d,%g,%s,%d,%g,%s,%d,%g,%s,%d,%g,%s,%d,%g,%s,%d,%g,%d,%g,%d,%g]", 1, 0.5, "a", 2,
      1.5, "b", 3, 2.5, "c", 4, 3.5, "d", 5, 4.5, "e", 6, 5.5, "f", 7, 6.5, 8, 7.5, 9, 8.5);
}

/* Formats that are invalid with any arguments; the arguments are ints if there are any. */
static void wrong_formats(void **state) {
  (void)state;
  static const struct {
    const char *format;
    int column;
    const char *nearest;
  } wrong[] = {
      {"{'a': %i}", 7, "%d"},     {"{'a': %5d}", 7, "%d"},       {"{'a': %-d}", 7, "%d"},
      {"{'a': %.2f}", 7, "%f"},   {"{'a': %u}", 7, "%zu"},       {"{'a': %lu}", 7, "%zu"},
      {"{'a': %lf}", 7, "%g"},    {"{'a': %x}", 7, "%zu"},       {"{'a': %zd}", 7, "%ld"},
      {"{'a': %p}", 7, NULL},     {"{'a': %n}", 7, NULL},        {"{'a': %S}", 7, NULL},
      {"{'a': %*d}", 7, "%d"},    {"{'a': %1$d}", 7, "%d"},      {"{'a': % d}", 7, NULL},
      {"{'a': %l}", 7, NULL},     {"{'a': %", 7, NULL},          {"%", 1, NULL},
      {"{'a': '%", 8, NULL},      {"{'a': '%\xff'", 8, NULL},    {"{'a': 1%d}", 8, NULL},
      {"{'a': -%d}", 8, NULL},    {"{'a': %d0}", 7, NULL},       {"{'a': %d'x'}", 7, NULL},
      {"{'a': 'x'%d}", 10, NULL}, {"{'a': %d%d}", 7, NULL},      {"{'a': %%%d}", 9, NULL},
      {"{'a': '\\%d'}", 8, NULL}, {"{'a': '\\u00%d'}", 8, NULL}, {"{'a': '\\", 8, NULL},
      {"{'a': 'x}", 7, NULL},     {"{'a': \"x}", 7, NULL},       {"{'a': 'x\\'}", 7, NULL},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char *answer = UNSET, *nearest = UNSET;
    int64_t column = 0;
    mockcloud_status status =
        mockcloud_callf(cloud, &answer, "mock/clock", wrong[i].format, 1, 2, 3);
    if (status != MOCKCLOUD_BAD_MOCK_REQUEST)
      fail_msg("%s: %d %s", wrong[i].format, (int)status, answer);
    assert_error_json(answer);
    assert_int_equal(mockcloud_json_int(answer, "/error/column", &column), MOCKCLOUD_JSON_FOUND);
    if (column != wrong[i].column)
      fail_msg("%s: column %d: %s", wrong[i].format, (int)column, answer);
    mockcloud_json_text(answer, "/error/nearest", &nearest);
    if (wrong[i].nearest == NULL ? nearest != NULL
                                 : nearest == NULL || strcmp(nearest, wrong[i].nearest) != 0)
      fail_msg("%s: nearest %s: %s", wrong[i].format, nearest ? nearest : "none", answer);
    mockcloud_string_free(nearest);
    mockcloud_string_free(answer);
  }
}

/* Fails unless the format is refused for its argument, with the argument's place. */
#define REFUSED(column_, ...)                                                                      \
  do {                                                                                             \
    char *answer = UNSET;                                                                          \
    int64_t column = 0;                                                                            \
    assert_int_equal(mockcloud_callf(cloud, &answer, "mock/clock", __VA_ARGS__),                   \
                     MOCKCLOUD_BAD_MOCK_REQUEST);                                                  \
    assert_error_json(answer);                                                                     \
    assert_int_equal(mockcloud_json_int(answer, "/error/column", &column), MOCKCLOUD_JSON_FOUND);  \
    assert_int_equal(column, column_);                                                             \
    mockcloud_string_free(answer);                                                                 \
  } while (0)

static void wrong_arguments(void **state) {
  (void)state;
  REFUSED(7, "{'a': %s}", "\xff");
  REFUSED(7, "{'a': %s}", "\xed\xa0\x80");
  REFUSED(7, "{'a': %s}", "x\xc3");
  REFUSED(7, "{'a': %s}", (char *)NULL);
  REFUSED(10, "{'a': 'n-%s'}", (char *)NULL);
  REFUSED(7, "{'a': %g}", (double)NAN);
  REFUSED(7, "{'a': %f}", (double)INFINITY);
  REFUSED(10, "{'a': [0,%g]}", -(double)INFINITY);
  REFUSED(7, "{'a': %zu}", (size_t)INT64_MAX + 1);
  REFUSED(7, "{'a': %b}", NULL, (size_t)1);
  REFUSED(7, "{'a': %b}", "x", SIZE_MAX);
  REFUSED(7, "{'a': %j}", (char *)NULL);
  REFUSED(8, "{'a': '%j'}", "1");
  static const char *const no_values[] = {
      "",    " ",  "{",   "1 2",      "1, \"b\": 2",       "{}}", "'x'",
      "NaN", "01", "nul", "\"\xff\"", "{\"a\":1,\"a\":2}", "//x", "\"a"};
  for (size_t i = 0; i < sizeof no_values / sizeof *no_values; i++)
    REFUSED(7, "{'a': %j}", no_values[i]);
  char deep[201];
  memset(deep, '[', 100);
  memset(deep + 100, ']', 100);
  deep[200] = 0;
  REFUSED(7, "{'a': %j}", deep);
}

/* Mistakes in a format that the reader of requests finds. */
static void no_json(void **state) {
  (void)state;
  static const char *const formats[] = {"",          "{",     "[]",         "{'a'}",
                                        "{'a': }",   "{} {}", "{'a': %%}",  "null",
                                        "{'a': 1,}", "\xff",  "{'\xff': 1}"};
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    char *answer = UNSET;
    mockcloud_status status = mockcloud_callf(cloud, &answer, "mock/clock", formats[i]);
    if (status != MOCKCLOUD_BAD_JSON)
      fail_msg("%s: %d %s", formats[i], (int)status, answer);
    assert_error_json(answer);
    mockcloud_string_free(answer);
  }
}

/* Every byte that a text can have, alone and between others, is returned unchanged. */
static void no_text_leaves_its_string(void **state) {
  (void)state;
  for (int byte = 1; byte < 0x80; byte++) {
    char text[16], *answer = NULL, *found = NULL;
    snprintf(text, sizeof text, "%c\",'x%c\\", byte, byte);
    assert_int_equal(mockcloud_callf(cloud, &answer, "mock/match",
                                     "{'pattern': '$v', 'value': {%s: [%s, 'a%s', \"%s\"]}}", text,
                                     text, text, text),
                     MOCKCLOUD_OK);
    int64_t count = 0;
    assert_int_equal(mockcloud_json_count(answer, "/captures/v", &count), 0);
    assert_int_equal(count, 1);
    char pointer[64] = "/captures/v/", *end = pointer + strlen(pointer);
    for (const char *c = text; *c != 0; c++)
      end += sprintf(end, *c == '~' ? "~0" : *c == '/' ? "~1" : "%c", *c);
    strcpy(end, "/0");
    assert_int_equal(mockcloud_json_text(answer, pointer, &found), MOCKCLOUD_JSON_FOUND);
    assert_string_equal(found, text);
    mockcloud_string_free(found);
    strcpy(end, "/2");
    assert_int_equal(mockcloud_json_text(answer, pointer, &found), MOCKCLOUD_JSON_FOUND);
    assert_string_equal(found, text);
    mockcloud_string_free(found);
    mockcloud_string_free(answer);
  }
}

static void nulls_and_handles(void **state) {
  (void)state;
  char *answer = UNSET;
  assert_int_equal(mockcloud_callf(NULL, &answer, "mock/clock", "{}"), MOCKCLOUD_NULL_ARGUMENT);
  assert_error_json(answer);
  mockcloud_string_free(answer);
  assert_int_equal(mockcloud_callf(cloud, &answer, NULL, "{}"), MOCKCLOUD_NULL_ARGUMENT);
  assert_error_json(answer);
  mockcloud_string_free(answer);
  assert_int_equal(mockcloud_callf((mockcloud *)1, &answer, "mock/clock", "%"),
                   MOCKCLOUD_BAD_HANDLE);
  assert_error_json(answer);
  mockcloud_string_free(answer);
  assert_int_equal(mockcloud_callf(cloud, &answer, "mock/clock", NULL), MOCKCLOUD_OK);
  mockcloud_string_free(answer);
  assert_int_equal(mockcloud_callf(cloud, NULL, "mock/clock", "{}"), MOCKCLOUD_OK);
  assert_int_equal(mockcloud_callf(cloud, NULL, "mock/clock", "%"), MOCKCLOUD_BAD_MOCK_REQUEST);
  assert_int_equal(mockcloud_callf(cloud, &answer, "mock/clok", "{}"), MOCKCLOUD_UNKNOWN_OPERATION);
  mockcloud_string_free(answer);
}

#define FORMAT(test) cmocka_unit_test_setup_teardown(test, open_cloud, close_cloud)

int main(void) {
  const struct CMUnitTest tests[] = {
      FORMAT(numbers),
      FORMAT(numbers_in_another_locale),
      FORMAT(texts),
      FORMAT(parts_of_strings),
      FORMAT(quotes),
      FORMAT(bytes),
      FORMAT(json),
      FORMAT(many_arguments),
      FORMAT(wrong_formats),
      FORMAT(wrong_arguments),
      FORMAT(no_json),
      FORMAT(no_text_leaves_its_string),
      FORMAT(nulls_and_handles),
  };
  return cmocka_run_group_tests_name("format", tests, NULL, NULL);
}
