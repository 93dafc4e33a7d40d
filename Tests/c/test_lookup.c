/* Lookups of values in JSON text by pointers. */
#include "support.h"

#include <fenv.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char document[] =
    "{\"text\": \"a\\u00e9\", \"int\": 9007199254740993, \"whole\": 5.0, \"half\": 0.5, "
    "\"large\": 1e300, \"yes\": true, \"no\": false, \"null\": null, \"list\": [1, [2, 3], {\"x\": "
    "4}], \"object\": {\"a\": 1, \"b\": 2}, \"\": \"empty\", \"a/b\": 6, \"m~n\": 7, \"-1\": 8, "
    "\"nul\": \"a\\u0000b\", \"none\": [], \"least\": -9223372036854775808}";

static void found(void **state) {
  (void)state;
  char *text = UNSET;
  int64_t number = 0;
  double real = 0;
  int32_t flag = 7;
  assert_int_equal(mockcloud_json_text(document, "/text", &text), MOCKCLOUD_JSON_FOUND);
  assert_string_equal(text, "a\xc3\xa9");
  mockcloud_string_free(text);
  assert_int_equal(mockcloud_json_text(document, "/", &text), MOCKCLOUD_JSON_FOUND);
  assert_string_equal(text, "empty");
  mockcloud_string_free(text);
  static const struct {
    const char *pointer;
    int64_t value;
  } numbers[] = {{"/int", 9007199254740993},
                 {"/whole", 5},
                 {"/least", INT64_MIN},
                 {"/list/0", 1},
                 {"/list/1/1", 3},
                 {"/list/1/-1", 3},
                 {"/list/-2/-2", 2},
                 {"/list/-1/x", 4},
                 {"/list/-3", 1},
                 {"/a~1b", 6},
                 {"/m~0n", 7},
                 {"/-1", 8}};
  for (size_t i = 0; i < COUNT(numbers); i++) {
    assert_int_equal(mockcloud_json_int(document, numbers[i].pointer, &number), 0);
    assert_true(number == numbers[i].value);
  }
  assert_int_equal(mockcloud_json_double(document, "/half", &real), MOCKCLOUD_JSON_FOUND);
  assert_true(real == 0.5);
  assert_int_equal(mockcloud_json_double(document, "/list/0", &real), MOCKCLOUD_JSON_FOUND);
  assert_true(real == 1);
  assert_int_equal(mockcloud_json_bool(document, "/yes", &flag), MOCKCLOUD_JSON_FOUND);
  assert_int_equal(flag, 1);
  assert_int_equal(mockcloud_json_bool(document, "/no", &flag), MOCKCLOUD_JSON_FOUND);
  assert_int_equal(flag, 0);
  static const struct {
    const char *pointer;
    int64_t count;
  } counts[] = {{"/list", 3}, {"/object", 2}, {"/none", 0}, {"", 17}};
  for (size_t i = 0; i < COUNT(counts); i++) {
    assert_int_equal(mockcloud_json_count(document, counts[i].pointer, &number), 0);
    assert_int_equal(number, counts[i].count);
  }
  static const struct {
    const char *pointer, *json;
  } values[] = {{"/list/1", "[2,3]"}, {"/null", "null"},         {"/object", "{\"a\":1,\"b\":2}"},
                {"/whole", "5.0"},    {"/nul", "\"a\\u0000b\""}, {"/yes", "true"}};
  for (size_t i = 0; i < COUNT(values); i++) {
    assert_int_equal(mockcloud_json_get(document, values[i].pointer, &text), MOCKCLOUD_JSON_FOUND);
    assert_string_equal(text, values[i].json);
    mockcloud_string_free(text);
  }
  assert_int_equal(mockcloud_json_int(" 5 ", "", &number), MOCKCLOUD_JSON_FOUND);
  assert_int_equal(number, 5);
}

/* The result for a value that has the requested type, or has another one. */
static int32_t result(int has_other_type) {
  return has_other_type ? MOCKCLOUD_JSON_OTHER_TYPE : MOCKCLOUD_JSON_FOUND;
}

