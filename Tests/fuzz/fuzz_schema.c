/* The input is schema text. A valid schema must be written as text with the same meaning. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

static char *call(mockcloud *cloud, const char *operation, const char *request) {
  char *answer = NULL;
  const mockcloud_status status = mockcloud_call(cloud, operation, request, &answer);
  fuzz_check(status, answer);
  if (status == MOCKCLOUD_OK)
    return answer;
  mockcloud_string_free(answer);
  return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  mockcloud *cloud = NULL;
  if (size > 1 << 20 || mockcloud_create("{}", &cloud, NULL) != MOCKCLOUD_OK)
    return 0;
  json_object *request = json_object_new_object();
  json_object_object_add(request, "schema",
                         json_object_new_string_len((const char *)data, (int)size));
  char *types = call(cloud, "mock/schema/load",
                     json_object_to_json_string_ext(request, JSON_C_TO_STRING_PLAIN));
  if (types) {
    /* The answer of one call is the request of the other. */
    char *first = call(cloud, "mock/schema/get", NULL);
    char *again = call(cloud, "mock/schema/load", first);
    char *second = call(cloud, "mock/schema/get", NULL);
    if (!again || strcmp(types, again) != 0 || strcmp(first, second) != 0) {
      fprintf(stderr, "%s\nis not\n%s\n", second, first);
      abort();
    }
    mockcloud_string_free(first);
    mockcloud_string_free(again);
    mockcloud_string_free(second);
  }
  mockcloud_string_free(types);
  mockcloud_destroy(cloud);
  json_object_put(request);
  return 0;
}
