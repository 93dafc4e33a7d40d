#include "requests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

enum { RECORD_ROOM = 1024 };

static const char record_format[] =
    "{\"recordName\":\"note-%06d\",\"recordType\":\"Note\",\"fields\":{"
    "\"title\":{\"value\":\"Buy glue\",\"type\":\"STRING\"},"
    "\"text\":{\"value\":\"and paper\",\"type\":\"STRING\"},"
    "\"done\":{\"value\":0,\"type\":\"INT64\"},"
    "\"n\":{\"value\":%d,\"type\":\"INT64\"},"
    "\"rank\":{\"value\":5,\"type\":\"INT64\"},"
    "\"rate\":{\"value\":0.5,\"type\":\"DOUBLE\"},"
    "\"due\":{\"value\":1767225600000,\"type\":\"TIMESTAMP\"},"
    "\"tags\":{\"value\":[\"a\",\"b\"],\"type\":\"STRING_LIST\"},"
    "\"at\":{\"value\":{\"latitude\":52.5,\"longitude\":13.4},\"type\":\"LOCATION\"},"
    "\"blob\":{\"value\":\"AAE=\",\"type\":\"BYTES\"},"
    "\"lang\":{\"value\":\"en\",\"type\":\"STRING\"}}}";

static char *room(size_t size) {
  char *text = malloc(size);
  require(text != NULL, "malloc");
  return text;
}

char *record_text(int number) {
  char *text = room(RECORD_ROOM);
  snprintf(text, RECORD_ROOM, record_format, number, number);
  return text;
}

char *save_text(int number, int count) {
  char *text = room((size_t)count * RECORD_ROOM + 64);
  char *end = text + sprintf(text, "{\"operations\":[");
  for (int index = 0; index < count; index++) {
    char *record = record_text(number + index);
    end += sprintf(end, "%s{\"operationType\":\"forceUpdate\",\"record\":%s}", index ? "," : "",
                   record);
    free(record);
  }
  strcpy(end, "]}");
  return text;
}

char *lookup_text(int number) {
  char *text = room(RECORD_ROOM);
  snprintf(text, RECORD_ROOM, "{\"records\":[{\"recordName\":\"note-%06d\"}]}", number);
  return text;
}
