/* Tasks: files (CKAsset). */
#include "tasks.h"

/* set-up begins */
/* Saves n2 with a photo: its bytes, the path of its file, or a receipt of assets/upload. */
#define SAVE_PHOTO                                                                                 \
  "{'operations': [{'operationType': 'create', 'record': {'recordName': 'n2', 'recordType': "      \
  "'Note', 'fields': {'photo': {'value': %j}}}}]}"
#define PHOTO "{'assets': [{'recordName': 'n2', 'fieldName': 'photo'}]}"
#define CHECKSUM "/records/0/fields/photo/value/fileChecksum"
/* set-up ends */

TASK(asset_saved) {
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", SAVE_PHOTO, "{\"data\": \"aGVsbG8=\"}");
  MOCKCLOUD_EXPECT(
      pad, MOCKCLOUD_OK, /* a record has the file's size and checksum alone */
      "{'records': [{'fields': {'photo': {'value': {'size': 5, 'data': '$absent'}}}}]}",
      "records/lookup", LOOKUP, "n2");
  MOCKCLOUD_EXPECT(pad, MOCKCLOUD_OK, "{'assets': [{'data': 'aGVsbG8='}]}", "assets/download",
                   PHOTO);
}

TASK(asset_replaced) {
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", SAVE_PHOTO, "{\"data\": \"aGVsbG8=\"}");
  const char *before = text_of(pad, CHECKSUM, "records/lookup", LOOKUP, "n2");
  MOCKCLOUD_EXPECT_OK(phone, "records/modify",
                      "{'operations': [{'operationType': 'forceUpdate', 'record': {'recordName': "
                      "'n2', 'recordType': 'Note', 'fields': {'photo': {'value': {'data': "
                      "'Ynll'}}}}}]}");
  const char *after = text_of(pad, CHECKSUM, "records/lookup", LOOKUP, "n2");
  assert_string_not_equal(before, after); /* the pad's copy is out of date */
  MOCKCLOUD_EXPECT(pad, MOCKCLOUD_OK, "{'assets': [{'data': 'Ynll'}]}", "assets/download", PHOTO);
}

TASK(asset_too_large) {
  MOCKCLOUD_EXPECT_OK(cloud, "mock/limits/set", "{'limits': {'bytesPerAsset': 4}}"); /* 50 MB */
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                   "{'records': [{'ckErrorName': 'limitExceeded'}]}", "records/modify", SAVE_PHOTO,
                   "{\"data\": \"aGVsbG8=\"}");
}

TASK(asset_not_available) {
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", SAVE_PHOTO, "{\"data\": \"aGVsbG8=\"}");
  MOCKCLOUD_EXPECT_OK(cloud, "mock/error/set",
                      "{'operation': 'assets/download', 'error': 'assetNotAvailable', 'times': 1}");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_ASSET_NOT_AVAILABLE, NULL, "assets/download", PHOTO);
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_OK, "{'assets': [{'data': 'aGVsbG8='}]}", "assets/download",
                   PHOTO);
}

TASK(asset_cut_short) {
  MOCKCLOUD_EXPECT_OK(phone, "records/modify", SAVE_PHOTO, "{\"data\": \"aGVsbG8=\"}");
  MOCKCLOUD_EXPECT_OK(cloud, "mock/faults/add", "{'rules': [{'then': {'truncateFiles': 3}}]}");
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_OK, /* 3 bytes arrived: compare size and checksum */
                   "{'assets': [{'data': 'aGVs', 'size': 5}]}", "assets/download", PHOTO);
}

TASK(asset_file_missing) {
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                   "{'records': [{'ckErrorName': 'assetFileNotFound'}]}", "records/modify",
                   SAVE_PHOTO, "{\"path\": \"/nowhere/gone.jpg\"}");
}

TASK(asset_file_changes) {
  char value[128];
  write_file("photo.jpg", "first");
  const char *receipt = text_of(phone, "/assets/0/receipt", "assets/upload",
                                "{'assets': [{'recordName': 'n2', 'recordType': 'Note', "
                                "'fieldName': 'photo', 'path': 'photo.jpg'}]}");
  write_file("photo.jpg", "second"); /* the app writes the file while it is being uploaded */
  snprintf(value, sizeof value, "{\"receipt\": \"%s\"}", receipt);
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                   "{'records': [{'ckErrorName': 'assetFileModified'}]}", "records/modify",
                   SAVE_PHOTO, value);
  remove("photo.jpg");
}

TASK(upload_expires) {
  char value[128];
  const char *receipt = text_of(phone, "/assets/0/receipt", "assets/upload",
                                "{'assets': [{'recordName': 'n2', 'recordType': 'Note', "
                                "'fieldName': 'photo', 'data': 'aGVsbG8='}]}");
  snprintf(value, sizeof value, "{\"receipt\": \"%s\"}", receipt);
  MOCKCLOUD_EXPECT_OK(cloud, "mock/clock/advance", "{'seconds': 960}"); /* it lasts 15 minutes */
  MOCKCLOUD_EXPECT(phone, MOCKCLOUD_CKERROR_PARTIAL_FAILURE,
                   "{'records': [{'ckErrorName': 'invalidArguments'}]}", "records/modify",
                   SAVE_PHOTO, value);
}

int run_files(void) {
  const struct CMUnitTest tests[] = {
      RUN(asset_saved),         RUN(asset_replaced),  RUN(asset_too_large),
      RUN(asset_not_available), RUN(asset_cut_short), RUN(asset_file_missing),
      RUN(asset_file_changes),  RUN(upload_expires),
  };
  return RUN_GROUP("files", tests);
}
