/* Tasks: the iCloud account of a device. */
#include "tasks.h"

TASK(no_account) {
  MOCKCLOUD_EXPECT_OK(phone, "mock/account/set", "{'accountStatus': 'noAccount'}");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_OK, "{'accountStatus': 'noAccount'}", "account/status", "{}");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_NOT_AUTHENTICATED, NULL, "records/lookup", LOOKUP,
                   "n1");
}

TASK(account_temporarily_unavailable) {
  const char *set = "{'accountStatus': %s}"; /* the user must confirm their password */
  MOCKCLOUD_EXPECT_OK(phone, "mock/account/set", set, "temporarilyUnavailable");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_ACCOUNT_TEMPORARILY_UNAVAILABLE, NULL, "records/lookup",
                   LOOKUP, "n1");
  MOCKCLOUD_EXPECT_OK(phone, "mock/account/set", set, "available");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_OK, TITLED("Milk"), "records/lookup", LOOKUP, "n1");
}

TASK(account_restricted) {
  MOCKCLOUD_EXPECT_OK(phone, "mock/account/set", "{'accountStatus': 'restricted'}");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_OK, "{'accountStatus': 'restricted'}", "account/status", "{}");
  MOCKCLOUD_EXPECT_OK(phone, "mock/account/set", "{'accountStatus': 'available'}");
  MOCKCLOUD_EXPECT_OK(cloud, "mock/error/set", "{'error': 'managedAccountRestricted'}");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_MANAGED_ACCOUNT_RESTRICTED, NULL, "records/modify",
                   CREATE, "n2", "Bread"); /* a managed Apple ID */
}

TASK(sign_out_while_syncing) {
  seed_notes(1);
  MOCKCLOUD_EXPECT_OK(cloud, "mock/limits/set", "{'limits': {'pageSize': 1}}");
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add",
                      "{'rules': [{'when': {'phase': 'after'}, 'limit': {'injections': 1}, "
                      "'then': {'call': {'operation': 'mock/account/signOut', "
                      "'request': {'device': 'phone'}}}}]}");
  const char *token = text_of(phone, "/zones/0/syncToken", "changes/zone", ALL_CHANGES);
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_NOT_AUTHENTICATED, NULL, "changes/zone", CHANGES,
                   token); /* page 1 arrived, then the user signed out */
}

TASK(account_switch) {
  char *event = NULL;
  MOCKCLOUD_EXPECT_OK(cloud, "mock/account/signIn", "{'user': 'bob', 'device': 'phone'}");
  mockcloud_next_event(phone, &event); /* accountChange, with previousUser and currentUser */
  assert_int_equal(mockcloud_json_text(event, "/currentUser", NULL), MOCKCLOUD_JSON_FOUND);
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_OK, "{'zones': [{'zoneID': {'zoneName': '_defaultZone'}}]}",
                   "zones/list", "{}"); /* my phone is Bob's from now on */
  mockcloud_string_free(event);
}

TASK(sign_in_later) {
  MOCKCLOUD_EXPECT_OK(cloud, "mock/account/signOut", "{'device': 'phone'}");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_NOT_AUTHENTICATED, NULL, "records/modify", CREATE, "n2",
                   "Bread");
  MOCKCLOUD_EXPECT_OK(cloud, "mock/account/signIn", "{'user': 'me', 'device': 'phone'}");
  MOCKCLOUD_EXPECT_STATUS(MOCKCLOUD_OK, mockcloud_next_event(phone, NULL)); /* signed out */
  MOCKCLOUD_EXPECT_STATUS(MOCKCLOUD_OK, mockcloud_next_event(phone, NULL)); /* signed in */
  MOCKCLOUD_EXPECT_NO_EVENT(phone);
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", CREATE, "n2", "Bread");
}

TASK(user_identity) {
  const char *mine = text_of(phone, "/userRecordName", "account/userRecordID", "{}");
  const char *his = text_of(bob, "/userRecordName", "account/userRecordID", "{}");
  assert_string_not_equal(mine, his); /* compare it at launch: another user, other data */
}

int run_accounts(void) {
  const struct CMUnitTest tests[] = {
      RUN(no_account),         RUN(account_temporarily_unavailable),
      RUN(account_restricted), RUN(sign_out_while_syncing),
      RUN(account_switch),     RUN(sign_in_later),
      RUN(user_identity),
  };
  return RUN_GROUP("accounts", tests);
}
