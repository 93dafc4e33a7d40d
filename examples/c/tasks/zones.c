/* Tasks: zones that are missing, deleted or lost. */
#include "tasks.h"

/* set-up begins */
/* Creates or deletes the zone with that name. */
#define ZONE "{'operations': [{'operationType': %s, 'zone': {'zoneID': {'zoneName': %s}}}]}"
/* The zones that changed since a token. */
#define ALL_ZONES "{}"
#define ZONES "{'syncToken': %s}"
/* set-up ends */

TASK(first_run) {
  const char *save = "{'zoneID': {'zoneName': 'Tasks'}, 'operations': [{'operationType': 'create', "
                     "'record': {'recordName': 't1', 'recordType': 'Task'}}]}";
  MOCKCLOUD_EXPECT(cloud, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                   "{'records': [{'ckErrorName': 'zoneNotFound'}]}", "records/modify", save);
  MOCKCLOUD_EXPECT_OK(cloud, "zones/modify", ZONE, "create", "Tasks");
  MOCKCLOUD_EXPECT_OK(cloud, "records/modify", save);
}

TASK(zone_deleted_elsewhere) {
  const char *token = text_of(phone, "/syncToken", "changes/database", ALL_ZONES);
  MOCKCLOUD_EXPECT_OK(pad, "zones/modify", ZONE, "delete", "Notes");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                   "{'records': [{'ckErrorName': 'zoneNotFound'}]}", "records/lookup", LOOKUP,
                   "n1");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_OK,
                   "{'zones': [{'deleted': true, 'deletionReason': 'deleted'}]}",
                   "changes/database", ZONES, token);
}

TASK(zone_recreated_elsewhere) {
  const char *token = text_of(phone, "/zones/0/syncToken", "changes/zone", ALL_CHANGES);
  MOCKCLOUD_EXPECT_OK(pad, "zones/modify", ZONE, "delete", "Notes");
  MOCKCLOUD_EXPECT_OK(pad, "zones/modify", ZONE, "create", "Notes");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE, /* a token of the deleted zone */
                   "{'zones': [{'ckErrorName': 'changeTokenExpired'}]}", "changes/zone", CHANGES,
                   token);
}

TASK(zone_purged) {
  const char *token = text_of(phone, "/syncToken", "changes/database", ALL_ZONES);
  MOCKCLOUD_EXPECT_OK(phone, "mock/zones/purge", "{}"); /* Settings, iCloud, Delete Data */
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                   "{'records': [{'ckErrorName': 'userDeletedZone'}]}", "records/lookup", LOOKUP,
                   "n1");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_OK, "{'zones': [{'deletionReason': 'purged'}]}",
                   "changes/database", ZONES, token);
  MOCKCLOUD_EXPECT_OK(phone, "zones/modify", ZONE, "create", "Notes"); /* if the user agrees */
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", CREATE, "n1", "Milk");
}

TASK(zone_purged_during_sync) {
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add",
                      "{'rules': [{'when': {'op': 'records/modify'}, 'limit': {'skip': 1}, "
                      "'then': {'call': {'operation': 'mock/zones/purge', 'request': "
                      "{'device': 'pad', 'zoneID': {'zoneName': 'Notes'}}}}}]}");
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", CREATE, "n2", "Bread");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                   "{'records': [{'ckErrorName': 'userDeletedZone'}]}", "records/modify", CREATE,
                   "n3", "Oats");
}

TASK(encrypted_data_reset) {
  MOCKCLOUD_EXPECT_OK(phone, "records/modify",
                      "{'operations': [{'operationType': 'create', 'record': {'recordType': "
                      "'Note', 'fields': {'pin': {'value': '1234', 'type': 'STRING', "
                      "'isEncrypted': true}}}}]}");
  const char *token = text_of(phone, "/syncToken", "changes/database", ALL_ZONES);
  MOCKCLOUD_EXPECT_OK(phone, "mock/zones/resetEncryptedData", "{}");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                   "{'records': [{'ckErrorName': 'zoneNotFound', "
                   "'userDidResetEncryptedData': true}]}",
                   "records/lookup", LOOKUP, "n1");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_OK, "{'zones': [{'deletionReason': 'encryptedDataReset'}]}",
                   "changes/database", ZONES, token);
  MOCKCLOUD_EXPECT_OK(phone, "zones/modify", ZONE, "delete", "Notes");
  MOCKCLOUD_EXPECT_OK(phone, "zones/modify", ZONE, "create", "Notes"); /* and upload again */
}

int run_zones(void) {
  const struct CMUnitTest tests[] = {
      RUN(first_run),   RUN(zone_deleted_elsewhere),  RUN(zone_recreated_elsewhere),
      RUN(zone_purged), RUN(zone_purged_during_sync), RUN(encrypted_data_reset),
  };
  return RUN_GROUP("zones", tests);
}
