/* Makes the calls of a list and writes the resulting journals, to be compared with those of other
 * languages. bindings/python/tests/determinism.py writes the list to the standard input:
 *
 *   cloud CONFIGURATION    creates a cloud
 *   OPERATION REQUEST      makes a call, with any response
 *   (an empty line)        writes the cloud's journal as a line and destroys the cloud
 */
#include <mockcloud.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void require(int holds, const char *what, const char *text) {
  if (holds)
    return;
  fprintf(stderr, "replay: %s: %s\n", what, text ? text : "");
  exit(1);
}

static mockcloud *cloud;

static void begin(const char *configuration) {
  char *error = NULL;
  require(cloud == NULL, "the cloud before was not ended", configuration);
  mockcloud_status status = mockcloud_create(configuration, &cloud, &error);
  require(status == MOCKCLOUD_OK, "no cloud", error);
}

static void end(void) {
  char *journal = NULL;
  mockcloud_status status =
      mockcloud_call(cloud, "mock/journal", "{\"format\":\"lines\"}", &journal);
  require(status == MOCKCLOUD_OK, "no journal", journal);
  puts(journal);
  mockcloud_string_free(journal);
  mockcloud_destroy(cloud);
  cloud = NULL;
}

int main(void) {
  char *line = NULL;
  size_t size = 0;
  ssize_t length;
  while ((length = getline(&line, &size, stdin)) > 0) {
    if (line[length - 1] == '\n')
      line[length - 1] = '\0';
    if (line[0] == '\0') {
      end();
      continue;
    }
    char *request = strchr(line, ' ');
    require(request != NULL, "no request", line);
    *request++ = '\0';
    if (strcmp(line, "cloud") == 0)
      begin(request);
    else
      mockcloud_call(cloud, line, request, NULL);
  }
  free(line);
  require(cloud == NULL, "the last cloud was not ended", NULL);
  require(fflush(stdout) == 0, "standard output cannot be written", NULL);
  return 0;
}
