#include "mock_service.h"

static int call(void *context, const char *operation, const char *request, char **answer) {
  struct mock *mock = context;
  return mockcloud_call(mock->cloud, operation, request, answer);
}

static void release(void *context, char *answer) {
  (void)context;
  mockcloud_string_free(answer);
}

static void wait_in_virtual_time(void *context, double seconds) {
  struct mock *mock = context;
  mockcloud_callf(mock->cloud, NULL, "mock/clock/advance", "{'seconds': %g}", seconds);
  mock->waited += seconds;
  mock->waits += 1;
  if (mock->waits == mock->clears_errors)
    mockcloud_set_error(mock->cloud, "{\"error\": null}", NULL);
}

struct notes_service mock_service(struct mock *mock) {
  return (struct notes_service){
      .call = call, .release = release, .wait = wait_in_virtual_time, .context = mock};
}
