/* The patterns of scenario files: what an answer must look like, and what is kept of it. */
#ifndef PATTERN_H
#define PATTERN_H

#include <stdbool.h>

#include <json-c/json.h>

/* What did not match: where, what was wanted, what came. */
struct mismatch {
  char path[512];
  char expected[1024];
  char got[1024];
};

/*
 * Whether `value` is as `pattern` wants it. An object matches when each key that the pattern names
 * does, whatever else it holds; an array element by element. "$any" is anything that is present
 * (in an object also null), "$absent" a key that is missing, "$name" exactly what `captured` holds
 * under that name, "$$x" the text "$x". All else is equality, of numbers by value.
 */
bool matches(json_object *pattern, json_object *value, json_object *captured,
             struct mismatch *mismatch);

/* A copy of `request` in which "$name" is what was captured under that name and "$$x" is "$x".
 * False where a name was never captured: `mismatch` then says which. */
bool substitute(json_object *request, json_object *captured, json_object **result,
                struct mismatch *mismatch);

/* Keeps what the paths of `capture` ({"name": "a.0.b"}) lead to in `answer`. */
bool capture_all(json_object *capture, json_object *answer, json_object *captured,
                 struct mismatch *mismatch);

#endif
