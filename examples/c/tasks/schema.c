/* Tasks: production's schema, and queries. */
#include "tasks.h"

/* set-up begins */
/* The next page of all notes. */
#define NEXT_PAGE "{'query': {'recordType': 'Note'}, 'continuationMarker': %s}"
/* set-up ends */

TASK(missing_index) {
  MOCKCLOUD_EXPECT_OK(cloud, "mock/schema/load", "{'environment': 'production', 'schema': %s}",
                      "DEFINE SCHEMA RECORD TYPE City (name STRING, population INT64 QUERYABLE);");
  const char *query = "{'environment': 'production', 'query': {'recordType': 'City', "
                      "'predicate': %s}}";
  MOCKCLOUD_EXPECT_OK(cloud, "records/query", query, "population > 1000");
  MOCKCLOUD_EXPECT(cloud, MOCKCLOUD_CKERROR_INVALID_ARGUMENTS,
                   "{'error': {'reason': \"Field 'name' is not marked queryable\"}}",
                   "records/query", query, "name = 'Bern'");
}

TASK(missing_recordname_index) {
  MOCKCLOUD_EXPECT_OK(cloud, "mock/schema/load", "{'environment': 'production', 'schema': %s}",
                      "DEFINE SCHEMA RECORD TYPE City (name STRING QUERYABLE);");
  MOCKCLOUD_EXPECT(cloud, MOCKCLOUD_CKERROR_INVALID_ARGUMENTS,
                   "{'error': {'reason': \"Field 'recordName' is not marked queryable\"}}",
                   "records/query",
                   "{'environment': 'production', 'query': {'recordType': 'City'}}");
}

TASK(undeployed_field) {
  const char *save = "{'environment': %s, 'operations': [{'operationType': 'create', 'record': "
                     "{'recordType': 'City', 'fields': {%s: {'value': 1}}}}]}";
  MOCKCLOUD_EXPECT_OK(cloud, "records/modify", save, "development", "name");
  MOCKCLOUD_EXPECT_OK(cloud, "mock/schema/deploy", "{}"); /* the schema that has grown so far */
  MOCKCLOUD_EXPECT_OK(cloud, "records/modify", save, "production", "name");
  MOCKCLOUD_EXPECT(cloud, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                   "{'records': [{'ckErrorName': 'invalidArguments'}]}", "records/modify", save,
                   "production", "population");
}

TASK(strict_development) {
  const char *query = "{'query': {'recordType': 'Note', 'predicate': \"title = 'Milk'\"}}";
  MOCKCLOUD_EXPECT_OK(cloud, "mock/schema/load", "{'schema': %s}",
                      "DEFINE SCHEMA RECORD TYPE Note (title STRING);");
  MOCKCLOUD_EXPECT_OK(phone, "records/query", query); /* development allows it */
  MOCKCLOUD_EXPECT_OK(cloud, "mock/limits/set", "{'limits': {'strictIndexes': true}}");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_INVALID_ARGUMENTS, NULL, "records/query", query);
}

TASK(predicate_refused) {
  const char *query = "{'query': {'recordType': 'Note', 'predicate': %s}}";
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_INVALID_ARGUMENTS, NULL, "records/query", query,
                   "title CONTAINS[c] 'milk'");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_OK, TITLED("Milk"), "records/query", query,
                   "title BEGINSWITH 'Milk'");
}

TASK(not_found_at_once) {
  MOCKCLOUD_EXPECT_OK(cloud, "mock/clock/advance", "{'seconds': 60}");
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add", /* queries use data from 5 s ago */
                      "{'rules': [{'then': {'indexLag': 5}}]}");
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", SAVE, "n2", "Bread");
  assert_int_equal(count_of(phone, "/records", "records/query", QUERY), 1);
  MOCKCLOUD_EXPECT_OK(phone, "records/lookup", LOOKUP, "n2"); /* a lookup finds it */
  MOCKCLOUD_EXPECT_OK(cloud, "mock/clock/advance", "{'seconds': 5}");
  assert_int_equal(count_of(phone, "/records", "records/query", QUERY), 2);
}

TASK(query_in_pages) {
  seed_notes(250);
  assert_int_equal(count_of(phone, "/records", "records/query", QUERY), 200);
  const char *marker = text_of(phone, "/continuationMarker", "records/query", QUERY);
  assert_int_equal(count_of(phone, "/records", "records/query", NEXT_PAGE, marker), 51);
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_OK, "{'continuationMarker': '$absent'}", "records/query",
                   NEXT_PAGE, marker);
}

TASK(one_page_for_all) {
  seed_notes(250);
  MOCKCLOUD_EXPECT_OK(phone, "records/query", QUERY); /* the code under test: 200 of 251 notes */
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", SAVE, "n2", "Bread"); /* it goes on */
  MOCKCLOUD_EXPECT(cloud, MOCKCLOUD_OK, "{'findings': [{'kind': 'continuationMarkerIgnored'}]}",
                   "mock/report", "{}");
}

TASK(cursor_expires) {
  seed_notes(250);
  const char *marker = text_of(phone, "/continuationMarker", "records/query", QUERY);
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add", "{'rules': [{'then': {'expireMarkers': true}}]}");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_INVALID_ARGUMENTS, NULL, "records/query", NEXT_PAGE,
                   marker);
  MOCKCLOUD_EXPECT_OK(phone, "records/query", QUERY); /* start again */
}

TASK(public_without_account) {
  const char *city = "{'database': 'public', 'operations': [{'operationType': 'create', "
                     "'record': {'recordName': 'c1', 'recordType': 'City'}}]}";
  mockcloud *nobody = NULL;
  mockcloud_view(cloud, "{\"user\": null, \"database\": \"public\"}", &nobody, NULL);
  MOCKCLOUD_EXPECT_OK(cloud, "records/modify", city);
  MOCKCLOUD_EXPECT_OK(nobody, "records/lookup", LOOKUP, "c1");
  MOCKCLOUD_EXPECT(nobody, MOCKCLOUD_CKERROR_NOT_AUTHENTICATED, NULL, "records/modify", city);
}

int run_schema(void) {
  const struct CMUnitTest tests[] = {
      RUN(missing_index),          RUN(missing_recordname_index), RUN(undeployed_field),
      RUN(strict_development),     RUN(predicate_refused),        RUN(not_found_at_once),
      RUN(query_in_pages),         RUN(one_page_for_all),         RUN(cursor_expires),
      RUN(public_without_account),
  };
  return RUN_GROUP("schema", tests);
}