/* Numbers are decided by their text, also if the program makes an invalid conversion a signal. */
static void numbers_are_not_rounded(void **state) {
  (void)state;
  static const struct {
    const char *json;
    int32_t is_int;
    int64_t number;
    int32_t is_double;
    double real;
  } numbers[] = {{"9007199254740993.0", 0, 9007199254740993, 2, 0},
                 {"9007199254740992.0", 0, 9007199254740992, 0, 9007199254740992.0},
                 {"900719925474099300e-2", 0, 9007199254740993, 2, 0},
                 {"0.99999999999999999999", 2, 0, 0, 1},
                 {"1e-400", 2, 0, 2, 0},
                 {"-1e-400", 2, 0, 2, 0},
                 {"0e999", 0, 0, 0, 0},
                 {"-0.0", 0, 0, 0, 0},
                 {"0.5", 2, 0, 0, 0.5},
                 {"5e-1", 2, 0, 0, 0.5},
                 {"50e-1", 0, 5, 0, 5},
                 {"-1.20E+1", 0, -12, 0, -12},
                 {"0.0012e4", 0, 12, 0, 12},
                 {"1e18", 0, 1000000000000000000, 0, 1e18},
                 {"1e19", 2, 0, 0, 1e19},
                 {"1e300", 2, 0, 0, 1e300},
                 {"-1.5e300", 2, 0, 0, -1.5e300},
                 {"9223372036854775807", 0, INT64_MAX, 2, 0},
                 {"9223372036854775807.0", 0, INT64_MAX, 2, 0},
                 {"9223372036854775808.0", 2, 0, 0, 9223372036854775808.0},
                 {"-9223372036854775808.0", 0, INT64_MIN, 0, -9223372036854775808.0},
                 {"-9223372036854775809.0", 2, 0, 0, -9223372036854775808.0},
                 {"12345678901234567890.0", 2, 0, 0, 12345678901234567890.0},
                 {"9223372036854775000", 0, 9223372036854775000, 2, 0},
                 {"0.000000000000000000000000000000000001e37", 0, 10, 0, 10}};
  feenableexcept(FE_INVALID | FE_DIVBYZERO);
  for (size_t i = 0; i < COUNT(numbers); i++) {
    int64_t number = 99;
    double real = 99;
    int32_t is_int = mockcloud_json_int(numbers[i].json, "", &number);
    int32_t is_double = mockcloud_json_double(numbers[i].json, "", &real);
    if (is_int != result(numbers[i].is_int) || number != numbers[i].number ||
        is_double != result(numbers[i].is_double) || real != numbers[i].real)
      fail_msg("%s: %d, %lld; %d, %.17g", numbers[i].json, is_int, (long long)number, is_double,
               real);
  }
  fedisableexcept(FE_INVALID | FE_DIVBYZERO);
}

/* Calls every function with a common signature. Returns its result, and whether it reset its out
 * parameter. */
static int32_t lookup(size_t way, const char *json, const char *pointer) {
  char *text = UNSET;
  int64_t number = 99;
  double real = 99;
  int32_t flag = 99, result;
  switch (way) {
  case 0:
    result = mockcloud_json_text(json, pointer, &text);
    assert_int_equal(result, mockcloud_json_text(json, pointer, NULL));
    break;
  case 1:
    result = mockcloud_json_get(json, pointer, &text);
    assert_int_equal(result, mockcloud_json_get(json, pointer, NULL));
    break;
  case 2:
    result = mockcloud_json_int(json, pointer, &number);
    assert_int_equal(result, mockcloud_json_int(json, pointer, NULL));
    break;
  case 3:
    result = mockcloud_json_count(json, pointer, &number);
    assert_int_equal(result, mockcloud_json_count(json, pointer, NULL));
    break;
  case 4:
    result = mockcloud_json_double(json, pointer, &real);
    assert_int_equal(result, mockcloud_json_double(json, pointer, NULL));
    break;
  default:
    result = mockcloud_json_bool(json, pointer, &flag);
    assert_int_equal(result, mockcloud_json_bool(json, pointer, NULL));
  }
  if (result != MOCKCLOUD_JSON_FOUND) {
    assert_true(way > 1 || text == NULL);
    assert_true((way != 2 && way != 3) || number == 0);
    assert_true(way != 4 || real == 0);
    assert_true(way != 5 || flag == 0);
  } else if (way <= 1) {
    mockcloud_string_free(text);
  }
  return result;
}
enum { TEXT, GET, INT, SIZE, DOUBLE, BOOL, WAYS };

