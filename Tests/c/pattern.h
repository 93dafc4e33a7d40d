/* The patterns of scenario files, which answers must match, and captured values. */
#ifndef PATTERN_H
#define PATTERN_H

#include <stdbool.h>

#include <json-c/json.h>
#include <mockcloud.h>

/* A description of a mismatch, for people. */
struct mismatch {
  char text[3000];
};

/*
 * Returns whether a JSON text matches `pattern`, as mock/match of the cloud compares them with the
 * values in `captured`. "$name" matches only a captured value.
 */
bool matches(mockcloud *cloud, json_object *pattern, const char *text, json_object *captured,
             struct mismatch *mismatch);

/* Returns a copy of `request` in which "$name" is replaced by the value captured under that name
 * and "$$x" by "$x". Returns false if a name was not captured; `mismatch` then has the name. */
bool substitute(json_object *request, json_object *captured, json_object **result,
                struct mismatch *mismatch);

/* Captures the values in `answer` at the paths of `capture` ({"name": "a.0.b"}). */
bool capture_all(json_object *capture, json_object *answer, json_object *captured,
                 struct mismatch *mismatch);

#endif
