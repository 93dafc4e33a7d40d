/*
 * A program under test: a command-line tool that keeps notes in iCloud.
 *
 *   notes_tool save NAME TEXT | show NAME | remove NAME
 *   notes_tool -              the same, with a command on each line of the standard input
 *
 * It exits with the notes_result of its last command, or with 64 if the command is invalid.
 *
 * Environment variables configure its cloud: a configuration, a state, faults, a file for its
 * journal (docs/dialect/conventions.md, "The launch environment"). test_notes_tool.c and
 * ../python/test_notes_tool.py test it as a black box.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mock_service.h"

enum { USAGE = 64, NO_CLOUD = 70 };

static const char *const results[] = {"ok", "not found", "signed out", "busy", "failed"};

static int save(const struct notes_service *service, struct note *note, const char *text) {
  /* An existing note is changed, not overwritten. */
  enum notes_result found = notes_load(service, note->name, note);
  if (found != NOTES_OK && found != NOTES_NOT_FOUND)
    return found;
  snprintf(note->text, sizeof note->text, "%s", text);
  return notes_save(service, note);
}

static int run(const struct notes_service *service, const char *verb, const char *name,
               const char *text) {
  struct note note = {.name = ""};
  if (verb == NULL || name == NULL || strlen(name) >= sizeof note.name)
    return USAGE;
  snprintf(note.name, sizeof note.name, "%s", name);
  if (strcmp(verb, "save") == 0 && text != NULL)
    return save(service, &note, text);
  if (strcmp(verb, "remove") == 0 && text == NULL)
    return notes_remove(service, name);
  if (strcmp(verb, "show") != 0 || text != NULL)
    return USAGE;
  int result = notes_load(service, name, &note);
  if (result == NOTES_OK)
    puts(note.text);
  return result;
}

static int run_and_tell(const struct notes_service *service, const char *verb, const char *name,
                        const char *text) {
  int result = run(service, verb, name, text);
  if (result == USAGE)
    fputs("usage: notes_tool save NAME TEXT | show NAME | remove NAME | -\n", stderr);
  else
    fprintf(stderr, "%s\n", results[result]);
  fflush(stdout);
  return result;
}

static int run_lines(const struct notes_service *service) {
  char line[1024];
  int result = NOTES_OK;
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = 0;
    char *verb = strtok(line, " "), *name = strtok(NULL, " "), *text = strtok(NULL, "");
    result = run_and_tell(service, verb, name, text);
  }
  return result;
}

int main(int count, char **arguments) {
  struct mock mock = {0};
  char *error = NULL;
  if (mockcloud_create(NULL, &mock.cloud, &error) != MOCKCLOUD_OK) {
    fprintf(stderr, "%s\n", error == NULL ? "no cloud" : error);
    mockcloud_string_free(error);
    return NO_CLOUD;
  }
  struct notes_service service = mock_service(&mock);
  int result =
      count == 2 && strcmp(arguments[1], "-") == 0
          ? run_lines(&service)
          : run_and_tell(&service, count > 1 ? arguments[1] : NULL, count > 2 ? arguments[2] : NULL,
                         count == 4 ? arguments[3] : NULL);
  mockcloud_destroy(mock.cloud);
  return result;
}
