/* The cost of large and hostile requests, and of small ones in large worlds: each at two sizes,
 * with the time at the larger one and its ratio to that at the smaller one. The time of a call must
 * be linear in its size and in the data that it touches. */
#include <stdlib.h>
#include <string.h>

#include "cloud.h"
#include "feed.h"
#include "growth.h"
#include "measure.h"
#include "requests.h"
#include "sharing.h"
#include "text.h"
#include "worlds.h"

/* ---- Long lists in requests -------------------------------------------------------------------
 */

enum { FIELDS = 250, RECORDS = 400 };

static void add_wide(text *text, int number) {
  add(text, "{" ZONE ",\"recordName\":\"r%d\",\"recordType\":\"Wide\",\"fields\":{", number);
  for (int field = 0; field < FIELDS; field++) {
    add_comma(text, field);
    add(text, "\"f%d\":{\"value\":%d}", field, field);
  }
  add(text, "}}");
}

static void add_names(text *text, const char *key, int count) {
  add(text, "\"%s\":[", key);
  for (int number = 0; number < count; number++) {
    add_comma(text, number);
    add(text, "\"n%d\"", number);
  }
  add(text, "]");
}

static void add_lookups(text *text) {
  add(text, ZONE ",\"records\":[");
  for (int number = 0; number < RECORDS; number++) {
    add_comma(text, number);
    add(text, "{\"recordName\":\"r%d\"}", number);
  }
  add(text, "]");
}

static call desired_keys(int size) {
  mockcloud *cloud = cloud_of(0);
  seed(cloud, RECORDS, add_wide);
  text text = {0};
  add(&text, "{");
  add_lookups(&text);
  add(&text, ",");
  add_names(&text, "desiredKeys", size);
  add(&text, "}");
  return (call){cloud, "records/lookup", text.bytes, 0};
}

static call desired_types(int size) {
  mockcloud *cloud = cloud_of(0);
  seed(cloud, 10000, add_plain);
  text text = {0};
  add(&text, "{\"zones\":[{" ZONE "}],");
  add_names(&text, "desiredRecordTypes", size);
  add(&text, "}");
  return (call){cloud, "changes/zone", text.bytes, 0};
}

/* Errors of records that no request names. */
static char *record_errors(int size) {
  text text = {0};
  add(&text, "{\"error\":\"zoneBusy\",");
  add_names(&text, "recordNames", size);
  add(&text, "}");
  return text.bytes;
}

static call setting_errors(int size) {
  return (call){cloud_of(0), "mock/recordErrors/set", record_errors(size), 0};
}

static call beside_errors(int size) {
  mockcloud *cloud = cloud_of(0);
  seed(cloud, RECORDS, add_plain);
  char *errors = record_errors(size);
  ask(cloud, "mock/recordErrors/set", errors);
  free(errors);
  text text = {0};
  add(&text, "{");
  add_lookups(&text);
  add(&text, "}");
  return (call){cloud, "records/lookup", text.bytes, 0};
}

/* ---- Long histories and indexes ---------------------------------------------------------------
 */

static void add_owned(text *text, int number) {
  if (number == 0) {
    add_plain(text, number);
    return;
  }
  add(text,
      "{" ZONE ",\"recordName\":\"r%d\",\"recordType\":\"Note\",\"fields\":{\"owner\":{\"value\":"
      "{\"recordName\":\"r%d\",\"action\":\"DELETE_SELF\"}}}}",
      number, number - 1);
}

static void add_item(text *text, const char *operation_type, int number, const char *rest) {
  add(text, "{\"operationType\":\"%s\",\"record\":{\"recordName\":\"r%d\"%s}}", operation_type,
      number, rest);
}

/* Saves of records all along the chain, followed by the deletions of their owners, the first of
 * which deletes the whole chain. */
static call owned_chain(int size) {
  enum { DELETIONS = 200 };
  mockcloud *cloud = cloud_of(0);
  seed(cloud, size, add_owned);
  int step = size / DELETIONS;
  text text = {0};
  add(&text, "{" ZONE ",\"atomic\":false,\"operations\":[");
  for (int index = 0; index < DELETIONS; index++) {
    add_item(&text, "forceUpdate", index * step + 1, ",\"fields\":{\"n\":{\"value\":1}}");
    add(&text, ",");
  }
  for (int index = 0; index < DELETIONS; index++) {
    add_comma(&text, index);
    add_item(&text, "forceDelete", index * step, "");
  }
  add(&text, "]}");
  return (call){cloud, "records/modify", text.bytes, 0};
}

enum { ALIVE = 1000 };

static void delete_from(mockcloud *cloud, int first, int count) {
  text text = {0};
  add(&text, "{" ZONE ",\"operations\":[");
  for (int index = 0; index < count; index++) {
    add_comma(&text, index);
    add_item(&text, "forceDelete", first + index, "");
  }
  add(&text, "]}");
  ask(cloud, "records/modify", text.bytes);
  free(text.bytes);
}

/* Deletes most records and then saves the remaining ones again, so that the tombstones come first.
 * Returns the request for a page after the first change before the deletions. */
static char *bury(mockcloud *cloud, int tombstones) {
  seed(cloud, ALIVE + tombstones, add_plain);
  char *later = request_after(cloud, "{\"zones\":[{" ZONE "}]}");
  delete_from(cloud, ALIVE, tombstones);
  for (int number = 0; number < ALIVE; number++) {
    char *request = save_of(add_plain, number, "");
    ask(cloud, "records/modify", request);
    free(request);
  }
  return later;
}

static call first_page(int size) {
  mockcloud *cloud = cloud_of(0);
  free(bury(cloud, size));
  return (call){cloud, "changes/zone", strdup("{\"zones\":[{" ZONE "}]}"), 0};
}

