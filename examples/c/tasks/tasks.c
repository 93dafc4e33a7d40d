/* Runs the tasks of docs/TASKS.md in C. */
#include "tasks.h"

mockcloud *cloud, *phone, *pad, *bob;
const char *program_path;

/* set-up begins */
int open_cloud(void **state) {
  (void)state;
  mockcloud_create("{\"users\": [{\"alias\": \"me\", \"devices\": [\"phone\", \"pad\"]},"
                   " {\"alias\": \"bob\", \"emailAddress\": \"bob@example.com\"}]}",
                   &cloud, NULL);
  mockcloud_view(cloud, "{\"device\": \"phone\", \"zoneID\": {\"zoneName\": \"Notes\"}}", &phone);
  mockcloud_view(cloud, "{\"device\": \"pad\", \"zoneID\": {\"zoneName\": \"Notes\"}}", &pad);
  mockcloud_view(cloud, "{\"user\": \"bob\"}", &bob);
  MOCKCLOUD_EXPECT_OK(cloud, "mock/seed",
                      "{'records': [{'recordName': 'n1', 'recordType': 'Note', 'zoneID': "
                      "{'zoneName': 'Notes'}, 'fields': {'title': {'value': 'Milk'}}}]}");
  return 0;
}
/* set-up ends */

/* What text_of() gave out in this task. */
static char *texts[32];
static size_t text_count;

int close_cloud(void **state) {
  (void)state;
  while (text_count > 0)
    mockcloud_string_free(texts[--text_count]);
  mockcloud_destroy(cloud);
  MOCKCLOUD_EXPECT_NO_CLOUDS();
  return 0;
}

const char *text_of(mockcloud *view, const char *pointer, const char *operation, const char *format,
                    ...) {
  char *answer = NULL;
  va_list arguments;
  va_start(arguments, format);
  mockcloud_vcallf(view, &answer, operation, format, arguments);
  va_end(arguments);
  assert_true(text_count < sizeof texts / sizeof *texts);
  int32_t finding = mockcloud_json_text(answer, pointer, &texts[text_count]);
  mockcloud_string_free(answer);
  if (finding != MOCKCLOUD_JSON_FOUND)
    fail_msg("%s: the answer has no text at %s", operation, pointer);
  return texts[text_count++];
}

int64_t number_of(mockcloud *view, const char *pointer, const char *operation, const char *format,
                  ...) {
  char *answer = NULL;
  int64_t number = 0;
  va_list arguments;
  va_start(arguments, format);
  mockcloud_vcallf(view, &answer, operation, format, arguments);
  va_end(arguments);
  int32_t finding = mockcloud_json_int(answer, pointer, &number);
  mockcloud_string_free(answer);
  if (finding != MOCKCLOUD_JSON_FOUND)
    fail_msg("%s: the answer has no number at %s", operation, pointer);
  return number;
}

int64_t count_of(mockcloud *view, const char *pointer, const char *operation, const char *format,
                 ...) {
  char *answer = NULL;
  int64_t count = 0;
  va_list arguments;
  va_start(arguments, format);
  mockcloud_vcallf(view, &answer, operation, format, arguments);
  va_end(arguments);
  int32_t finding = mockcloud_json_count(answer, pointer, &count);
  mockcloud_string_free(answer);
  if (finding != MOCKCLOUD_JSON_FOUND)
    fail_msg("%s: the answer has no list at %s", operation, pointer);
  return count;
}

double now(void) {
  int days = 0, hours = 0, minutes = 0;
  double seconds = 0;
  const char *time = text_of(cloud, "/now", "mock/clock", NULL);
  assert_int_equal(sscanf(time, "%*d-%*d-%dT%d:%d:%lfZ", &days, &hours, &minutes, &seconds), 4);
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}

void seed_notes(int count) {
  for (int n = 0; n < count; n++) {
    char name[16];
    snprintf(name, sizeof name, "b%d", n);
    MOCKCLOUD_EXPECT_OK(cloud, "mock/seed",
                        "{'records': [{'recordName': %s, 'recordType': 'Note', "
                        "'zoneID': {'zoneName': 'Notes'}}]}",
                        name);
  }
}

void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

int main(int count, char **arguments) {
  if (count > 1 && strcmp(arguments[1], "program") == 0)
    return program();
  program_path = arguments[0];
  return run_network() + run_service() + run_saving() + run_schema() + run_feeds() + run_zones() +
         run_pushes() + run_accounts() + run_sharing() + run_files() + run_operations() +
         run_programs();
}
