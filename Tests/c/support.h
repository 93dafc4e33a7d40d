/* Shared by the suites: cmocka with its requirements, and calls with general checks. */
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

/* Returns the operation's answer, which the caller frees; fails unless it has this status and is
 * valid JSON. */
char *ask(mockcloud *cloud, const char *operation, const char *request, mockcloud_status status);

/* The same, parsed: release the result with json_object_put(). */
json_object *ask_json(mockcloud *cloud, const char *operation, const char *request,
                      mockcloud_status status);

/* The same; the answer is dropped. */
void tell(mockcloud *cloud, const char *operation, const char *request);

/* Returns the member at a dotted path, or NULL. */
json_object *at(json_object *value, const char *path);

/* Returns the text, the integer or the list's length at a dotted path; fails if there is none. */
const char *text_at(json_object *value, const char *path);
size_t length_at(json_object *value, const char *path);
int64_t number_at(json_object *value, const char *path);

/* Returns NULL if the bytes are one JSON object in UTF-8 without raw control characters; otherwise
 * a description of the defect. */
const char *defect_of_json(const char *text);

/* Fails unless text is a misuse answer: {"error": {"message": "...", ...}}. */
void assert_error_json(const char *text);

mockcloud *new_cloud(void);

/* Returns a view of a cloud or a view with the given context. */
mockcloud *view_of(mockcloud *of, const char *context);

/* Saves one record of type Note; returns NULL or the answer's status. Any thread may call it. */
mockcloud_status save_note(mockcloud *cloud, const char *name, int64_t number);

/* Returns the number of records of type Note in the cloud's default zone. */
int64_t count_notes(mockcloud *cloud);

/* Returns `many`, or `few` under valgrind, where threads are slow. */
int amount(int many, int few);

/* Setup and teardown: a test must end with as many clouds as it began with. */
int count_clouds(void **state);
int no_cloud_is_left(void **state);

#endif
