#include "client.h"

#include <json-c/json.h>
#include <stdio.h>
#include <string.h>

/* The codes of CloudKit that this client handles: CKErrorCode. */
enum {
  PARTIAL_FAILURE = 2,
  NETWORK_UNAVAILABLE = 3,
  NETWORK_FAILURE = 4,
  SERVICE_UNAVAILABLE = 6,
  RATE_LIMITED = 7,
  NOT_AUTHENTICATED = 9,
  UNKNOWN_ITEM = 11,
  RECORD_CHANGED = 14,
  TOKEN_EXPIRED = 21,
  BATCH_FAILED = 22,
  ZONE_BUSY = 23,
  ZONE_NOT_FOUND = 26,
  LIMIT_EXCEEDED = 27,
  USER_DELETED_ZONE = 28,
  RESPONSE_LOST = 34,
  ACCOUNT_TEMPORARILY_UNAVAILABLE = 36
};

enum { ATTEMPTS = 6 };

static const char zone[] = "Notes";
static const char *const field_names[NOTE_FIELDS] = {"title", "body"};

/* The error of a call or of an item; the code is 0 if there is none. */
struct failure {
  int code;
  double retry_after; /* 0 if CloudKit does not say how long to wait */
};

static bool has(const struct sync_client *client, enum sync_bug bug) { return client->bug == bug; }

/* ---- JSON ------------------------------------------------------------------ */

static json_object *member(json_object *object, const char *key) {
  json_object *value = NULL;
  json_object_object_get_ex(object, key, &value);
  return value;
}

static json_object *first_of(json_object *answer, const char *list) {
  json_object *items = member(answer, list);
  return items == NULL ? NULL : json_object_array_get_idx(items, 0);
}

static void copy_text(char *to, size_t size, json_object *from) {
  snprintf(to, size, "%s", from == NULL ? "" : json_object_get_string(from));
}

static json_object *text(const char *value) { return json_object_new_string(value); }

/* Returns an object with the given member, to which `with` adds others. */
static json_object *with(json_object *object, const char *key, json_object *value) {
  json_object_object_add(object, key, value);
  return object;
}

static json_object *object(const char *key, json_object *value) {
  return with(json_object_new_object(), key, value);
}

static json_object *list(json_object *item) {
  json_object *items = json_object_new_array();
  json_object_array_add(items, item);
  return items;
}

static json_object *zone_id(void) { return object("zoneName", text(zone)); }

/* Returns {"operations": [{"operationType": type, key: item}]}. */
static json_object *operation(const char *type, const char *key, json_object *item) {
  return object("operations", list(with(object("operationType", text(type)), key, item)));
}

/* ---- Calls ----------------------------------------------------------------- */

static struct failure failure_of(json_object *item) {
  json_object *code = member(item, "ckErrorCode"), *wait = member(item, "retryAfter");
  return (struct failure){code == NULL ? 0 : json_object_get_int(code),
                          wait == NULL ? 0 : json_object_get_double(wait)};
}

/* Runs an operation, and frees the request. A partial failure is no failure here: the caller reads
 * those of the items. */
static struct failure call(struct sync_client *client, const char *name, json_object *request,
                           json_object **answer) {
  const struct notes_service *service = client->service;
  char *response = NULL;
  int code = service->call(service->context, name, json_object_to_json_string(request), &response);
  *answer = response == NULL ? NULL : json_tokener_parse(response);
  service->release(service->context, response);
  json_object_put(request);
  struct failure failure = failure_of(member(*answer, "error"));
  failure.code = code == PARTIAL_FAILURE ? 0 : code;
  return failure;
}

/* Runs an operation about one item, and returns its error. */
static struct failure call_for_one(struct sync_client *client, const char *name,
                                   json_object *request, const char *items) {
  json_object *answer = NULL;
  struct failure failure = call(client, name, request, &answer);
  if (failure.code == 0)
    failure = failure_of(first_of(answer, items));
  json_object_put(answer);
  return failure;
}

/* Creates the zone and the subscription once. Repeating both has no effect. */
static struct failure set_up(struct sync_client *client) {
  if (client->store->is_set_up)
    return (struct failure){0};
  struct failure failure = call_for_one(
      client, "zones/modify", operation("create", "zone", object("zoneID", zone_id())), "zones");
  if (failure.code != 0)
    return failure;
  json_object *subscription = object("subscriptionType", text("zone"));
  with(with(subscription, "subscriptionID", text("sync-Notes")), "zoneID", zone_id());
  failure = call_for_one(client, "subscriptions/modify",
                         operation("create", "subscription", subscription), "subscriptions");
  client->store->is_set_up = failure.code == 0;
  return failure;
}

/* ---- Push ------------------------------------------------------------------ */

