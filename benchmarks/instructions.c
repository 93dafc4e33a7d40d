/* Makes one kind of call a number of times, for callgrind to count: instructions KIND COUNT. Two
 * runs with different counts give the instructions of one call. */
#include <mockcloud.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cloud.h"
#include "measure.h"
#include "requests.h"

/* A batch whose records refer to the first of them, with which they are deleted. */
static char *references_text(int count) {
  char *text = malloc((size_t)count * 256 + 512);
  require(text != NULL, "malloc");
  char *end =
      text + sprintf(text, "{\"zoneID\":{\"zoneName\":\"Z\"},\"operations\":["
                           "{\"operationType\":\"forceUpdate\",\"record\":"
                           "{\"recordName\":\"list\",\"recordType\":\"List\",\"fields\":{}}}");
  for (int number = 1; number < count; number++)
    end +=
        sprintf(end,
                ",{\"operationType\":\"forceUpdate\",\"record\":{\"recordName\":\"item-%d\","
                "\"recordType\":\"Item\",\"fields\":{\"list\":{\"value\":{\"recordName\":\"list\","
                "\"action\":\"DELETE_SELF\"},\"type\":\"REFERENCE\"}}}}",
                number);
  strcpy(end, "]}");
  return text;
}

int main(int count, char **arguments) {
  require(count == 3, "usage: instructions save|lookup|query|batch|references COUNT");
  const char *kind = arguments[1];
  int calls = atoi(arguments[2]);
  mockcloud *cloud = new_cloud();
  char *batch = save_text(0, 400);
  ask(cloud, "records/modify", batch);
  ask(cloud, "zones/modify",
      "{\"operations\":[{\"operationType\":\"create\",\"zone\":{\"zoneID\":{\"zoneName\":\"Z\"}}}]"
      "}");
  const char *operation = "records/modify";
  char *request = NULL;
  if (strcmp(kind, "save") == 0) {
    request = save_text(17, 1);
  } else if (strcmp(kind, "batch") == 0) {
    request = save_text(0, 400);
  } else if (strcmp(kind, "references") == 0) {
    request = references_text(400);
  } else if (strcmp(kind, "lookup") == 0) {
    operation = "records/lookup";
    request = lookup_text(17);
  } else if (strcmp(kind, "query") == 0) {
    operation = "records/query";
    request = strdup("{\"query\":{\"recordType\":\"Note\",\"filterBy\":[{\"comparator\":\"EQUALS\","
                     "\"fieldName\":\"n\",\"fieldValue\":{\"value\":17,\"type\":\"INT64\"}}]}}");
  }
  require(request != NULL, kind);
  for (int call = 0; call < calls; call++)
    ask(cloud, operation, request);
  free(request);
  free(batch);
  mockcloud_destroy(cloud);
  return 0;
}
