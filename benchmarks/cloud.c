#include "cloud.h"

#include <stdio.h>

#include "measure.h"

mockcloud *new_cloud(void) {
  mockcloud *cloud;
  require(mockcloud_create("{}", &cloud, NULL) == 0, "mockcloud_create");
  return cloud;
}

char *answer_of(mockcloud *cloud, const char *operation, const char *request) {
  char *answer;
  mockcloud_status status = mockcloud_call(cloud, operation, request, &answer);
  if (status != 0)
    fprintf(stderr, "%s: %s\n", operation, answer);
  require(status == 0, operation);
  return answer;
}

void ask(mockcloud *cloud, const char *operation, const char *request) {
  mockcloud_string_free(answer_of(cloud, operation, request));
}
