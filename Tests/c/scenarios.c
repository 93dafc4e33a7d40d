/*
 * Runs scenario files, each as one test: scenarios [--record DIR] FILE...
 *
 * With --record, DIR/<file>.out receives the results, byte for byte, so that they can be compared
 * with those of the same files in other languages: a line "<status> <answer>" per call, a line
 * "event <event>" per event taken or dropped, "no event" if there was none.
 */
#include "pattern.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAIN = JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE, MOST_FILES = 2000 };

static const char *record_folder;

/* A file and its state while it runs. */
struct run {
  mockcloud *cloud;
  json_object *captured;
  FILE *record;
  size_t step;
  const char *operation;
  char message[4096];
};

static bool fail_step(struct run *run, const char *what) {
  snprintf(run->message, sizeof run->message, "step %zu (%s): %s", run->step, run->operation, what);
  return false;
}

static bool fail_mismatch(struct run *run, const struct mismatch *mismatch) {
  return fail_step(run, mismatch->text);
}

static bool check_answer(struct run *run, json_object *step, mockcloud_status status,
                         const char *answer) {
  json_object *wanted = at(step, "status"), *pattern = at(step, "response");
  int expected = wanted == NULL ? 0 : json_object_get_int(wanted);
  if (run->record != NULL)
    fprintf(run->record, "%d %s\n", (int)status, answer);
  char what[3000];
  if (defect_of_json(answer) != NULL) {
    snprintf(what, sizeof what, "%s: %s", defect_of_json(answer), answer ? answer : "");
    return fail_step(run, what);
  }
  if (status != expected) {
    snprintf(what, sizeof what, "status\n  expected %d (%s)\n  got      %d (%s)\n  answer   %s",
             expected, mockcloud_status_name(expected), (int)status, mockcloud_status_name(status),
             answer);
    return fail_step(run, what);
  }
  struct mismatch mismatch;
  json_object *value = json_tokener_parse(answer);
  bool good = (pattern == NULL || matches(run->cloud, pattern, answer, run->captured, &mismatch)) &&
              capture_all(at(step, "capture"), value, run->captured, &mismatch);
  json_object_put(value);
  return good || fail_mismatch(run, &mismatch);
}

static bool run_call(struct run *run, json_object *step) {
  struct mismatch mismatch;
  json_object *request = NULL;
  if (!substitute(at(step, "request"), run->captured, &request, &mismatch))
    return fail_mismatch(run, &mismatch);
  const char *text = request == NULL ? NULL : json_object_to_json_string_ext(request, PLAIN);
  char *answer = NULL;
  mockcloud_status status = mockcloud_call(run->cloud, run->operation, text, &answer);
  json_object_put(request);
  bool good = check_answer(run, step, status, answer);
  mockcloud_string_free(answer);
  return good;
}

/* Takes the next event, which the caller frees; returns NULL if there is none. */
static char *take_event(struct run *run) {
  char *event = NULL;
  mockcloud_next_event(run->cloud, &event);
  if (run->record != NULL)
    fprintf(run->record, event == NULL ? "no event\n" : "event %s\n", event);
  return event;
}

static bool run_event(struct run *run, json_object *step) {
  json_object *pattern = at(step, "event");
  char *event = take_event(run);
  if (event == NULL)
    return fail_step(run, "there is no event");
  struct mismatch mismatch;
  json_object *value = json_tokener_parse(event);
  bool good = defect_of_json(event) == NULL &&
              matches(run->cloud, pattern, event, run->captured, &mismatch) &&
              capture_all(at(step, "capture"), value, run->captured, &mismatch);
  if (!good && defect_of_json(event) != NULL)
    fail_step(run, defect_of_json(event));
  else if (!good)
    fail_mismatch(run, &mismatch);
  json_object_put(value);
  mockcloud_string_free(event);
  return good;
}

static bool run_no_event(struct run *run) {
  char *event = take_event(run);
  if (event == NULL)
    return true;
  char what[3000];
  snprintf(what, sizeof what, "an event\n  expected none\n  got      %s", event);
  mockcloud_string_free(event);
  return fail_step(run, what);
}

