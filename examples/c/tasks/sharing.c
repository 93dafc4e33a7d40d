/* Tasks: shares and their participants. */
#include "tasks.h"

/* set-up begins */
/* Shares n1 with that address; the response has the share's shortGUID. */
#define SHARE                                                                                      \
  "{'operations': [{'operationType': 'create', 'record': {'recordName': 's1', 'recordType': "      \
  "'cloudkit.share', 'forRecord': {'recordName': 'n1'}, 'participants': [{'userIdentity': "        \
  "{'lookupInfo': {'emailAddress': %s}}, 'permission': 'READ_ONLY'}]}}]}"
#define ACCEPT "{'shortGUIDs': [{'value': %s}]}"
/* Looks n1 up in Bob's shared database. */
#define LOOKUP_SHARED                                                                              \
  "{'database': 'shared', 'zoneID': {'zoneName': 'Notes', 'ownerName': 'me'}, "                    \
  "'records': [{'recordName': 'n1'}]}"
/* Changes n1 there. */
#define SAVE_SHARED                                                                                \
  "{'database': 'shared', 'zoneID': {'zoneName': 'Notes', 'ownerName': 'me'}, 'operations': "      \
  "[{'operationType': 'forceUpdate', 'record': {'recordName': 'n1', 'fields': {'title': "          \
  "{'value': 'Bread'}}}}]}"
#define SHARED_ZONES "{'database': 'shared'}"
/* set-up ends */

TASK(share_a_record) {
  const char *link =
      text_of(phone, "/records/0/shortGUID", "records/modify", SHARE, "bob@example.com");
  MOCKCLOUD_EXPECT_OK(bob, "records/accept", ACCEPT, link); /* as when Bob taps the link */
  MOCKCLOUD_EXPECT(bob, MOCKCLOUD_OK, TITLED("Milk"), "records/lookup", LOOKUP_SHARED);
}

TASK(share_a_zone) {
  const char *link = text_of(phone, "/records/0/shortGUID", "records/modify",
                             "{'operations': [{'operationType': 'create', 'record': {'recordName': "
                             "'cloudkit.zoneshare', 'recordType': 'cloudkit.share', "
                             "'publicPermission': 'READ_WRITE'}}]}"); /* everyone with the link */
  MOCKCLOUD_EXPECT_OK(bob, "records/accept", ACCEPT, link);
  MOCKCLOUD_EXPECT_OK(bob, "records/modify", SAVE_SHARED);
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_OK, TITLED("Bread"), "records/lookup", LOOKUP, "n1");
}

TASK(share_link_of_others) {
  const char *link =
      text_of(phone, "/records/0/shortGUID", "records/modify", SHARE, "ann@example.com");
  MOCKCLOUD_EXPECT(bob, MOCKCLOUD_CKERROR_PARTIAL_FAILURE, /* he is not invited */
                   "{'results': [{'ckErrorName': 'participantMayNeedVerification'}]}",
                   "records/accept", ACCEPT, link);
}

TASK(read_only_participant) {
  const char *link =
      text_of(phone, "/records/0/shortGUID", "records/modify", SHARE, "bob@example.com");
  MOCKCLOUD_EXPECT_OK(bob, "records/accept", ACCEPT, link);
  MOCKCLOUD_EXPECT(bob, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                   "{'records': [{'ckErrorName': 'permissionFailure'}]}", "records/modify",
                   SAVE_SHARED);
}

TASK(permission_changes) {
  const char *update = "{'operations': [{'operationType': 'forceUpdate', 'record': {'recordName': "
                       "'s1', 'participants': [{'userIdentity': {'lookupInfo': {'emailAddress': "
                       "'bob@example.com'}}, 'permission': %s}]}}]}";
  const char *link =
      text_of(phone, "/records/0/shortGUID", "records/modify", SHARE, "bob@example.com");
  MOCKCLOUD_EXPECT_OK(bob, "records/accept", ACCEPT, link);
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", update, "READ_WRITE");
  MOCKCLOUD_EXPECT_OK(bob, "records/modify", SAVE_SHARED);
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", update, "READ_ONLY");
  MOCKCLOUD_EXPECT(bob, MOCKCLOUD_CKERROR_PARTIAL_FAILURE, NULL, "records/modify", SAVE_SHARED);
}

