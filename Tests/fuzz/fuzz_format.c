/* The first line is a format, a pattern and a pointer; the remainder is the text argument, and the
 * JSON in which the pointer is looked up. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 16 };

/* Every argument is the text, so that a format may read it as any type: as a pointer it is valid,
 * and as a number of bytes it is too large. More than MOST conversions would read beyond the
 * arguments. */
static int has_arguments(const char *format) {
  int count = 0;
  for (; *format != '\0'; format++)
    count += *format == '%';
  return count <= MOST;
}

#define FOUR(text) text, text, text, text
#define ALL(text)                                                                                  \
  FOUR(text), FOUR(text), FOUR(text), FOUR(text), FOUR(text), FOUR(text), FOUR(text), FOUR(text)

static void format(mockcloud *cloud, const char *line, const char *text) {
  char *answer = NULL;
  if (!has_arguments(line))
    return;
  mockcloud_status status = mockcloud_callf(cloud, &answer, "mock/match", line, ALL(text));
  fuzz_check(status, answer);
  mockcloud_string_free(answer);
}

/* A text inserted anywhere is returned unchanged, or refused because it is not UTF-8. */
static void bring(mockcloud *cloud, const char *text) {
  char *answer = NULL, *found = NULL;
  mockcloud_status status = mockcloud_callf(cloud, &answer, "mock/match",
                                            "{'pattern': '$v', 'value': [%s, 'a%s']}", text, text);
  fuzz_check(status, answer);
  if (status == MOCKCLOUD_OK) {
    if (mockcloud_json_text(answer, "/captures/v/0", &found) != MOCKCLOUD_JSON_FOUND ||
        strcmp(found, text) != 0)
      abort();
    mockcloud_string_free(found);
    if (mockcloud_json_text(answer, "/captures/v/1", &found) != MOCKCLOUD_JSON_FOUND ||
        strcmp(found + 1, text) != 0)
      abort();
    mockcloud_string_free(found);
  } else if (status != MOCKCLOUD_BAD_MOCK_REQUEST) {
    abort();
  }
  mockcloud_string_free(answer);
}

static void look(const char *pointer, const char *json) {
  char *text = NULL;
  int64_t number;
  double real;
  int32_t flag;
  int32_t result = mockcloud_json_get(json, pointer, &text);
  if ((result == MOCKCLOUD_JSON_FOUND) != (text != NULL))
    abort();
  mockcloud_string_free(text);
  const int32_t others[] = {
      mockcloud_json_text(json, pointer, &text), mockcloud_json_int(json, pointer, &number),
      mockcloud_json_double(json, pointer, &real), mockcloud_json_bool(json, pointer, &flag),
      mockcloud_json_count(json, pointer, &number)};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (others[i] != result &&
        (others[i] != MOCKCLOUD_JSON_OTHER_TYPE || result != MOCKCLOUD_JSON_FOUND))
      abort();
  mockcloud_string_free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *line = fuzz_text(data, size), *difference = NULL;
  char *text = strchr(line, '\n');
  if (text != NULL) {
    *text++ = '\0';
    mockcloud *cloud = fuzz_world();
    format(cloud, line, text);
    bring(cloud, text);
    look(line, text);
    mockcloud_status status = mockcloud_expect(cloud, MOCKCLOUD_OK, line, &difference, "mock/match",
                                               "{'pattern': '$v', 'value': %s}", text);
    if ((status == MOCKCLOUD_OK) != (difference == NULL) || status == MOCKCLOUD_INTERNAL)
      abort();
    mockcloud_string_free(difference);
    mockcloud_destroy(cloud);
  }
  free(line);
  return 0;
}
