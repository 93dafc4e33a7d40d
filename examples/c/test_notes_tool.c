/*
 * notes_tool as a black box, with cmocka: a separate program whose environment contains its state,
 * its faults and a file for its journal, and which writes its last state to a file.
 *
 *   test_notes_tool PATH_OF_NOTES_TOOL
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <json-c/json.h>
#include <mockcloud.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "notes.h"

static const char *tool;

/* The files of one test. */
struct files {
  char folder[64], state[128], faults[128], journal[128];
};

static int make_files(void **state) {
  static struct files files;
  strcpy(files.folder, "/tmp/notes-tool-XXXXXX");
  if (mkdtemp(files.folder) == NULL)
    return -1;
  snprintf(files.state, sizeof files.state, "%s/state.json", files.folder);
  snprintf(files.faults, sizeof files.faults, "%s/faults.json", files.folder);
  snprintf(files.journal, sizeof files.journal, "%s/journal.jsonl", files.folder);
  *state = &files;
  return 0;
}

static int remove_files(void **state) {
  struct files *files = *state;
  unlink(files->state);
  unlink(files->faults);
  unlink(files->journal);
  return rmdir(files->folder);
}

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  assert_int_equal(fclose(file), 0);
}

/* Creates the state with which the tool begins. */
static void write_state(const struct files *files, const char *seed) {
  mockcloud *cloud = NULL;
  char request[256];
  assert_int_equal(mockcloud_create("{\"seed\": 1}", &cloud, NULL), MOCKCLOUD_OK);
  assert_int_equal(mockcloud_seed_records(cloud, seed, NULL), MOCKCLOUD_OK);
  snprintf(request, sizeof request, "{\"path\": \"%s\"}", files->state);
  assert_int_equal(mockcloud_call(cloud, "mock/state/save", request, NULL), MOCKCLOUD_OK);
  mockcloud_destroy(cloud);
}

/* Runs the tool with that state, replaces it by the tool's last state, and returns its exit code.
 */
static int run(const struct files *files, const char *verb, const char *name, const char *text) {
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    setenv("MOCKCLOUD_STATE", files->state, 1);
    setenv("MOCKCLOUD_STATE_OUT", files->state, 1);
    setenv("MOCKCLOUD_JOURNAL", files->journal, 1);
    if (access(files->faults, R_OK) == 0)
      setenv("MOCKCLOUD_FAULTS", files->faults, 1);
    execl(tool, tool, verb, name, text, NULL);
    _exit(127);
  }
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status));
  return WEXITSTATUS(status);
}

/* Returns the lines of the journal, each an operation and its status: "records/modify 0". */
static void assert_journal(const struct files *files, const char *const *expected) {
  FILE *journal = fopen(files->journal, "r");
  assert_non_null(journal);
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, journal) > 0) {
    char call[64];
    json_object *entry = json_tokener_parse(line);
    assert_non_null(entry);
    snprintf(call, sizeof call, "%s %d",
             json_object_get_string(json_object_object_get(entry, "operation")),
             json_object_get_int(json_object_object_get(entry, "status")));
    json_object_put(entry);
    assert_non_null(*expected);
    assert_string_equal(call, *expected++);
  }
  assert_null(*expected);
  free(line);
  fclose(journal);
}

/* Returns the text of a note in the tool's last state, or "" if there is none. */
static void assert_note(const struct files *files, const char *name, const char *text) {
  mockcloud *cloud = NULL;
  char configuration[256], request[256], *answer = NULL;
  snprintf(configuration, sizeof configuration, "{\"state\": \"%s\"}", files->state);
  assert_int_equal(mockcloud_create(configuration, &cloud, NULL), MOCKCLOUD_OK);
  /* The faults of the run are part of its state. */
  assert_int_equal(mockcloud_call(cloud, "mock/faults/clear", NULL, NULL), MOCKCLOUD_OK);
  snprintf(request, sizeof request,
           "{\"zoneID\": {\"zoneName\": \"Notes\"}, \"records\": [{\"recordName\": \"%s\"}]}",
           name);
  mockcloud_call(cloud, "records/lookup", request, &answer);
  char expected[256];
  snprintf(expected, sizeof expected, "\"text\":{\"value\":\"%s\"", text);
  assert_int_equal(strstr(answer, expected) != NULL, text[0] != 0);
  mockcloud_string_free(answer);
  mockcloud_destroy(cloud);
}

static const char seed[] = "{\"zones\": [{\"zoneID\": {\"zoneName\": \"Notes\"}}], \"records\": "
                           "[{\"recordName\": \"milk\", "
                           "\"recordType\": \"Note\", \"zoneID\": {\"zoneName\": \"Notes\"}, "
                           "\"fields\": {\"text\": {\"value\": \"Buy milk\"}}}]}";

static void a_world_goes_from_run_to_run(void **state) {
  struct files *files = *state;
  write_state(files, seed);
  assert_int_equal(run(files, "show", "milk", NULL), NOTES_OK);
  assert_int_equal(run(files, "save", "milk", "Buy oat milk"), NOTES_OK);
  assert_int_equal(run(files, "show", "glue", NULL), NOTES_NOT_FOUND);
  assert_int_equal(run(files, "save", "glue", "Buy glue"), NOTES_OK);
  assert_int_equal(run(files, "remove", "glue", NULL), NOTES_OK);
  assert_note(files, "milk", "Buy oat milk");
  assert_note(files, "glue", "");
  static const char *const calls[] = {
      "records/lookup 0", "records/lookup 0", "records/modify 0", "records/lookup 2",
      "records/lookup 2", "records/modify 0", "records/modify 0", NULL};
  assert_journal(files, calls);
}

static void a_busy_zone_is_waited_for(void **state) {
  struct files *files = *state;
  write_state(files, seed);
  write_file(files->faults, "[{\"when\": {\"op\": \"records/modify\"}, \"limit\": "
                            "{\"injections\": 2}, \"then\": {\"error\": \"zoneBusy\"}}]");
  assert_int_equal(run(files, "save", "milk", "Buy oat milk"), NOTES_OK);
  assert_note(files, "milk", "Buy oat milk");
  static const char *const calls[] = {"records/lookup 0", "records/modify 23", "records/modify 23",
                                      "records/modify 0", NULL};
  assert_journal(files, calls);
}

static void what_fails_changes_nothing(void **state) {
  struct files *files = *state;
  write_state(files, seed);
  write_file(files->faults, "[{\"then\": {\"error\": \"notAuthenticated\"}}]");
  assert_int_equal(run(files, "save", "milk", "Buy oat milk"), NOTES_SIGNED_OUT);
  assert_note(files, "milk", "Buy milk");
}

static void a_damaged_world_ends_the_tool(void **state) {
  struct files *files = *state;
  write_file(files->state, "{\"stateVersion\": 1");
  assert_int_equal(run(files, "show", "milk", NULL), 70);
}

int main(int count, char **arguments) {
  if (count != 2)
    return 2;
  tool = arguments[1];
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(a_world_goes_from_run_to_run, make_files, remove_files),
      cmocka_unit_test_setup_teardown(a_busy_zone_is_waited_for, make_files, remove_files),
      cmocka_unit_test_setup_teardown(what_fails_changes_nothing, make_files, remove_files),
      cmocka_unit_test_setup_teardown(a_damaged_world_ends_the_tool, make_files, remove_files),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
