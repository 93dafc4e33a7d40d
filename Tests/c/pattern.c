#include "pattern.h"

#include <stdio.h>
#include <string.h>

#include "support.h"

enum { PLAIN = JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE };

/* The current place in the answer during matching: its path grows and shrinks. */
struct place {
  char path[512];
  json_object *captured;
  struct mismatch *mismatch;
};

static void describe(char *text, size_t size, json_object *value) {
  snprintf(text, size, "%s", json_object_to_json_string_ext(value, PLAIN));
}

static bool differ(struct place *place, const char *expected, json_object *got) {
  snprintf(place->mismatch->path, sizeof place->mismatch->path, "%s",
           *place->path ? place->path : "the answer");
  snprintf(place->mismatch->expected, sizeof place->mismatch->expected, "%s", expected);
  describe(place->mismatch->got, sizeof place->mismatch->got, got);
  return false;
}

static bool differ_from(struct place *place, json_object *expected, json_object *got) {
  char text[1024];
  describe(text, sizeof text, expected);
  return differ(place, text, got);
}

/* Descends one step. Returns the length of the path before it, to return to. */
static size_t enter(struct place *place, const char *key) {
  size_t length = strlen(place->path);
  snprintf(place->path + length, sizeof place->path - length, "%s%s", length > 0 ? "." : "", key);
  return length;
}

static bool is_number(json_object *value) {
  return json_object_is_type(value, json_type_int) || json_object_is_type(value, json_type_double);
}

static bool same_number(json_object *a, json_object *b) {
  if (json_object_is_type(a, json_type_int) && json_object_is_type(b, json_type_int))
    return json_object_get_int64(a) == json_object_get_int64(b);
  return json_object_get_double(a) == json_object_get_double(b);
}

static bool same_text(json_object *a, const char *text, size_t length) {
  return (size_t)json_object_get_string_len(a) == length &&
         memcmp(json_object_get_string(a), text, length) == 0;
}

/* Returns the text of a pattern, or "" if it is not a text; only texts that begin with "$" are
 * marks. */
static const char *mark(json_object *pattern) {
  return json_object_is_type(pattern, json_type_string) ? json_object_get_string(pattern) : "";
}

static bool match(struct place *place, json_object *pattern, json_object *value, bool exact);

static bool match_object(struct place *place, json_object *pattern, json_object *value,
                         bool exact) {
  if (!json_object_is_type(value, json_type_object))
    return differ_from(place, pattern, value);
  json_object_object_foreach(pattern, key, wanted) {
    json_object *found = NULL;
    bool present = json_object_object_get_ex(value, key, &found);
    size_t back = enter(place, key);
    if (!exact && strcmp(mark(wanted), "$absent") == 0) {
      if (present)
        return differ(place, "no such key", found);
    } else if (!present) {
      place->mismatch->got[0] = 0;
      differ_from(place, wanted, NULL);
      snprintf(place->mismatch->got, sizeof place->mismatch->got, "no such key");
      return false;
    } else if (!match(place, wanted, found, exact)) {
      return false;
    }
    place->path[back] = 0;
  }
  if (exact && json_object_object_length(pattern) != json_object_object_length(value))
    return differ_from(place, pattern, value);
  return true;
}

static bool match_array(struct place *place, json_object *pattern, json_object *value, bool exact) {
  size_t count = json_object_array_length(pattern);
  if (!json_object_is_type(value, json_type_array) || json_object_array_length(value) != count) {
    char text[1024], wanted[900];
    describe(wanted, sizeof wanted, pattern);
    snprintf(text, sizeof text, "%zu elements: %s", count, wanted);
    return differ(place, text, value);
  }
  for (size_t i = 0; i < count; i++) {
    char index[24];
    snprintf(index, sizeof index, "%zu", i);
    size_t back = enter(place, index);
    if (!match(place, json_object_array_get_idx(pattern, i), json_object_array_get_idx(value, i),
               exact))
      return false;
    place->path[back] = 0;
  }
  return true;
}

