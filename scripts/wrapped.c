/* Replacements for functions of the Swift runtime and of json-c. They are used when libmockcloud.so
 * is linked, see build-library.
 */
#include <json-c/json_object.h>
#include <json-c/linkhash.h>
#include <math.h>
#include <stdint.h>

/* Returns 0: no name. The names of Unicode scalars would add half a megabyte to the library. */
intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity);

intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity) {
  (void)scalar, (void)buffer, (void)capacity;
  return 0;
}

/* hypotf() has a new version in glibc 2.35, which the library would then require. The squares of
 * floats are exact as doubles and do not overflow. */
float __wrap_hypotf(float x, float y);

float __wrap_hypotf(float x, float y) {
  if (isinf(x) || isinf(y)) {
    return INFINITY;
  }
  return (float)sqrt((double)x * x + (double)y * y);
}

/* The parser of json-c calls this function to add a member to an object, and does not look at its
 * result. Without memory for the key it passes NULL, which would end the process; without memory
 * for the member, the member would be missing. An object that lacks a member is marked by user
 * data, which needs no memory: see JSONMemberCount.swift. */
int __wrap_json_object_object_add(struct json_object *object, const char *key,
                                  struct json_object *value);

int __wrap_json_object_object_add(struct json_object *object, const char *key,
                                  struct json_object *value) {
  if (__builtin_expect(key != NULL && json_object_object_add_ex(object, key, value, 0) == 0, 1)) {
    return 0;
  }
  json_object_put(value);
  json_object_set_userdata(object, object, NULL);
  return -1;
}

/* Returns a table for the members of an object. json-c makes each with 16 places of 40 bytes, and
 * doubles it if it fills. Most objects have at most two members. */
struct lh_table *mockcloud_new_table(int places, lh_entry_free_fn *free_entry);

struct lh_table *mockcloud_new_table(int places, lh_entry_free_fn *free_entry) {
  return lh_kchar_table_new(places < 4 ? places : 4, free_entry);
}
