#include "worlds.h"

#include <stdlib.h>

#include "cloud.h"
#include "measure.h"

mockcloud *cloud_of(int users) {
  text text = {0};
  add(&text, "{\"limits\":{\"bytesPerRequest\":1000000000,\"bytesPerRecord\":1000000000,"
             "\"itemsPerRequest\":1000000,\"participantsPerShare\":1000000},\"users\":["
             "{\"alias\":\"me\",\"userRecordName\":\"_me\",\"devices\":[\"phone\"]}");
  for (int number = 0; number < users; number++)
    add(&text, ",{\"alias\":\"u%d\",\"userRecordName\":\"_u%d\"}", number, number);
  add(&text, "]}");
  mockcloud *cloud;
  require(mockcloud_create(text.bytes, &cloud, NULL) == 0, "mockcloud_create");
  free(text.bytes);
  return cloud;
}

void seed(mockcloud *cloud, int records, void (*add_record)(text *text, int number)) {
  text text = {0};
  add(&text, "{\"zones\":[{\"zoneName\":\"z\"}],\"records\":[");
  for (int number = 0; number < records; number++) {
    add_comma(&text, number);
    add_record(&text, number);
  }
  add(&text, "]}");
  ask(cloud, "mock/seed", text.bytes);
  free(text.bytes);
}

void add_plain(text *text, int number) {
  add(text, "{" ZONE ",\"recordName\":\"r%d\",\"recordType\":\"Note\"}", number);
}

static void add_below(text *text, int number, int parent) {
  if (number == 0) {
    add_plain(text, number);
    return;
  }
  add(text,
      "{" ZONE
      ",\"recordName\":\"r%d\",\"recordType\":\"Note\",\"parent\":{\"recordName\":\"r%d\"}}",
      number, parent);
}

void add_child(text *text, int number) { add_below(text, number, 0); }

void add_link(text *text, int number) { add_below(text, number, number - 1); }

void add_participants(text *text, int count, const char *status) {
  add(text, "{" ZONE ",\"recordName\":\"s\",\"recordType\":\"cloudkit.share\","
            "\"forRecord\":{\"recordName\":\"r0\"},\"participants\":[");
  for (int number = 0; number < count; number++) {
    add_comma(text, number);
    add(text,
        "{\"userIdentity\":{\"userRecordName\":\"_u%d\"},\"permission\":\"READ_WRITE\","
        "\"acceptanceStatus\":\"%s\"}",
        number, status);
  }
  add(text, "]}");
}

void share(mockcloud *cloud, int participants, const char *status) {
  text text = {0};
  add(&text, "{\"records\":[");
  add_participants(&text, participants, status);
  add(&text, "]}");
  ask(cloud, "mock/seed", text.bytes);
  free(text.bytes);
}

char *lookup_of(int number) {
  text text = {0};
  add(&text, "{" ZONE ",\"records\":[{\"recordName\":\"r%d\"}]}", number);
  return text.bytes;
}

char *save_of(void (*add_record)(text *text, int number), int number, const char *context) {
  text text = {0};
  add(&text, "{%s\"operations\":[{\"operationType\":\"forceUpdate\",\"record\":", context);
  add_record(&text, number);
  add(&text, "}]}");
  return text.bytes;
}
