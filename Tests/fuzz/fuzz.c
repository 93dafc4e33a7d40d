#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

static const char config[] = "{\"seed\": 1, \"users\": [{\"alias\": \"bob\", \"emailAddress\": "
                             "\"bob@example.com\"}]}";
static const char seed[] =
    "{\"records\": [{\"recordName\": \"n1\", \"recordType\": \"Note\", \"zoneID\": {\"zoneName\": "
    "\"work\"}, \"fields\": {"
    "\"s\": {\"value\": \"text\", \"type\": \"STRING\"}, \"i\": {\"value\": 1, \"type\": "
    "\"INT64\"}, "
    "\"d\": {\"value\": 1.5, \"type\": \"DOUBLE\"}, \"t\": {\"value\": 1, \"type\": "
    "\"TIMESTAMP\"}, "
    "\"b\": {\"value\": \"AQI=\", \"type\": \"BYTES\"}, \"l\": {\"value\": [\"a\"], \"type\": "
    "\"STRING_LIST\"}, \"r\": {\"value\": {\"recordName\": \"n1\", \"action\": \"NONE\"}, "
    "\"type\": "
    "\"REFERENCE\"}, \"p\": {\"value\": {\"latitude\": 1, \"longitude\": 2}, \"type\": "
    "\"LOCATION\"}}}]}";

static void require(int condition, const char *what) {
  if (condition)
    return;
  fprintf(stderr, "%s\n", what);
  abort();
}

mockcloud *fuzz_world(void) {
  static mockcloud *world = NULL;
  if (world == NULL) {
    require(mockcloud_create(config, &world, NULL) == MOCKCLOUD_OK, "the world cannot be made");
    require(mockcloud_seed_records(world, seed, NULL) == MOCKCLOUD_OK, "the world has no records");
  }
  mockcloud *copy = NULL;
  require(mockcloud_fork(world, &copy) == MOCKCLOUD_OK, "the world cannot be copied");
  return copy;
}

char *fuzz_text(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  require(text != NULL, "out of memory");
  if (size > 0)
    memcpy(text, data, size);
  text[size] = '\0';
  return text;
}

void fuzz_check(mockcloud_status status, const char *answer) {
  require(status != MOCKCLOUD_INTERNAL, "an input must not bring the library to its wits' end");
  require(answer != NULL, "every call is answered");
  json_object *object = json_tokener_parse(answer);
  require(json_object_is_type(object, json_type_object), "an answer must be an object");
  json_object *error = NULL;
  const int has_error = json_object_object_get_ex(object, "error", &error);
  require(has_error == (status != MOCKCLOUD_OK), "the status must say whether there is an error");
  json_object *code = NULL;
  if (status > 0 && json_object_object_get_ex(error, "ckErrorCode", &code))
    require(json_object_get_int(code) == status, "the status must be the error's code");
  json_object_put(object);
}