TASK(participant_removed) {
  const char *link =
      text_of(phone, "/records/0/shortGUID", "records/modify", SHARE, "bob@example.com");
  MOCKCLOUD_EXPECT_OK(bob, "records/accept", ACCEPT, link);
  const char *token = text_of(bob, "/syncToken", "changes/database", SHARED_ZONES);
  MOCKCLOUD_EXPECT_OK(phone, "records/modify",
                      "{'operations': [{'operationType': 'forceUpdate', "
                      "'record': {'recordName': 's1', 'participants': []}}]}");
  MOCKCLOUD_EXPECT(bob, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                   "{'records': [{'ckErrorName': 'zoneNotFound'}]}", "records/lookup",
                   LOOKUP_SHARED);
  MOCKCLOUD_EXPECT(bob, MOCKCLOUD_OK, "{'zones': [{'deleted': true}]}", "changes/database",
                   "{'database': 'shared', 'syncToken': %s}", token);
}

TASK(participant_leaves) {
  const char *link =
      text_of(phone, "/records/0/shortGUID", "records/modify", SHARE, "bob@example.com");
  MOCKCLOUD_EXPECT_OK(bob, "records/accept", ACCEPT, link);
  MOCKCLOUD_EXPECT_OK(
      bob, "records/modify", /* deleting the share leaves it */
      "{'database': 'shared', 'zoneID': {'zoneName': 'Notes', 'ownerName': 'me'}, "
      "'operations': [{'operationType': 'forceDelete', 'record': {'recordName': 's1'}}]}");
  MOCKCLOUD_EXPECT(bob, MOCKCLOUD_OK, "{'zones': []}", "zones/list", SHARED_ZONES);
  MOCKCLOUD_EXPECT_OK(phone, "records/lookup", LOOKUP, "n1"); /* the owner's records are kept */
}

TASK(sharing_stops) {
  const char *link =
      text_of(phone, "/records/0/shortGUID", "records/modify", SHARE, "bob@example.com");
  MOCKCLOUD_EXPECT_OK(bob, "records/accept", ACCEPT, link);
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", DELETE, "s1");
  MOCKCLOUD_EXPECT(bob, MOCKCLOUD_OK, "{'zones': []}", "zones/list", SHARED_ZONES);
}

TASK(shared_twice) {
  const char *again = "{'operations': [{'operationType': 'create', 'record': {'recordType': "
                      "'cloudkit.share', 'forRecord': {'recordName': 'n1'}}}]}";
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", again);
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                   "{'records': [{'ckErrorName': 'alreadyShared'}]}", "records/modify", again);
}

TASK(too_many_participants) {
  MOCKCLOUD_EXPECT_OK(cloud, "mock/limits/set", "{'limits': {'participantsPerShare': 0}}");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE, /* 100 by default */
                   "{'records': [{'ckErrorName': 'tooManyParticipants'}]}", "records/modify", SHARE,
                   "bob@example.com");
}

TASK(root_deleted_by_owner) {
  const char *link =
      text_of(phone, "/records/0/shortGUID", "records/modify", SHARE, "bob@example.com");
  MOCKCLOUD_EXPECT_OK(bob, "records/accept", ACCEPT, link);
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", DELETE, "n1");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE, /* the share goes with its root */
                   "{'records': [{'ckErrorName': 'unknownItem'}]}", "records/lookup", LOOKUP, "s1");
  MOCKCLOUD_EXPECT(bob, MOCKCLOUD_OK, "{'zones': []}", "zones/list", SHARED_ZONES);
}

int run_sharing(void) {
  const struct CMUnitTest tests[] = {
      RUN(share_a_record),        RUN(share_a_zone),          RUN(share_link_of_others),
      RUN(read_only_participant), RUN(permission_changes),    RUN(participant_removed),
      RUN(participant_leaves),    RUN(sharing_stops),         RUN(shared_twice),
      RUN(too_many_participants), RUN(root_deleted_by_owner),
  };
  return RUN_GROUP("sharing", tests);
}
