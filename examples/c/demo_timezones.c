/*
 * The time zones of the world in a simulated iCloud, from C: seeded from a file, queried, and with
 * an injected error.
 *
 *   demo_timezones ../data/timezones.json
 *
 * json-c reads the responses; any JSON library can.
 */
#include <errno.h>
#include <json.h>
#include <mockcloud.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_object *get(json_object *object, const char *key) {
  return json_object_object_get(object, key);
}

static const char *text(json_object *object, const char *key) {
  const char *found = json_object_get_string(get(object, key));
  return found ? found : "-";
}

/* Returns the value of a record's field; NULL if the record has no such field. */
static json_object *field(json_object *record, const char *name) {
  return get(get(get(record, "fields"), name), "value");
}

/* Returns the whole file as a string; NULL, with a message, on failure. */
static char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  char *content = NULL;
  if (file && fseek(file, 0, SEEK_END) == 0) {
    long size = ftell(file);
    if (size >= 0 && (content = calloc((size_t)size + 1, 1)) != NULL) {
      rewind(file);
      if (fread(content, 1, (size_t)size, file) != (size_t)size) {
        free(content);
        content = NULL;
      }
    }
  }
  if (!content)
    fprintf(stderr, "%s: %s\n", path, strerror(errno));
  if (file)
    fclose(file);
  return content;
}

/* Makes a call and parses its answer, which the caller releases. */
static json_object *call(mockcloud *cloud, const char *operation, const char *request,
                         mockcloud_status *status) {
  char *answer = NULL;
  *status = mockcloud_call(cloud, operation, request, &answer);
  json_object *parsed = answer ? json_tokener_parse(answer) : NULL;
  mockcloud_string_free(answer);
  return parsed;
}

static int seed(mockcloud *cloud, const char *path) {
  char *request = read_file(path);
  if (!request)
    return -1;
  mockcloud_status status;
  json_object *counts = call(cloud, "mock/seed", request, &status);
  free(request);
  if (status == MOCKCLOUD_OK)
    printf("\nThe time zones of the world, from C\n"
           "===================================\n"
           "Seeded %s records in %s zones.\n",
           text(counts, "records"), text(counts, "zones"));
  else
    fprintf(stderr, "%s: %s\n", path, text(get(counts, "error"), "message"));
  json_object_put(counts);
  return status;
}

static const char southernmost[] =
    "{\"zoneID\": {\"zoneName\": \"South\"}, \"resultsLimit\": 8, \"query\": {"
    "\"recordType\": \"TimeZone\", "
    "\"filterBy\": [{\"fieldName\": \"region\", \"comparator\": \"NOT_EQUALS\", "
    "\"fieldValue\": {\"value\": \"Antarctica\"}}], "
    "\"sortBy\": [{\"fieldName\": \"location\", \"ascending\": true, \"relativeLocation\": "
    "{\"value\": {\"latitude\": -90.0, \"longitude\": 0.0}, \"type\": \"LOCATION\"}}]}}";

static int ask(mockcloud *cloud) {
  mockcloud_status status;
  json_object *answer = call(cloud, "records/query", southernmost, &status);
  json_object *records = get(answer, "records");
  if (status != MOCKCLOUD_OK) {
    fprintf(stderr, "%s\n", text(get(answer, "error"), "reason"));
    json_object_put(answer);
    return status;
  }
  printf("\nNearest to the South Pole, without Antarctica\n");
  printf("  %-14s  %9s  %9s  %s\n", "city", "latitude", "longitude", "comment");
  printf("  %-14s  %9s  %9s  %s\n", "--------------", "---------", "---------", "-------");
  for (size_t i = 0; i < json_object_array_length(records); i++) {
    json_object *record = json_object_array_get_idx(records, i);
    json_object *place = field(record, "location");
    const char *comment = json_object_get_string(field(record, "comment"));
    printf("  %-14s  %9.2f  %9.2f  %s\n", json_object_get_string(field(record, "city")),
           json_object_get_double(get(place, "latitude")),
           json_object_get_double(get(place, "longitude")), comment ? comment : "-");
  }
  json_object_put(answer);
  return status;
}

/* Sets an error with one of the harness's functions and shows the query's response. */
static void break_it(mockcloud *cloud, const char *label,
                     mockcloud_status (*set)(mockcloud *, const char *, char **),
                     const char *request) {
  mockcloud_status status = set(cloud, request, NULL);
  json_object *answer = NULL;
  if (status == MOCKCLOUD_OK)
    answer = call(cloud, "records/query", southernmost, &status);
  json_object *error = get(answer, "error");
  printf("  %-28s  %6d  %-18s  %s\n", label, (int)status, mockcloud_status_name(status),
         text(error, "retryAfter"));
  json_object_put(answer);
}

int main(int count, char **arguments) {
  mockcloud *cloud = NULL;
  if (count != 2) {
    fprintf(stderr, "usage: %s timezones.json\n", arguments[0]);
    return 2;
  }
  if (mockcloud_create("{\"seed\": 1}", &cloud, NULL) != MOCKCLOUD_OK)
    return EXIT_FAILURE;
  int failed = seed(cloud, arguments[1]) || ask(cloud);
  if (!failed) {
    printf("\nThe same query, broken\n");
    printf("  %-28s  %6s  %-18s  %s\n", "what is set", "status", "name", "retry after");
    printf("  %-28s  %6s  %-18s  %s\n", "----------------------------", "------",
           "------------------", "-----------");
    break_it(cloud, "error serviceUnavailable", mockcloud_set_error,
             "{\"error\": {\"code\": \"serviceUnavailable\", \"retryAfter\": 1.5}}");
    break_it(cloud, "error null", mockcloud_set_error, "{\"error\": null}");
    break_it(cloud, "accountStatus noAccount", mockcloud_set_account_status,
             "{\"accountStatus\": \"noAccount\"}");
    break_it(cloud, "accountStatus available", mockcloud_set_account_status,
             "{\"accountStatus\": \"available\"}");
  }
  mockcloud_destroy(cloud);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