static void absent(void **state) {
  (void)state;
  static const char *const pointers[] = {"/nothing",
                                         "/text/0",
                                         "/list/3",
                                         "/list/-4",
                                         "/list/-0",
                                         "/list/00",
                                         "/list/01",
                                         "/list/-",
                                         "/list/+1",
                                         "/list/1.0",
                                         "/list/",
                                         "/list/x",
                                         "/null/a",
                                         "/object/0",
                                         "/int/a",
                                         "//",
                                         "/Text",
                                         "/list/ 0",
                                         "/object/a/",
                                         "/list/1e0",
                                         "/list/99999999999999999999999999",
                                         "/list/-99999999999999999999999999",
                                         "/list/-9223372036854775808"};
  for (size_t i = 0; i < COUNT(pointers); i++)
    for (size_t way = 0; way < WAYS; way++)
      if (lookup(way, document, pointers[i]) != MOCKCLOUD_JSON_ABSENT)
        fail_msg("%s", pointers[i]);
}

static void of_another_type(void **state) {
  (void)state;
  static const struct {
    const char *pointer;
    size_t way; /* the functions that fit, as bits */
  } values[] = {{"/text", 1 << TEXT},
                {"/int", 1 << INT},
                {"/least", 1 << INT | 1 << DOUBLE},
                {"/whole", 1 << INT | 1 << DOUBLE},
                {"/half", 1 << DOUBLE},
                {"/large", 1 << DOUBLE},
                {"/yes", 1 << BOOL},
                {"/null", 0},
                {"/list", 1 << SIZE},
                {"/object", 1 << SIZE},
                {"/nul", 0}};
  for (size_t i = 0; i < COUNT(values); i++)
    for (size_t way = 0; way < WAYS; way++)
      if (lookup(way, document, values[i].pointer) != ((values[i].way >> way & 1) || way == GET
                                                           ? MOCKCLOUD_JSON_FOUND
                                                           : MOCKCLOUD_JSON_OTHER_TYPE))
        fail_msg("%s by way %d", values[i].pointer, (int)way);
}

static void misused(void **state) {
  (void)state;
  static const char *const pointers[] = {"a",   "text", "#/text", "list/0", "/~",
                                         "/~2", "/a~",  " ",      "\xff",   "/\xc3"};
  static const char *const texts[] = {"",   " ",   "{",   "{'a': 1}",         "01", "{} {}", "\xff",
                                      "[1", "nul", "NaN", "{\"a\":1,\"a\":2}"};
  for (size_t way = 0; way < WAYS; way++) {
    for (size_t i = 0; i < COUNT(pointers); i++)
      assert_int_equal(lookup(way, document, pointers[i]), MOCKCLOUD_BAD_MOCK_REQUEST);
    for (size_t i = 0; i < COUNT(texts); i++)
      assert_int_equal(lookup(way, texts[i], ""), MOCKCLOUD_BAD_JSON);
    assert_int_equal(lookup(way, NULL, ""), MOCKCLOUD_NULL_ARGUMENT);
    assert_int_equal(lookup(way, document, NULL), MOCKCLOUD_NULL_ARGUMENT);
    assert_int_equal(lookup(way, NULL, NULL), MOCKCLOUD_NULL_ARGUMENT);
  }
}

static void deep(void **state) {
  (void)state;
  static char text[400001], pointer[400001];
  memset(text, '[', 200000);
  memset(text + 200000, ']', 200000);
  for (size_t i = 0; i < sizeof pointer - 1; i += 2)
    memcpy(pointer + i, "/0", 2);
  for (size_t way = 0; way < WAYS; way++) {
    assert_int_equal(lookup(way, text, ""), MOCKCLOUD_BAD_JSON);
    assert_int_equal(lookup(way, "[[0]]", pointer), MOCKCLOUD_JSON_ABSENT);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(found),   cmocka_unit_test(numbers_are_not_rounded),
      cmocka_unit_test(absent),  cmocka_unit_test(of_another_type),
      cmocka_unit_test(misused), cmocka_unit_test(deep),
  };
  return cmocka_run_group_tests_name("lookup", tests, NULL, NULL);
}
