/*
 * Every single fault at every call: the notes client with all possible faults, and a careless
 * client whose mistake one of the faults reveals.
 */
#include <json-c/json.h>
#include <mockcloud.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mock_service.h"

/* A scenario of a client; returns whether its result is correct. */
typedef bool scenario(mockcloud *cloud);

/* Prints the faults with which the scenario failed, and returns their number. */
static int report(mockcloud *cloud) {
  char *answer = NULL;
  mockcloud_call(cloud, "mock/explore/report", NULL, &answer);
  json_object *document = json_tokener_parse(answer);
  json_object *cases = json_object_object_get(document, "cases");
  size_t count = json_object_array_length(cases);
  int failed = 0;
  for (size_t index = 0; index < count; index++) {
    json_object *entry = json_object_array_get_idx(cases, index);
    const char *outcome = json_object_get_string(json_object_object_get(entry, "outcome"));
    bool acted = strcmp(outcome, "reached") == 0;
    if (acted && !json_object_get_boolean(json_object_object_get(entry, "failed")))
      continue;
    json_object *tried = json_object_object_get(entry, "case");
    printf("  %s by %s at call %d, %s\n    again: %s\n", acted ? "broken" : outcome,
           json_object_get_string(json_object_object_get(tried, "effect")),
           json_object_get_int(json_object_object_get(tried, "call")),
           json_object_get_string(json_object_object_get(tried, "operation")),
           json_object_to_json_string(json_object_object_get(tried, "rules")));
    failed++;
  }
  printf("  %zu cases, %d failed\n", count, failed);
  json_object_put(document);
  mockcloud_string_free(answer);
  return count == 0 ? -1 : failed;
}

/* Runs the scenario once without a fault, and once for each fault. */
static int explore(const char *name, scenario *passes) {
  mockcloud *cloud = NULL;
  char *answer = NULL;
  printf("%s\n", name);
  mockcloud_create("{\"seed\": 1}", &cloud, NULL);

  mockcloud_call(cloud, "mock/explore/begin", NULL, NULL);
  for (int32_t done = 0; !done; mockcloud_string_free(answer)) {
    const char *verdict = passes(cloud) ? "{}" : "{\"failed\": true}";
    if (mockcloud_call(cloud, "mock/explore/next", verdict, &answer) == MOCKCLOUD_OK) {
      mockcloud_json_bool(answer, "/done", &done);
    } else {
      fprintf(stderr, "%s\n", answer); /* such as a first run, without faults, that failed */
      done = 1;
    }
  }

  int failed = report(cloud);
  mockcloud_destroy(cloud);
  return failed;
}

/* Saves a note; if that failed, the user tries again later. */
static bool notes_are_kept(mockcloud *cloud) {
  struct mock mock = {.cloud = cloud};
  struct notes_service service = mock_service(&mock);
  struct note note = {.name = "milk", .text = "Buy milk"}, found = {.name = ""};
  enum notes_result saved = notes_save(&service, &note);
  mockcloud_call(cloud, "mock/faults/pause", NULL, NULL); /* the fault is over */
  if (saved != NOTES_OK)
    saved = notes_save(&service, &note);
  return saved == NOTES_OK && notes_load(&service, "milk", &found) == NOTES_OK &&
         strcmp(found.text, "Buy milk") == 0;
}

/* Leaves the name to the service, and tries again if there was no response. */
static bool careless(mockcloud *cloud) {
  static const char save[] = "{\"operations\": [{\"operationType\": \"create\", "
                             "\"record\": {\"recordType\": \"Note\"}}]}";
  while (mockcloud_call(cloud, "records/modify", save, NULL) ==
         MOCKCLOUD_CKERROR_SERVER_RESPONSE_LOST)
    continue;
  char *answer = NULL;
  mockcloud_call(cloud, "mock/records", NULL, &answer);
  const char *first = strstr(answer, "\"recordName\"");
  bool is_twice = first != NULL && strstr(first + 1, "\"recordName\"") != NULL;
  mockcloud_string_free(answer);
  return !is_twice;
}

int main(void) {
  int failed = explore("A client that looks what it did", notes_are_kept);
  int found = explore("One that does not", careless);
  return failed == 0 && found == 1 ? EXIT_SUCCESS : EXIT_FAILURE;
}
