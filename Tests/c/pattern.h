/* The patterns of scenario files, which answers must match, and captured values. */
#ifndef PATTERN_H
#define PATTERN_H

#include <stdbool.h>

#include <json-c/json.h>

/* A mismatch: its path, the expected value, and the actual one. */
struct mismatch {
  char path[512];
  char expected[1024];
  char got[1024];
};

/*
 * Returns whether `value` matches `pattern`. An object matches if every key of the pattern does,
 * regardless of other keys; an array element by element. "$any" matches any existing value (in an
 * object also null), "$absent" a missing key, "$name" exactly the value that `captured` has under
 * that name, "$$x" the text "$x". Everything else is compared for equality, numbers by value.
 */
bool matches(json_object *pattern, json_object *value, json_object *captured,
             struct mismatch *mismatch);

/* Returns a copy of `request` in which "$name" is replaced by the value captured under that name
 * and "$$x" by "$x". Returns false if a name was not captured; `mismatch` then has the name. */
bool substitute(json_object *request, json_object *captured, json_object **result,
                struct mismatch *mismatch);

/* Captures the values in `answer` at the paths of `capture` ({"name": "a.0.b"}). */
bool capture_all(json_object *capture, json_object *answer, json_object *captured,
                 struct mismatch *mismatch);

#endif
