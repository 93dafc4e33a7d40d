/*
 * Runs scenario files, each as one test: scenarios [--record DIR] FILE...
 *
 * With --record, DIR/<file>.out receives the results, byte for byte, so that they can be compared
 * with those of the same files in other languages: a line "<status> <answer>" per call, a line
 * "event <event>" per event taken or dropped, "no event" if there was none.
 */
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

static const char *text_of(json_object *value) {
  return json_object_to_json_string_ext(value, PLAIN);
}

/* Returns whether an answer or an event matches its pattern, as mock/match compares them with what
 * was captured: "$name" matches only a captured value. */
static bool matches(struct run *run, json_object *pattern, const char *text) {
  char *response = NULL;
  mockcloud_status status = mockcloud_callf(run->cloud, &response, "mock/match",
                                            "{'pattern': %j, 'value': %j, 'captured': %j}",
                                            text_of(pattern), text, text_of(run->captured));
  json_object *answer = json_tokener_parse(response);
  /* A name that was not captured before is one more. */
  bool is_match =
      status == MOCKCLOUD_OK && json_object_get_boolean(at(answer, "matches")) &&
      json_object_object_length(at(answer, "captures")) == json_object_object_length(run->captured);
  if (!is_match)
    fail_step(run, response);
  json_object_put(answer);
  mockcloud_string_free(response);
  return is_match;
}

/* Returns a copy of a request in which "$name" is replaced by the value that was captured under
 * that name and "$$x" by "$x". Sets `missing` to a name that was not captured. */
static json_object *substitute(json_object *request, json_object *captured, const char **missing) {
  json_object *result = NULL;
  const char *text =
      json_object_is_type(request, json_type_string) ? json_object_get_string(request) : "";
  if (text[0] == '$' && text[1] == '$')
    return json_object_new_string_len(text + 1, json_object_get_string_len(request) - 1);
  if (json_object_is_type(request, json_type_array)) {
    result = json_object_new_array();
    for (size_t i = 0; i < json_object_array_length(request); i++)
      json_object_array_add(result,
                            substitute(json_object_array_get_idx(request, i), captured, missing));
    return result;
  }
  if (json_object_is_type(request, json_type_object)) {
    result = json_object_new_object();
    json_object_object_foreach(request, key, value) {
      json_object_object_add(result, key, substitute(value, captured, missing));
    }
    return result;
  }
  if (text[0] == '$' && !json_object_object_get_ex(captured, text + 1, &request)) {
    *missing = text;
    return NULL;
  }
  if (request != NULL)
    json_object_deep_copy(request, &result, NULL);
  return result;
}

/* Captures the values in an answer at the paths of the step's `capture` ({"name": "a.0.b"}). */
static bool capture_all(struct run *run, json_object *step, json_object *answer) {
  json_object *capture = at(step, "capture");
  if (capture == NULL)
    return true;
  json_object_object_foreach(capture, name, path) {
    json_object *found = at(answer, json_object_get_string(path)), *kept = NULL;
    if (found == NULL)
      return fail_step(run, json_object_get_string(path));
    json_object_deep_copy(found, &kept, NULL);
    json_object_object_add(run->captured, name, kept);
  }
  return true;
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
  json_object *value = json_tokener_parse(answer);
  bool good = (pattern == NULL || matches(run, pattern, answer)) && capture_all(run, step, value);
  json_object_put(value);
  return good;
}

static bool run_call(struct run *run, json_object *step) {
  const char *missing = NULL;
  json_object *request = substitute(at(step, "request"), run->captured, &missing);
  if (missing != NULL) {
    json_object_put(request);
    return fail_step(run, missing);
  }
  const char *text = request == NULL ? NULL : text_of(request);
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
  json_object *value = json_tokener_parse(event);
  bool good = defect_of_json(event) == NULL || fail_step(run, defect_of_json(event));
  good = good && matches(run, pattern, event) && capture_all(run, step, value);
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
  const char *text = config == NULL ? "{}" : text_of(config);
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
