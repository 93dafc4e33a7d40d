/* Runs files through a fuzz target, so that earlier findings are tested without libFuzzer. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

static int run_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    perror(path);
    return 1;
  }
  static uint8_t data[1 << 20];
  const size_t size = fread(data, 1, sizeof data, file);
  fclose(file);
  LLVMFuzzerTestOneInput(data, size);
  return 0;
}

int main(int count, char **paths) {
  int failed = count < 2;
  for (int i = 1; i < count; i++)
    failed |= run_file(paths[i]);
  printf("%d passed, %d failed\n", failed ? 0 : count - 1, failed);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
