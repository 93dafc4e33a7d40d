/* The first line is the name of the operation, the remainder is its request. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

/* Operations that read and write files at paths in the input. */
static int touches_files(const char *operation, const char *request) {
  return strstr(request, "path") != NULL || strstr(request, "\\u") != NULL ||
         strcmp(operation, "mock/state/save") == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = fuzz_text(data, size);
  char *request = strchr(text, '\n');
  if (request != NULL) {
    *request++ = '\0';
    if (!touches_files(text, request)) {
      mockcloud *cloud = fuzz_world();
      char *answer = NULL;
      const mockcloud_status status = mockcloud_call(cloud, text, request, &answer);
      fuzz_check(status, answer);
      mockcloud_string_free(answer);
      mockcloud_destroy(cloud);
    }
  }
  free(text);
  return 0;
}
