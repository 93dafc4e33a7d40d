/* The input is predicate text for a type with fields of every kind. */
#include "fuzz.h"

#include <stdlib.h>

#include <json-c/json.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > 1 << 20)
    return 0;
  json_object *request = json_object_new_object();
  json_object *query = json_object_new_object();
  json_object_object_add(request, "query", query);
  json_object_object_add(request, "zoneWide", json_object_new_boolean(1));
  json_object_object_add(query, "recordType", json_object_new_string("Note"));
  json_object_object_add(query, "predicate",
                         json_object_new_string_len((const char *)data, (int)size));
  mockcloud *cloud = fuzz_world();
  char *answer = NULL;
  const char *text = json_object_to_json_string_ext(request, JSON_C_TO_STRING_PLAIN);
  const mockcloud_status status = mockcloud_call(cloud, "records/query", text, &answer);
  fuzz_check(status, answer);
  mockcloud_string_free(answer);
  mockcloud_destroy(cloud);
  json_object_put(request);
  return 0;
}
