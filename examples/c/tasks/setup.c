/* set-up begins */
/* setup.c */
#include "tasks.h"

mockcloud *cloud, *phone, *pad, *bob;

int open_cloud(void **state) {
  (void)state;
  mockcloud_create("{\"users\": [{\"alias\": \"me\", \"devices\": [\"phone\", \"pad\"]},"
                   " {\"alias\": \"bob\", \"emailAddress\": \"bob@example.com\"}]}",
                   &cloud, NULL);
  mockcloud_view(cloud, "{\"device\": \"phone\", \"zoneID\": {\"zoneName\": \"Notes\"}}", &phone,
                 NULL);
  mockcloud_view(cloud, "{\"device\": \"pad\", \"zoneID\": {\"zoneName\": \"Notes\"}}", &pad, NULL);
  mockcloud_view(cloud, "{\"user\": \"bob\"}", &bob, NULL);
  MOCKCLOUD_EXPECT_OK(cloud, "mock/seed",
                      "{'records': [{'recordName': 'n1', 'recordType': 'Note', 'zoneID': "
                      "{'zoneName': 'Notes'}, 'fields': {'title': {'value': 'Milk'}}}]}");
  return 0;
}

/* The texts that text_of() has returned in this task. */
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

static char *answer_of(mockcloud *view, const char *operation, const char *format,
                       va_list arguments) {
  char *answer = NULL;
  mockcloud_vcallf(view, &answer, operation, format, arguments);
  return answer;
}

/* Fails the test if the response has no such value. */
static void check(int32_t finding, const char *operation, const char *pointer, char *answer) {
  if (finding != MOCKCLOUD_JSON_FOUND)
    print_error("%s: nothing of that type at %s: %s\n", operation, pointer, answer);
  mockcloud_string_free(answer);
  assert_int_equal(finding, MOCKCLOUD_JSON_FOUND);
}

const char *text_of(mockcloud *view, const char *pointer, const char *operation, const char *format,
                    ...) {
  va_list arguments;
  va_start(arguments, format);
  char *answer = answer_of(view, operation, format, arguments);
  va_end(arguments);
  assert_true(text_count < sizeof texts / sizeof *texts);
  check(mockcloud_json_text(answer, pointer, &texts[text_count]), operation, pointer, answer);
  return texts[text_count++];
}

int64_t number_of(mockcloud *view, const char *pointer, const char *operation, const char *format,
                  ...) {
  int64_t number = 0;
  va_list arguments;
  va_start(arguments, format);
  char *answer = answer_of(view, operation, format, arguments);
  va_end(arguments);
  check(mockcloud_json_int(answer, pointer, &number), operation, pointer, answer);
  return number;
}

int64_t count_of(mockcloud *view, const char *pointer, const char *operation, const char *format,
                 ...) {
  int64_t count = 0;
  va_list arguments;
  va_start(arguments, format);
  char *answer = answer_of(view, operation, format, arguments);
  va_end(arguments);
  check(mockcloud_json_count(answer, pointer, &count), operation, pointer, answer);
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
/* set-up ends */