static call later_page(int size) {
  mockcloud *cloud = cloud_of(0);
  char *request = bury(cloud, size);
  return (call){cloud, "changes/zone", request, 0};
}

static void add_worded(text *text, int number) {
  add(text,
      "{" ZONE ",\"recordName\":\"r%d\",\"recordType\":\"Word\",\"fields\":{\"word\":{\"value\":"
      "\"%c%06d\"}}}",
      number, number < ALIVE ? 'a' : 'b', number);
}

/* The matching records are far from the end at which the walk begins. */
static call walk_from_end(int size) {
  mockcloud *cloud = cloud_of(0);
  seed(cloud, size, add_worded);
  const char *request =
      "{" ZONE ",\"resultsLimit\":10,\"query\":{\"recordType\":\"Word\",\"filterBy\":["
      "{\"fieldName\":\"word\",\"comparator\":\"BEGINS_WITH\",\"fieldValue\":{\"value\":\"a\"}}],"
      "\"sortBy\":[{\"fieldName\":\"word\",\"ascending\":false}]}}";
  return (call){cloud, "records/query", strdup(request), 0};
}

/* ---- Many users -------------------------------------------------------------------------------
 */

static call account_status(int size) { return (call){cloud_of(size), "account/status", NULL, 0}; }

static mockcloud *users_and_a_record(int users) {
  mockcloud *cloud = cloud_of(users);
  text text = {0};
  add(&text, "{\"databases\":[{\"database\":\"private\",\"user\":\"me\",\"records\":[");
  add_plain(&text, 0);
  add(&text, "]}");
  for (int number = 0; number < users; number++) {
    add(&text, ",{\"database\":\"private\",\"user\":\"u%d\",\"records\":[", number);
    add_plain(&text, 0);
    add(&text, "]}");
  }
  add(&text, "]}");
  ask(cloud, "mock/seed", text.bytes);
  free(text.bytes);
  return cloud;
}

static call lookup(int size) {
  return (call){users_and_a_record(size), "records/lookup", lookup_of(0), 0};
}

static call save(int size) {
  return (call){users_and_a_record(size), "records/modify", save_of(add_plain, 0, ""), 0};
}

static call shared_zones(int size) {
  mockcloud *cloud = users_and_a_record(size);
  share(cloud, 1, "ACCEPTED");
  return (call){cloud, "zones/list", strdup("{\"database\":\"shared\",\"user\":\"u0\"}"), 0};
}

/* ---- Refusals ---------------------------------------------------------------------------------
 */

static call over_the_record(void) {
  mockcloud *cloud = new_cloud();
  char *request = save_text(0, 1);
  ask(cloud, "records/modify", request);
  return (call){cloud, "records/modify", request, 0};
}

/* The record was saved again after the version that the client has. */
static call with_stale_tag(void) {
  call save = over_the_record();
  char *answer = answer_of(save.cloud, "records/modify", save.request);
  char *tag = value_of(answer, "recordChangeTag"), *record = record_text(0);
  mockcloud_string_free(answer);
  ask(save.cloud, "records/modify", save.request);
  free(save.request);
  text text = {0};
  add(&text,
      "{\"operations\":[{\"operationType\":\"update\",\"record\":{\"recordChangeTag\":"
      "\"%s\",",
      tag);
  add(&text, "%s}]}", record + 1);
  free(tag);
  free(record);
  return (call){save.cloud, "records/modify", text.bytes, MOCKCLOUD_CKERROR_PARTIAL_FAILURE};
}

/* ---- Rows -------------------------------------------------------------------------------------
 */

/* The limits of the ratio at four times the size, for linear and for constant cost: both allow for
 * effects of caches. */
#define LINEAR 6
#define FLAT 2

int main(void) {
  pin();
  const growth growths[] = {
      {"lookup of 400 of 250 fields, desiredKeys", 20000, 80000, LINEAR, desired_keys, 1},
      {"changes/zone, 10,000 records, desiredRecordTypes", 37500, 150000, LINEAR, desired_types, 1},
      {"record errors set", 75000, 300000, LINEAR, setting_errors, 1},
      {"lookup of 400 beside record errors", 75000, 300000, FLAT, beside_errors, 5},
      {"200 saves and deletions in a chain", 2000, 8000, LINEAR, owned_chain, 0},
      {"first page behind tombstones", 25000, 100000, FLAT, first_page, 10},
      {"page of tombstones", 25000, 100000, FLAT, later_page, 10},
      {"index walked from its end", 25000, 100000, FLAT, walk_from_end, 50},
      {"one more child, 10 participants, children", 10000, 40000, FLAT, save_below_root, 0},
      {"one more record below parents", 1000, 4000, LINEAR, save_below_parents, 0},
      {"  the same by a participant", 1000, 4000, LINEAR, shared_save_below_parents, 0},
      {"share with participants made", 4500, 18000, LINEAR, make_share, 0},
      {"  accepted by one of them", 4500, 18000, LINEAR, accept_share, 0},
      {"records/resolve among shares", 500, 2000, FLAT, resolve_among, 50},
      {"records/accept among shares", 500, 2000, FLAT, accept_among, 0},
      {"zones/list of a shared database, users", 750, 3000, FLAT, shared_zones, 50},
      {"first write after a fork, users", 10, 10000, FLAT, save, 0},
      {"account/status, users", 10, 10000, FLAT, account_status, 50},
      {"lookup, users", 10, 10000, FLAT, lookup, 50},
  };
  for (size_t index = 0; index < sizeof growths / sizeof *growths; index++)
    row_of_growth(&growths[index]);
  row_of_calls("conflict, beside a save", with_stale_tag(), over_the_record(), 2);
  return 0;
}
