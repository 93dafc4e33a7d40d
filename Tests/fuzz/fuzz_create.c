/* The input is a configuration. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = fuzz_text(data, size);
  /* A state may be the path of a file, and a schema may name one. */
  if (strstr(text, "state") == NULL && strstr(text, "path") == NULL &&
      strstr(text, "\\u") == NULL) {
    mockcloud *cloud = NULL;
    char *error = NULL;
    const mockcloud_status status = mockcloud_create(text, &cloud, &error);
    if (status != MOCKCLOUD_OK)
      fuzz_check(status, error);
    mockcloud_string_free(error);
    mockcloud_destroy(cloud);
  }
  free(text);
  return 0;
}
