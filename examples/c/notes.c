#include "notes.h"

#include <json-c/json.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* The codes of CloudKit that this client handles: CKErrorCode. */
enum {
  NETWORK_FAILURE = 4,
  SERVICE_UNAVAILABLE = 6,
  RATE_LIMITED = 7,
  NOT_AUTHENTICATED = 9,
  UNKNOWN_ITEM = 11,
  RECORD_CHANGED = 14,
  ZONE_BUSY = 23,
  ZONE_NOT_FOUND = 26,
  ACCOUNT_TEMPORARILY_UNAVAILABLE = 36
};

enum { ATTEMPTS = 5 };

static const char zone[] = "Notes";

static json_object *member(json_object *object, const char *key) {
  json_object *value = NULL;
  json_object_object_get_ex(object, key, &value);
  return value;
}

static void copy_text(char *to, size_t size, json_object *from) {
  snprintf(to, size, "%s", from == NULL ? "" : json_object_get_string(from));
}

static json_object *text(const char *value) { return json_object_new_string(value); }

static json_object *zone_id(void) {
  json_object *id = json_object_new_object();
  json_object_object_add(id, "zoneName", text(zone));
  return id;
}

/* {"<list>": [item], "zoneID": ...} */
static json_object *request_of(const char *list, json_object *item) {
  json_object *request = json_object_new_object(), *items = json_object_new_array();
  json_object_array_add(items, item);
  json_object_object_add(request, list, items);
  json_object_object_add(request, "zoneID", zone_id());
  return request;
}

static json_object *note_request(const struct note *note) {
  json_object *fields = json_object_new_object(), *value = json_object_new_object();
  json_object *record = json_object_new_object(), *operation = json_object_new_object();
  json_object_object_add(value, "value", text(note->text));
  json_object_object_add(fields, "text", value);
  json_object_object_add(record, "recordName", text(note->name));
  json_object_object_add(record, "recordType", text("Note"));
  json_object_object_add(record, "fields", fields);
  if (note->tag[0] != 0)
    json_object_object_add(record, "recordChangeTag", text(note->tag));
  json_object_object_add(operation, "operationType", text("save"));
  json_object_object_add(operation, "record", record);
  return request_of("operations", operation);
}

/* One exchange with CloudKit about one record, and the record's error if it has one. */
struct exchange {
  json_object *answer;
  json_object *record;
  int error;
  double retry_after;
};

static void ask(const struct notes_service *service, const char *operation, json_object *request,
                struct exchange *exchange) {
  char *answer = NULL;
  json_object_put(exchange->answer);
  exchange->error =
      service->call(service->context, operation, json_object_to_json_string(request), &answer);
  exchange->answer = answer == NULL ? NULL : json_tokener_parse(answer);
  service->release(service->context, answer);
  json_object *records = member(exchange->answer, "records");
  exchange->record = records == NULL ? NULL : json_object_array_get_idx(records, 0);
  /* The error of the single requested record is more specific than "partial failure". */
  json_object *failed = member(exchange->record, "ckErrorCode") != NULL
                            ? exchange->record
                            : member(exchange->answer, "error");
  if (exchange->error != 0 && member(failed, "ckErrorCode") != NULL)
    exchange->error = json_object_get_int(member(failed, "ckErrorCode"));
  json_object *delay = member(failed, "retryAfter");
  exchange->retry_after = delay == NULL ? 1 : json_object_get_double(delay);
}

static bool make_zone(const struct notes_service *service) {
  json_object *created = json_object_new_object(), *operation = json_object_new_object();
  json_object_object_add(created, "zoneID", zone_id());
  json_object_object_add(operation, "operationType", text("create"));
  json_object_object_add(operation, "zone", created);
  json_object *request = json_object_new_object(), *operations = json_object_new_array();
  json_object_array_add(operations, operation);
  json_object_object_add(request, "operations", operations);
  struct exchange exchange = {0};
  ask(service, "zones/modify", request, &exchange);
  json_object_put(exchange.answer);
  json_object_put(request);
  return exchange.error == 0;
}