static void read_note(json_object *record, struct stored_note *note) {
  *note = (struct stored_note){0};
  copy_text(note->name, sizeof note->name, member(record, "recordName"));
  copy_text(note->tag, sizeof note->tag, member(record, "recordChangeTag"));
  for (int field = 0; field < NOTE_FIELDS; field++) {
    json_object *value = member(member(record, "fields"), field_names[field]);
    copy_text(note->fields[field], sizeof note->fields[field], member(value, "value"));
  }
}

/* Returns a save of the changed fields, or a deletion. */
static json_object *change_of(const struct stored_note *note) {
  json_object *record = object("recordName", text(note->name));
  if (note->deleted)
    return with(object("operationType", text("forceDelete")), "record", record);
  json_object *fields = json_object_new_object();
  for (int field = 0; field < NOTE_FIELDS; field++)
    if (note->changed[field])
      with(fields, field_names[field], object("value", text(note->fields[field])));
  with(with(record, "recordType", text("Note")), "fields", fields);
  if (note->tag[0] != 0)
    with(record, "recordChangeTag", text(note->tag));
  return with(object("operationType", text("save")), "record", record);
}

/* Handles the error of one note so that the next attempt can send it, or returns it. */
static struct failure refused(struct sync_client *client, const struct stored_note *sent,
                              json_object *item) {
  struct failure failure = failure_of(item);
  json_object *server = member(item, "serverRecord");
  if (failure.code == RECORD_CHANGED && server != NULL) {
    struct stored_note theirs;
    read_note(server, &theirs);
    if (has(client, TAG_DROPPED))
      theirs.tag[0] = 0;
    store_merge(client->store, &theirs);
  } else if (failure.code == UNKNOWN_ITEM) {
    /* The note was deleted on another device. Deletions override local changes. */
    store_remove(client->store, sent->name);
  } else if (failure.code != BATCH_FAILED) {
    return failure;
  }
  return (struct failure){0};
}

static struct failure send_notes(struct sync_client *client, const struct stored_note *notes,
                                 size_t count);

/* Sends notes that are too many for one call. */
static struct failure send_halves(struct sync_client *client, const struct stored_note *notes,
                                  size_t count) {
  struct failure failure = send_notes(client, notes, count / 2);
  return failure.code != 0 ? failure : send_notes(client, notes + count / 2, count - count / 2);
}

static void rename_new_notes(struct sync_store *store, const struct stored_note *notes,
                             size_t count) {
  for (size_t index = 0; index < count; index++) {
    struct stored_note *note = store_find(store, notes[index].name);
    if (note != NULL && note->tag[0] == 0 && strlen(note->name) < 16)
      strcat(note->name, "-again");
  }
}

/* Sends notes in one call, or in two halves if they exceed a limit. Returns the first error that
 * is not handled. */
static struct failure send_notes(struct sync_client *client, const struct stored_note *notes,
                                 size_t count) {
  json_object *operations = json_object_new_array(), *answer = NULL;
  for (size_t index = 0; index < count; index++)
    json_object_array_add(operations, change_of(&notes[index]));
  json_object *request = with(object("operations", operations), "zoneID", zone_id());
  struct failure failure = call(client, "records/modify", request, &answer);
  json_object *items = failure.code == 0 ? member(answer, "records") : NULL;
  for (size_t index = 0; items != NULL && index < count; index++) {
    json_object *item = json_object_array_get_idx(items, index);
    struct stored_note server;
    if (member(item, "ckErrorCode") != NULL) {
      struct failure of_note = refused(client, &notes[index], item);
      failure = failure.code == 0 ? of_note : failure;
    } else if (notes[index].deleted) {
      store_remove(client->store, notes[index].name);
    } else {
      read_note(item, &server);
      store_saved(client->store, &server);
    }
  }
  json_object_put(answer);
  if (failure.code == RESPONSE_LOST && has(client, LOST_RESPONSE_DOUBLED))
    rename_new_notes(client->store, notes, count);
  if (failure.code == LIMIT_EXCEEDED && count > 1 && !has(client, BATCH_NOT_SPLIT))
    return send_halves(client, notes, count);
  return failure;
}

/* Sends all local changes. */
static struct failure push(struct sync_client *client) {
  struct stored_note pending[STORE_NOTES];
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    size_t count = store_pending(client->store, pending);
    if (count == 0)
      break;
    struct failure failure = send_notes(client, pending, count);
    if (failure.code != 0)
      return failure;
  }
  /* Others may save the same notes again and again. */
  bool all = store_pending(client->store, pending) == 0;
  return (struct failure){all ? 0 : RECORD_CHANGED, 0};
}

/* ---- Pull ------------------------------------------------------------------ */

