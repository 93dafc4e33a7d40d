#include "pattern.h"

#include <stdio.h>
#include <string.h>

#include "support.h"

enum { PLAIN = JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE };

/* Returns the text of a pattern, or "" if it is not a text; only texts that begin with "$" are
 * marks. */
static const char *mark(json_object *pattern) {
  return json_object_is_type(pattern, json_type_string) ? json_object_get_string(pattern) : "";
}

static const char *text_of(json_object *value) {
  return json_object_to_json_string_ext(value, PLAIN);
}

/* Describes the first difference of an answer of mock/match. */
static void describe(json_object *answer, struct mismatch *mismatch) {
  json_object *difference = at(answer, "differences.0"), *actual = NULL;
  bool is_there = json_object_object_get_ex(difference, "actual", &actual);
  const char *path = text_at(difference, "path");
  size_t length =
      (size_t)snprintf(mismatch->text, sizeof mismatch->text, "%s\n  expected %.900s\n  got      ",
                       *path ? path : "the answer", text_of(at(difference, "expected")));
  snprintf(mismatch->text + length, sizeof mismatch->text - length, "%.1500s",
           is_there ? text_of(actual) : "nothing");
}

bool matches(mockcloud *cloud, json_object *pattern, const char *text, json_object *captured,
             struct mismatch *mismatch) {
  char *response = NULL;
  mockcloud_status status = mockcloud_callf(cloud, &response, "mock/match",
                                            "{'pattern': %j, 'value': %j, 'captured': %j}",
                                            text_of(pattern), text, text_of(captured));
  json_object *answer = json_tokener_parse(response);
  bool is_match = status == MOCKCLOUD_OK && json_object_get_boolean(at(answer, "matches"));
  if (status != MOCKCLOUD_OK) {
    snprintf(mismatch->text, sizeof mismatch->text, "mock/match: %s", response);
  } else if (!is_match) {
    describe(answer, mismatch);
  } else if (json_object_object_length(at(answer, "captures")) !=
             json_object_object_length(captured)) {
    /* mock/match captures other names. */
    snprintf(mismatch->text, sizeof mismatch->text, "the pattern has a name that was not captured");
    is_match = false;
  }
  json_object_put(answer);
  mockcloud_string_free(response);
  return is_match;
}

static bool substitute_at(json_object *request, json_object *captured, json_object **result,
                          struct mismatch *mismatch) {
  const char *text = mark(request);
  json_object *kept = NULL, *part = NULL;
  *result = NULL;
  if (text[0] == '$' && text[1] == '$') {
    *result = json_object_new_string_len(text + 1, json_object_get_string_len(request) - 1);
  } else if (text[0] == '$') {
    if (!json_object_object_get_ex(captured, text + 1, &kept)) {
      snprintf(mismatch->text, sizeof mismatch->text, "nothing was captured as %s", text);
      return false;
    }
    json_object_deep_copy(kept, result, NULL);
  } else if (json_object_is_type(request, json_type_array)) {
    *result = json_object_new_array();
    for (size_t i = 0; i < json_object_array_length(request); i++) {
      bool good = substitute_at(json_object_array_get_idx(request, i), captured, &part, mismatch);
      json_object_array_add(*result, part);
      if (!good)
        return false;
    }
  } else if (json_object_is_type(request, json_type_object)) {
    *result = json_object_new_object();
    json_object_object_foreach(request, key, value) {
      bool good = substitute_at(value, captured, &part, mismatch);
      json_object_object_add(*result, key, part);
      if (!good)
        return false;
    }
  } else if (request != NULL) {
    json_object_deep_copy(request, result, NULL);
  }
  return true;
}

bool substitute(json_object *request, json_object *captured, json_object **result,
                struct mismatch *mismatch) {
  if (substitute_at(request, captured, result, mismatch))
    return true;
  json_object_put(*result);
  *result = NULL;
  return false;
}

bool capture_all(json_object *capture, json_object *answer, json_object *captured,
                 struct mismatch *mismatch) {
  if (capture == NULL)
    return true;
  json_object_object_foreach(capture, name, path) {
    json_object *found = at(answer, json_object_get_string(path)), *kept = NULL;
    if (found == NULL) {
      snprintf(mismatch->text, sizeof mismatch->text,
               "%.400s\n  expected something to capture as %.200s\n  got      %.2000s",
               json_object_get_string(path), name, text_of(answer));
      return false;
    }
    json_object_deep_copy(found, &kept, NULL);
    json_object_object_add(captured, name, kept);
  }
  return true;
}
