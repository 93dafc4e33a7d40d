#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns the length of the UTF-8 sequence at p, or 0 if it is invalid: overlong forms, surrogates
 * and numbers past the last code point are invalid. */
static size_t utf8_length(const unsigned char *p) {
  if (p[0] < 0x80)
    return 1;
  size_t length = p[0] >= 0xF0 ? 4 : p[0] >= 0xE0 ? 3 : 2;
  if (p[0] < 0xC2 || p[0] > 0xF4)
    return 0;
  for (size_t i = 1; i < length; i++)
    if ((p[i] & 0xC0) != 0x80)
      return 0;
  if ((p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xED && p[1] > 0x9F) ||
      (p[0] == 0xF0 && p[1] < 0x90) || (p[0] == 0xF4 && p[1] > 0x8F))
    return 0;
  return length;
}

/* Finds defects that json-c would accept: bytes that are not UTF-8, raw control characters, NaN and
 * Infinity. */
static const char *defect_of_bytes(const unsigned char *p) {
  bool quoted = false;
  while (*p != 0) {
    size_t length = utf8_length(p);
    if (length == 0)
      return "not UTF-8";
    if (*p < 0x20)
      return "a raw control character";
    if (!quoted && (*p == 'N' || *p == 'I'))
      return "NaN or Infinity";
    if (*p == '"')
      quoted = !quoted;
    p += quoted && *p == '\\' && p[1] != 0 ? 2 : length;
  }
  return NULL;
}

const char *defect_of_json(const char *text) {
  if (text == NULL)
    return "there is none";
  const char *defect = defect_of_bytes((const unsigned char *)text);
  if (defect != NULL)
    return defect;
  struct json_tokener *tokener = json_tokener_new_ex(128);
  json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
  json_object *value = json_tokener_parse_ex(tokener, text, (int)strlen(text) + 1);
  if (json_tokener_get_error(tokener) != json_tokener_success)
    defect = json_tokener_error_desc(json_tokener_get_error(tokener));
  else if (!json_object_is_type(value, json_type_object))
    defect = "not an object";
  json_object_put(value);
  json_tokener_free(tokener);
  return defect;
}

char *ask(mockcloud *cloud, const char *operation, const char *request, mockcloud_status status) {
  char *answer = UNSET;
  mockcloud_status got = mockcloud_call(cloud, operation, request, &answer);
  if (got != status)
    fail_msg("%s %.200s: status %d (%s), not %d: %.1000s", operation, request ? request : "",
             (int)got, mockcloud_status_name(got), (int)status, answer ? answer : "no answer");
  const char *defect = defect_of_json(answer);
  if (defect != NULL)
    fail_msg("%s: %s: %s", operation, defect, answer ? answer : "");
  return answer;
}

json_object *ask_json(mockcloud *cloud, const char *operation, const char *request,
                      mockcloud_status status) {
  char *answer = ask(cloud, operation, request, status);
  json_object *value = json_tokener_parse(answer);
  mockcloud_string_free(answer);
  return value;
}

void tell(mockcloud *cloud, const char *operation, const char *request) {
  mockcloud_string_free(ask(cloud, operation, request, MOCKCLOUD_OK));
}

json_object *at(json_object *value, const char *path) {
  while (value != NULL && *path != 0) {
    char key[128];
    size_t length = strcspn(path, ".");
    if (length >= sizeof key)
      return NULL;
    memcpy(key, path, length);
    key[length] = 0;
    if (json_object_is_type(value, json_type_array))
      value = json_object_array_get_idx(value, strtoul(key, NULL, 10));
    else if (!json_object_object_get_ex(value, key, &value))
      return NULL;
    path += length + (path[length] == '.');
  }
  return value;
}

const char *text_at(json_object *value, const char *path) {
  json_object *found = at(value, path);
  if (!json_object_is_type(found, json_type_string))
    fail_msg("no text at %s in %s", path, json_object_to_json_string(value));
  return json_object_get_string(found);
}

int64_t number_at(json_object *value, const char *path) {
  json_object *found = at(value, path);
  if (!json_object_is_type(found, json_type_int))
    fail_msg("no whole number at %s in %s", path, json_object_to_json_string(value));
  return json_object_get_int64(found);
}

size_t length_at(json_object *value, const char *path) {
  json_object *found = at(value, path);
  if (!json_object_is_type(found, json_type_array))
    fail_msg("no list at %s in %s", path, json_object_to_json_string(value));
  return json_object_array_length(found);
}

void assert_error_json(const char *text) {
  const char *defect = defect_of_json(text);
  if (defect != NULL)
    fail_msg("the error is no JSON object: %s: %s", defect, text ? text : "");
  json_object *value = json_tokener_parse(text);
  assert_true(strlen(text_at(value, "error.message")) > 0);
  json_object_put(value);
}

mockcloud *new_cloud(void) {
  mockcloud *cloud = NULL;
  assert_int_equal(mockcloud_create("{\"seed\": 1}", &cloud, NULL), MOCKCLOUD_OK);
  assert_non_null(cloud);
  return cloud;
}

mockcloud *view_of(mockcloud *of, const char *context) {
  mockcloud *view = (mockcloud *)UNSET;
  assert_int_equal(mockcloud_view(of, context, &view, NULL), MOCKCLOUD_OK);
  assert_non_null(view);
  assert_ptr_not_equal(view, of);
  return view;
}

mockcloud_status save_note(mockcloud *cloud, const char *name, int64_t number) {
  char request[512];
  snprintf(request, sizeof request,
           "{\"operations\": [{\"operationType\": \"save\", \"record\": {\"recordName\": \"%s\", "
           "\"recordType\": \"Note\", \"fields\": {\"number\": {\"value\": %lld}}}}]}",
           name, (long long)number);
  return mockcloud_call(cloud, "records/modify", request, NULL);
}

int64_t count_notes(mockcloud *cloud) {
  json_object *answer = ask_json(cloud, "mock/records", "{\"recordType\": \"Note\"}", MOCKCLOUD_OK);
  int64_t count = (int64_t)length_at(answer, "records");
  json_object_put(answer);
  return count;
}

int amount(int many, int few) { return getenv("MOCKCLOUD_TEST_SMALL") == NULL ? many : few; }

static int64_t clouds_before;

int count_clouds(void **state) {
  (void)state;
  clouds_before = mockcloud_live_clouds();
  return 0;
}

int no_cloud_is_left(void **state) {
  (void)state;
  return mockcloud_live_clouds() == clouds_before ? 0 : -1;
}
