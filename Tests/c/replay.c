/* Makes the calls of a list and writes the resulting journals, to be compared with those of other
 * languages. bindings/python/tests/determinism.py writes the list to the standard input:
 *
 *   cloud CONFIGURATION    creates a cloud
 *   OPERATION REQUEST      makes a call, with any response
 *   fork {}                continues in a copy of the cloud
 *   reload CONFIGURATION   writes the cloud's journal, and continues in a new cloud that loads its
 * state (an empty line)        writes the cloud's journal, ends the line, and destroys the cloud
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

static char *answer(const char *operation, const char *request) {
  char *text = NULL;
  mockcloud_status status = mockcloud_call(cloud, operation, request, &text);
  require(status == MOCKCLOUD_OK, operation, text);
  return text;
}

static void destroy(void) {
  mockcloud_destroy(cloud);
  cloud = NULL;
}

static void write_journal(void) {
  char *journal = answer("mock/journal", "{\"format\":\"lines\"}");
  fputs(journal, stdout);
  mockcloud_string_free(journal);
}

static void end(void) {
  write_journal();
  putchar('\n');
  destroy();
}

static void continue_in_fork(void) {
  mockcloud *copy = NULL;
  require(mockcloud_fork(cloud, &copy) == MOCKCLOUD_OK, "no copy", NULL);
  destroy();
  cloud = copy;
}

static void continue_in_loaded(const char *configuration) {
  char *state = answer("mock/state/save", NULL);
  size_t size = strlen(state) + sizeof "{\"state\":}";
  char *request = malloc(size);
  require(request != NULL, "no memory", NULL);
  snprintf(request, size, "{\"state\":%s}", state);
  write_journal();
  destroy();
  begin(configuration);
  mockcloud_string_free(answer("mock/state/load", request));
  mockcloud_string_free(state);
  free(request);
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
    else if (strcmp(line, "fork") == 0)
      continue_in_fork();
    else if (strcmp(line, "reload") == 0)
      continue_in_loaded(request);
    else
      mockcloud_call(cloud, line, request, NULL);
  }
  free(line);
  require(cloud == NULL, "the last cloud was not ended", NULL);
  require(fflush(stdout) == 0, "standard output cannot be written", NULL);
  return 0;
}