static bool run_step(struct run *run, json_object *step) {
  json_object_object_foreach(step, key, value) {
    (void)value;
    static const char *const known[] = {"call",  "request", "status", "response", "capture",
                                        "event", "noEvent", "drain",  "note"};
    bool found = false;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
      found = found || strcmp(key, known[i]) == 0;
    if (!found)
      return fail_step(run, "the step has a key that no runner knows");
  }
  if (at(step, "call") != NULL) {
    run->operation = json_object_get_string(at(step, "call"));
    return run_call(run, step);
  }
  run->operation = "events";
  if (at(step, "event") != NULL)
    return run_event(run, step);
  if (at(step, "noEvent") != NULL)
    return run_no_event(run);
  if (at(step, "drain") == NULL)
    return fail_step(run, "the step does nothing");
  for (char *event = take_event(run); event != NULL; event = take_event(run))
    mockcloud_string_free(event);
  return true;
}

/* Fails unless the world is consistent; called after every step. */
static bool check_world(struct run *run) {
  char *answer = NULL;
  mockcloud_status status = mockcloud_call(run->cloud, "mock/state/check", NULL, &answer);
  bool good = status == MOCKCLOUD_OK && strcmp(answer, "{\"problems\":[]}") == 0;
  if (!good) {
    char what[3000];
    snprintf(what, sizeof what, "mock/state/check answers %d %s", (int)status, answer);
    fail_step(run, what);
  }
  mockcloud_string_free(answer);
  return good;
}

static bool run_steps(struct run *run, json_object *scenario) {
  json_object *config = at(scenario, "config"), *steps = at(scenario, "steps");
  const char *text = config == NULL ? "{}" : json_object_to_json_string_ext(config, PLAIN);
  char *error = NULL;
  run->operation = "create";
  if (mockcloud_create(text, &run->cloud, &error) != MOCKCLOUD_OK) {
    fail_step(run, error);
    mockcloud_string_free(error);
    return false;
  }
  size_t count = json_object_is_type(steps, json_type_array) ? json_object_array_length(steps) : 0;
  if (count == 0)
    return fail_step(run, "there are no steps");
  for (size_t i = 0; i < count; i++) {
    run->step = i + 1;
    if (!run_step(run, json_object_array_get_idx(steps, i)))
      return false;
    // Under valgrind the world is checked only once, after the last step.
    if ((i + 1 == count || amount(1, 0) == 1) && !check_world(run))
      return false;
  }
  return true;
}

/* The file's name without folder and ".json". */
static void name_of(const char *file, char *name, size_t size) {
  const char *slash = strrchr(file, '/');
  snprintf(name, size, "%s", slash == NULL ? file : slash + 1);
  char *dot = strrchr(name, '.');
  if (dot != NULL)
    *dot = 0;
}

static void scenario(void **state) {
  const char *file = *state;
  struct run run = {.captured = json_object_new_object()};
  json_object *scenario = json_object_from_file(file);
  if (scenario == NULL)
    fail_msg("%s is no JSON: %s", file, json_util_get_last_err());
  if (record_folder != NULL) {
    char name[256], path[1024];
    name_of(file, name, sizeof name);
    snprintf(path, sizeof path, "%s/%s.out", record_folder, name);
    run.record = fopen(path, "wb");
    assert_non_null(run.record);
  }
  bool good = run_steps(&run, scenario);
  mockcloud_destroy(run.cloud);
  if (run.record != NULL)
    assert_int_equal(fclose(run.record), 0);
  json_object_put(run.captured);
  json_object_put(scenario);
  if (!good)
    fail_msg("%s: %s", file, run.message);
}

int main(int count, char **arguments) {
  static struct CMUnitTest tests[MOST_FILES];
  static char names[MOST_FILES][256];
  int first = 1;
  if (count > 2 && strcmp(arguments[1], "--record") == 0) {
    record_folder = arguments[2];
    first = 3;
  }
  if (first >= count || count - first > MOST_FILES) {
    fprintf(stderr, "usage: %s [--record DIR] FILE...\n", arguments[0]);
    return 2;
  }
  for (int i = first; i < count; i++) {
    name_of(arguments[i], names[i - first], sizeof names[0]);
    tests[i - first] = (struct CMUnitTest){.name = names[i - first],
                                           .test_func = scenario,
                                           .setup_func = count_clouds,
                                           .teardown_func = no_cloud_is_left,
                                           .initial_state = arguments[i]};
  }
  return _cmocka_run_group_tests("scenarios", tests, (size_t)(count - first), NULL, NULL);
}
