/* What the suites share: cmocka with what it needs, and calls that check what can always be
 * checked. */
#ifndef SUPPORT_H
#define SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <json-c/json.h>
#include <mockcloud.h>

#define UNSET ((char *)(uintptr_t)0x5a5a)

/* The operation's answer, which the caller frees; fails unless it comes with this status and is
 * valid JSON. */
char *ask(mockcloud *cloud, const char *operation, const char *request, mockcloud_status status);

/* The same, parsed: give it back to json_object_put(). */
json_object *ask_json(mockcloud *cloud, const char *operation, const char *request,
                      mockcloud_status status);

/* The same, dropped. */
void tell(mockcloud *cloud, const char *operation, const char *request);

/* The member that a dotted path leads to, or NULL. */
json_object *at(json_object *value, const char *path);

/* The text, the whole number or the list's length that a dotted path leads to; fails where there
 * is none. */
const char *text_at(json_object *value, const char *path);
size_t length_at(json_object *value, const char *path);
int64_t number_at(json_object *value, const char *path);

/* NULL when the bytes are one JSON object, in UTF-8, without raw control characters; else what is
 * wrong with them. */
const char *defect_of_json(const char *text);

/* Fails unless text is a misuse answer: {"error": {"message": "...", ...}}. */
void assert_error_json(const char *text);

mockcloud *new_cloud(void);

/* A view of a cloud or a view, with that context. */
mockcloud *view_of(mockcloud *of, const char *context);

/* Saves one record of type Note; NULL or the answer's status. Safe in every thread. */
mockcloud_status save_note(mockcloud *cloud, const char *name, int64_t number);

/* How many records of type Note the cloud's default zone holds. */
int64_t count_notes(mockcloud *cloud);

/* `many`, or `few` under valgrind, where threads are slow. */
int amount(int many, int few);

/* A fixture's two ends: every test ends with as many clouds as it began with. */
int count_clouds(void **state);
int no_cloud_is_left(void **state);

#endif