static bool match_text(struct place *place, json_object *pattern, json_object *value, bool exact) {
  const char *text = json_object_get_string(pattern);
  size_t length = (size_t)json_object_get_string_len(pattern);
  json_object *kept = NULL;
  if (!exact && text[0] == '$' && text[1] != '$') {
    if (strcmp(text, "$any") == 0)
      return true;
    if (strcmp(text, "$absent") == 0)
      return differ(place, "no such element", value);
    if (!json_object_object_get_ex(place->captured, text + 1, &kept)) {
      char expected[256];
      snprintf(expected, sizeof expected, "%.200s, which was never captured", text);
      return differ(place, expected, value);
    }
    return match(place, kept, value, true);
  }
  size_t skip = !exact && text[0] == '$' ? 1 : 0;
  if (!json_object_is_type(value, json_type_string) ||
      !same_text(value, text + skip, length - skip))
    return differ_from(place, pattern, value);
  return true;
}

static bool match(struct place *place, json_object *pattern, json_object *value, bool exact) {
  switch (json_object_get_type(pattern)) {
  case json_type_object:
    return match_object(place, pattern, value, exact);
  case json_type_array:
    return match_array(place, pattern, value, exact);
  case json_type_string:
    return match_text(place, pattern, value, exact);
  case json_type_int:
  case json_type_double:
    return (is_number(value) && same_number(pattern, value)) || differ_from(place, pattern, value);
  case json_type_boolean:
    return (json_object_is_type(value, json_type_boolean) &&
            json_object_get_boolean(pattern) == json_object_get_boolean(value)) ||
           differ_from(place, pattern, value);
  case json_type_null:
    break;
  }
  return value == NULL || differ_from(place, pattern, value);
}

bool matches(json_object *pattern, json_object *value, json_object *captured,
             struct mismatch *mismatch) {
  struct place place = {.path = "", .captured = captured, .mismatch = mismatch};
  return match(&place, pattern, value, false);
}

static bool substitute_at(struct place *place, json_object *request, json_object **result) {
  const char *text = mark(request);
  json_object *kept = NULL, *part = NULL;
  *result = NULL;
  if (text[0] == '$' && text[1] == '$') {
    *result = json_object_new_string_len(text + 1, json_object_get_string_len(request) - 1);
  } else if (text[0] == '$') {
    if (!json_object_object_get_ex(place->captured, text + 1, &kept))
      return differ(place, "a name that was captured", request);
    json_object_deep_copy(kept, result, NULL);
  } else if (json_object_is_type(request, json_type_array)) {
    *result = json_object_new_array();
    for (size_t i = 0; i < json_object_array_length(request); i++) {
      bool good = substitute_at(place, json_object_array_get_idx(request, i), &part);
      json_object_array_add(*result, part);
      if (!good)
        return false;
    }
  } else if (json_object_is_type(request, json_type_object)) {
    *result = json_object_new_object();
    json_object_object_foreach(request, key, value) {
      size_t back = enter(place, key);
      bool good = substitute_at(place, value, &part);
      json_object_object_add(*result, key, part);
      if (!good)
        return false;
      place->path[back] = 0;
    }
  } else if (request != NULL) {
    json_object_deep_copy(request, result, NULL);
  }
  return true;
}

bool substitute(json_object *request, json_object *captured, json_object **result,
                struct mismatch *mismatch) {
  struct place place = {.path = "", .captured = captured, .mismatch = mismatch};
  if (substitute_at(&place, request, result))
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
      snprintf(mismatch->path, sizeof mismatch->path, "%.400s", json_object_get_string(path));
      snprintf(mismatch->expected, sizeof mismatch->expected, "something to capture as %.200s",
               name);
      describe(mismatch->got, sizeof mismatch->got, answer);
      return false;
    }
    json_object_deep_copy(found, &kept, NULL);
    json_object_object_add(captured, name, kept);
  }
  return true;
}