static bool is_passing(int error) {
  return error == ZONE_BUSY || error == SERVICE_UNAVAILABLE || error == RATE_LIMITED ||
         error == NETWORK_FAILURE;
}

static enum notes_result result_of(int error) {
  switch (error) {
  case 0:
    return NOTES_OK;
  case UNKNOWN_ITEM:
  case ZONE_NOT_FOUND:
    return NOTES_NOT_FOUND;
  case NOT_AUTHENTICATED:
  case ACCOUNT_TEMPORARILY_UNAVAILABLE:
    return NOTES_SIGNED_OUT;
  default:
    return is_passing(error) ? NOTES_BUSY : NOTES_FAILED;
  }
}

/* Repeats a request as long as CloudKit asks to wait. */
static void ask_patiently(const struct notes_service *service, const char *operation,
                          json_object *request, struct exchange *exchange) {
  ask(service, operation, request, exchange);
  for (int attempt = 1; attempt < ATTEMPTS && is_passing(exchange->error); attempt++) {
    service->wait(service->context, exchange->retry_after);
    ask(service, operation, request, exchange);
  }
}

static void read_record(json_object *record, struct note *note) {
  copy_text(note->name, sizeof note->name, member(record, "recordName"));
  copy_text(note->tag, sizeof note->tag, member(record, "recordChangeTag"));
  json_object *field = member(member(record, "fields"), "text");
  copy_text(note->text, sizeof note->text, member(field, "value"));
}

/* Puts the server's text before the client's, and continues from the server's version. */
static void merge(struct note *note, json_object *server) {
  struct note theirs = {.name = ""}, both = *note;
  read_record(server, &theirs);
  if (strcmp(theirs.text, note->text) != 0)
    snprintf(both.text, sizeof both.text, "%.255s\n%.255s", theirs.text, note->text);
  memcpy(both.tag, theirs.tag, sizeof both.tag);
  *note = both;
}

enum notes_result notes_save(const struct notes_service *service, struct note *note) {
  struct exchange exchange = {0};
  bool again = true;
  for (int attempt = 0; attempt < ATTEMPTS && again; attempt++) {
    json_object *request = note_request(note);
    ask_patiently(service, "records/modify", request, &exchange);
    json_object_put(request);
    json_object *server = member(exchange.record, "serverRecord");
    again = false;
    if (exchange.error == ZONE_NOT_FOUND) {
      again = make_zone(service);
    } else if (exchange.error == RECORD_CHANGED && server != NULL) {
      merge(note, server);
      again = true;
    }
  }
  if (exchange.error == 0)
    read_record(exchange.record, note);
  json_object_put(exchange.answer);
  return exchange.error == RECORD_CHANGED ? NOTES_BUSY : result_of(exchange.error);
}

enum notes_result notes_load(const struct notes_service *service, const char *name,
                             struct note *note) {
  struct exchange exchange = {0};
  json_object *record = json_object_new_object();
  json_object_object_add(record, "recordName", text(name));
  json_object *request = request_of("records", record);
  ask_patiently(service, "records/lookup", request, &exchange);
  if (exchange.error == 0)
    read_record(exchange.record, note);
  json_object_put(request);
  json_object_put(exchange.answer);
  return result_of(exchange.error);
}

enum notes_result notes_remove(const struct notes_service *service, const char *name) {
  struct exchange exchange = {0};
  json_object *record = json_object_new_object(), *operation = json_object_new_object();
  json_object_object_add(record, "recordName", text(name));
  json_object_object_add(operation, "operationType", text("forceDelete"));
  json_object_object_add(operation, "record", record);
  json_object *request = request_of("operations", operation);
  ask_patiently(service, "records/modify", request, &exchange);
  json_object_put(request);
  json_object_put(exchange.answer);
  enum notes_result result = result_of(exchange.error);
  return result == NOTES_NOT_FOUND ? NOTES_OK : result;
}
