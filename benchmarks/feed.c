#include "feed.h"

#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cloud.h"
#include "measure.h"

enum { PAGE = 200, AT_ONCE = 400 };

static const char make_zone[] =
    "{\"operations\":[{\"operationType\":\"create\",\"zone\":{\"zoneID\":{\"zoneName\":\"z\"}}}]}";
static const char first_page[] = "{\"zones\":[{\"zoneID\":{\"zoneName\":\"z\"}}]}";
static const char later_page[] =
    "{\"zones\":[{\"zoneID\":{\"zoneName\":\"z\"},\"syncToken\":\"%s\"}]}";

static void save(mockcloud *cloud, int first) {
  json_object *request = json_object_new_object();
  json_object *zone = json_object_new_object();
  json_object_object_add(zone, "zoneName", json_object_new_string("z"));
  json_object_object_add(request, "zoneID", zone);
  json_object *operations = json_object_new_array();
  json_object_object_add(request, "operations", operations);
  for (int number = first; number < first + AT_ONCE; number++) {
    char name[32];
    snprintf(name, sizeof name, "record-%06d", number);
    json_object *record = json_object_new_object();
    json_object_object_add(record, "recordName", json_object_new_string(name));
    json_object_object_add(record, "recordType", json_object_new_string("Note"));
    json_object *operation = json_object_new_object();
    json_object_object_add(operation, "operationType", json_object_new_string("create"));
    json_object_object_add(operation, "record", record);
    json_object_array_add(operations, operation);
  }
  ask(cloud, "records/modify", json_object_to_json_string(request));
  json_object_put(request);
}

char *request_after(mockcloud *cloud, const char *request) {
  char *answer = answer_of(cloud, "changes/zone", request);
  json_object *object = json_tokener_parse(answer), *zones, *token;
  require(json_object_object_get_ex(object, "zones", &zones) &&
              json_object_object_get_ex(json_object_array_get_idx(zones, 0), "syncToken", &token),
          "a page has a syncToken");
  const char *text = json_object_get_string(token);
  const size_t size = sizeof later_page + strlen(text);
  char *next = malloc(size);
  require(next != NULL, "malloc");
  snprintf(next, size, later_page, text);
  json_object_put(object);
  mockcloud_string_free(answer);
  return next;
}

typedef struct {
  mockcloud *cloud;
  const char *request;
} page;

static void read_page(void *context, int turn) {
  (void)turn;
  page *page = context;
  ask(page->cloud, "changes/zone", page->request);
}

static void clear_journal(void *context) {
  ask(((page *)context)->cloud, "mock/journal/clear", "{}");
}

void feed_pages(int records) {
  mockcloud *cloud = new_cloud();
  ask(cloud, "zones/modify", make_zone);
  for (int number = 0; number < records; number += AT_ONCE)
    save(cloud, number);
  ask(cloud, "mock/journal/clear", "{}");
  /* The last page but one, so that it is as full as the first. */
  char *last = request_after(cloud, first_page);
  for (int done = 2 * PAGE; done < records; done += PAGE) {
    char *next = request_after(cloud, last);
    free(last);
    last = next;
  }
  page start = {cloud, first_page}, end = {cloud, last};
  subject first = {read_page, &start, 5, clear_journal};
  subject measured = {read_page, &end, 5, clear_journal};
  comparison result = compare(&measured, &first);
  row("page of 200 changes, start of 100,000", result.yardstick);
  row_within("page of 200 changes, end of 100,000", result, 1.5);
  free(last);
  mockcloud_destroy(cloud);
}