/* Stores a page together with its token, or nothing of it if a record has an error. */
static struct failure apply(struct sync_store *store, json_object *page) {
  struct sync_store changed = *store;
  json_object *items = member(page, "records");
  for (size_t index = 0; items != NULL && index < json_object_array_length(items); index++) {
    json_object *item = json_object_array_get_idx(items, index);
    struct failure failure = failure_of(item);
    if (failure.code != 0)
      return failure;
    struct stored_note server;
    read_note(item, &server);
    if (json_object_get_boolean(member(item, "deleted")))
      store_remove(&changed, server.name);
    else
      store_merge(&changed, &server);
  }
  copy_text(changed.token, sizeof changed.token, member(page, "syncToken"));
  *store = changed;
  return (struct failure){0};
}

static struct failure fetch_page(struct sync_client *client, json_object **answer) {
  json_object *feed = object("zoneID", zone_id());
  if (client->store->token[0] != 0)
    with(feed, "syncToken", text(client->store->token));
  struct failure failure = call(client, "changes/zone", object("zones", list(feed)), answer);
  return failure.code != 0 ? failure : failure_of(first_of(*answer, "zones"));
}

/* Fetches the changes page by page, and the token of each page with it. */
static struct failure pull(struct sync_client *client) {
  struct failure failure = {0};
  json_object *late = json_object_new_array(); /* pages that are stored at the end */
  for (bool more = true; more && failure.code == 0;) {
    json_object *answer = NULL;
    failure = fetch_page(client, &answer);
    json_object *page = first_of(answer, "zones");
    more = json_object_get_boolean(member(page, "moreComing")) && !has(client, MORE_COMING_IGNORED);
    if (failure.code == 0 && has(client, TOKEN_BEFORE_PAGE)) {
      copy_text(client->store->token, STORE_TOKEN, member(page, "syncToken"));
      json_object_array_add(late, json_object_get(page));
    } else if (failure.code == 0) {
      failure = apply(client->store, page);
    }
    json_object_put(answer);
  }
  for (size_t index = 0; failure.code == 0 && index < json_object_array_length(late); index++)
    failure = apply(client->store, json_object_array_get_idx(late, index));
  json_object_put(late);
  if (failure.code == 0)
    store_sweep(client->store);
  return failure;
}

/* ---- Sync ------------------------------------------------------------------ */

/* Makes one attempt. */
static struct failure attempt_sync(struct sync_client *client) {
  if (client->is_signed_out) {
    json_object *answer = NULL;
    struct failure failure = call(client, "account/status", json_object_new_object(), &answer);
    json_object *status = member(answer, "accountStatus");
    bool is_available = status != NULL && strcmp(json_object_get_string(status), "available") == 0;
    json_object_put(answer);
    if (failure.code == 0 && !is_available)
      failure.code = NOT_AUTHENTICATED;
    if (failure.code != 0)
      return failure;
    client->is_signed_out = false;
  }
  struct failure failure = set_up(client);
  if (failure.code == 0)
    failure = push(client);
  return failure.code != 0 ? failure : pull(client);
}

static bool is_passing(int code) {
  return code == NETWORK_UNAVAILABLE || code == NETWORK_FAILURE || code == SERVICE_UNAVAILABLE ||
         code == RATE_LIMITED || code == ZONE_BUSY || code == RESPONSE_LOST;
}

/* Waits as long as CloudKit says, or longer with each attempt. */
static void wait_after(struct sync_client *client, struct failure failure, int attempt) {
  if (!has(client, EARLY_RETRY))
    client->service->wait(client->service->context,
                          failure.retry_after > 0 ? failure.retry_after : 1 << attempt);
}

enum sync_result sync_now(struct sync_client *client) {
  struct sync_store *store = client->store;
  int attempts = has(client, EARLY_RETRY) ? 100 : ATTEMPTS;
  for (int attempt = 0; attempt < attempts; attempt++) {
    struct failure failure = attempt_sync(client);
    if (failure.code == 0)
      return SYNC_DONE;
    if (failure.code == NOT_AUTHENTICATED || failure.code == ACCOUNT_TEMPORARILY_UNAVAILABLE) {
      /* Only the user can resolve this. The unsent changes remain in the store. */
      client->is_signed_out = true;
      if (has(client, QUEUE_DROPPED))
        store_clear(store);
      return SYNC_SIGNED_OUT;
    }
    if (failure.code == TOKEN_EXPIRED && has(client, DELETIONS_KEPT))
      store->token[0] = 0;
    else if (failure.code == TOKEN_EXPIRED)
      store_forget_token(store);
    else if (failure.code == USER_DELETED_ZONE)
      store_clear(store); /* the user chose to delete the data, so unsent data is deleted as well */
    else if (failure.code == ZONE_NOT_FOUND)
      store_forget_server(store); /* the first run, or the zone was lost: all is uploaded */
    else if (is_passing(failure.code))
      wait_after(client, failure, attempt);
    else
      return SYNC_FAILED;
  }
  return SYNC_LATER;
}
