#include "sharing.h"

#include <stdlib.h>

#include "cloud.h"
#include "worlds.h"

enum { PARTICIPANTS = 10 };

call save_below_root(int children) {
  mockcloud *cloud = cloud_of(PARTICIPANTS);
  seed(cloud, children + 1, add_child);
  share(cloud, PARTICIPANTS, "ACCEPTED");
  return (call){cloud, "records/modify", save_of(add_child, children + 1, ""), 0};
}

static mockcloud *shared_parents(int records) {
  mockcloud *cloud = cloud_of(1);
  seed(cloud, records, add_link);
  share(cloud, 1, "ACCEPTED");
  return cloud;
}

call save_below_parents(int records) {
  return (call){shared_parents(records), "records/modify", save_of(add_link, records, ""), 0};
}

/* A request in the shared database names a zone with its owner, once per request. */
static void add_shared_link(text *text, int number) {
  add(text, "{\"recordName\":\"r%d\",\"recordType\":\"Note\",\"parent\":{\"recordName\":\"r%d\"}}",
      number, number - 1);
}

call shared_save_below_parents(int records) {
  const char *context = "\"database\":\"shared\",\"user\":\"u0\"," SHARED_ZONE ",";
  char *request = save_of(add_shared_link, records, context);
  return (call){shared_parents(records), "records/modify", request, 0};
}

static char *request_for_share(int participants) {
  text text = {0};
  add(&text, "{\"operations\":[{\"operationType\":\"create\",\"record\":");
  add_participants(&text, participants, "INVITED");
  add(&text, "}]}");
  return text.bytes;
}

call make_share(int participants) {
  mockcloud *cloud = cloud_of(participants);
  seed(cloud, 1, add_plain);
  return (call){cloud, "records/modify", request_for_share(participants), 0};
}

/* Returns the request of u0 about the share in an answer. */
static char *request_for_guid(char *answer) {
  char *guid = value_of(answer, "shortGUID");
  mockcloud_string_free(answer);
  text text = {0};
  add(&text, "{\"user\":\"u0\",\"shortGUIDs\":[{\"value\":\"%s\"}]}", guid);
  free(guid);
  return text.bytes;
}

call accept_share(int participants) {
  call call = make_share(participants);
  char *answer = answer_of(call.cloud, call.operation, call.request);
  free(call.request);
  call.operation = "records/accept";
  call.request = request_for_guid(answer);
  return call;
}

static void add_shared_root(text *text, int number) {
  add_plain(text, number);
  add(text,
      ",{" ZONE ",\"recordName\":\"s%d\",\"recordType\":\"cloudkit.share\",\"forRecord\":"
      "{\"recordName\":\"r%d\"},\"participants\":[{\"userIdentity\":{\"userRecordName\":"
      "\"_u0\"},\"permission\":\"READ_WRITE\"}]}",
      number, number);
}

static call among(const char *operation, int shares) {
  mockcloud *cloud = cloud_of(1);
  seed(cloud, shares, add_shared_root);
  text text = {0};
  add(&text, "{" ZONE ",\"records\":[{\"recordName\":\"s%d\"}]}", shares / 2);
  char *answer = answer_of(cloud, "records/lookup", text.bytes);
  free(text.bytes);
  return (call){cloud, operation, request_for_guid(answer), 0};
}

call resolve_among(int shares) { return among("records/resolve", shares); }

call accept_among(int shares) { return among("records/accept", shares); }
