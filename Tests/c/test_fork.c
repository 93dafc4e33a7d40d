/* fork(): test frameworks run each test in a child, and the child needs its clouds. */
#include "support.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CALLERS = 8, CLOUDS = 4 };

/* Runs `body` in a child, which is killed if it hangs; returns its exit code, the result of
 * `body`. */
static int in_child(int (*body)(mockcloud **), mockcloud **clouds) {
  fflush(NULL);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    alarm(60);
    _exit(body(clouds));
  }
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  if (WIFSIGNALED(status))
    fail_msg("the child ended by signal %d", WTERMSIG(status));
  return WEXITSTATUS(status);
}

static int64_t notes_in(mockcloud *cloud) {
  char *answer = NULL;
  if (mockcloud_call(cloud, "mock/records", "{\"recordType\": \"Note\"}", &answer) != MOCKCLOUD_OK)
    return -1;
  json_object *value = json_tokener_parse(answer);
  json_object *records = at(value, "records");
  int64_t count = json_object_is_type(records, json_type_array)
                      ? (int64_t)json_object_array_length(records)
                      : -1;
  json_object_put(value);
  mockcloud_string_free(answer);
  return count;
}

static int use_the_inherited_cloud(mockcloud **clouds) {
  if (mockcloud_live_clouds() != 1 || notes_in(clouds[0]) != 1)
    return 1;
  if (save_note(clouds[0], "child", 1) != MOCKCLOUD_OK || notes_in(clouds[0]) != 2)
    return 2;
  mockcloud *own = NULL;
  if (mockcloud_create("{}", &own, NULL) != MOCKCLOUD_OK || notes_in(own) != 0)
    return 3;
  mockcloud_destroy(own);
  mockcloud_destroy(clouds[0]);
  return mockcloud_live_clouds() == 0 ? 0 : 4;
}

static void a_child_has_its_own_copy(void **state) {
  (void)state;
  mockcloud *cloud = new_cloud();
  assert_int_equal(save_note(cloud, "parent", 1), MOCKCLOUD_OK);
  assert_int_equal(in_child(use_the_inherited_cloud, &cloud), 0);
  assert_int_equal(mockcloud_live_clouds(), 1);
  assert_int_equal(count_notes(cloud), 1);
  mockcloud_destroy(cloud);
}

static int have_a_child_use_it(mockcloud **clouds) {
  if (save_note(clouds[0], "parent", 2) == MOCKCLOUD_OK)
    return 5; /* the record exists: an untagged save is a conflict */
  return in_child(use_the_inherited_cloud, clouds);
}

static void a_child_may_have_children(void **state) {
  (void)state;
  mockcloud *cloud = new_cloud();
  assert_int_equal(save_note(cloud, "parent", 1), MOCKCLOUD_OK);
  assert_int_equal(in_child(have_a_child_use_it, &cloud), 0);
  mockcloud_destroy(cloud);
}

struct caller {
  mockcloud **clouds;
  int number;
  int rounds;
  atomic_bool *stop;
  int failures;
};

static void *keep_calling(void *argument) {
  struct caller *caller = argument;
  for (int i = 0; caller->rounds == 0 ? !atomic_load(caller->stop) : i < caller->rounds; i++) {
    mockcloud *cloud = caller->clouds[(caller->number + i) % CLOUDS], *own = NULL;
    char name[64];
    snprintf(name, sizeof name, "n-%d-%d", caller->number, i % 7);
    mockcloud_status status = save_note(cloud, name, i);
    caller->failures += status != MOCKCLOUD_OK && status != MOCKCLOUD_CKERROR_PARTIAL_FAILURE;
    caller->failures += mockcloud_next_event(cloud, NULL) != MOCKCLOUD_OK;
    caller->failures += (i % 3 == 0 ? mockcloud_create("{}", &own, NULL)
                                    : mockcloud_fork(cloud, &own)) != MOCKCLOUD_OK;
    mockcloud_destroy(own);
    /* A journal of all calls would make each fork() slower than the previous one. */
    mockcloud_call(cloud, "mock/journal/clear", NULL, NULL);
  }
  return NULL;
}

/* The child immediately starts threads, and its first thread makes calls too: thread numbers of the
 * parent that locks have stored must not matter. */
static int call_from_many_threads(mockcloud **clouds) {
  struct caller callers[CALLERS];
  pthread_t threads[CALLERS];
  for (int i = 0; i < CALLERS; i++) {
    callers[i] = (struct caller){.clouds = clouds, .number = i, .rounds = amount(30, 3)};
    if (i > 0 && pthread_create(&threads[i], NULL, keep_calling, &callers[i]) != 0)
      return 1;
  }
  keep_calling(&callers[0]);
  int failures = callers[0].failures;
  for (int i = 1; i < CALLERS; i++) {
    pthread_join(threads[i], NULL);
    failures += callers[i].failures;
  }
  for (int i = 0; i < CLOUDS; i++) {
    char *answer = NULL;
    failures += mockcloud_call(clouds[i], "mock/state/save", NULL, &answer) != MOCKCLOUD_OK;
    failures += defect_of_json(answer) != NULL;
    mockcloud_string_free(answer);
    mockcloud_destroy(clouds[i]);
  }
  return failures == 0 ? 0 : 2;
}

static void a_child_of_a_process_in_the_middle_of_calls(void **state) {
  (void)state;
  mockcloud *clouds[CLOUDS];
  struct caller callers[CALLERS];
  pthread_t threads[CALLERS];
  atomic_bool stop = false;
  for (int i = 0; i < CLOUDS; i++)
    clouds[i] = new_cloud();
  for (int i = 0; i < CALLERS; i++) {
    callers[i] = (struct caller){.clouds = clouds, .number = i, .stop = &stop};
    assert_int_equal(pthread_create(&threads[i], NULL, keep_calling, &callers[i]), 0);
  }
  for (int i = 0; i < amount(100, 5); i++) {
    /* This thread makes calls on both sides of the fork, under two numbers. */
    tell(clouds[i % CLOUDS], "mock/clock", NULL);
    assert_int_equal(in_child(call_from_many_threads, clouds), 0);
  }
  atomic_store(&stop, true);
  for (int i = 0; i < CALLERS; i++) {
    assert_int_equal(pthread_join(threads[i], NULL), 0);
    assert_int_equal(callers[i].failures, 0);
  }
  for (int i = 0; i < CLOUDS; i++)
    mockcloud_destroy(clouds[i]);
}

static int only_child_of_a_cloudless_parent(mockcloud **clouds) {
  (void)clouds;
  mockcloud *cloud = NULL;
  if (mockcloud_create("{}", &cloud, NULL) != MOCKCLOUD_OK)
    return 1;
  mockcloud_destroy(cloud);
  return 0;
}

static void a_child_may_make_the_first_cloud(void **state) {
  (void)state;
  assert_int_equal(in_child(only_child_of_a_cloudless_parent, NULL), 0);
}

/* Makes a cloud that writes its state to the path of MOCKCLOUD_STATE_OUT. */
static mockcloud *launched(void) {
  mockcloud *cloud = NULL;
  if (mockcloud_create(NULL, &cloud, NULL) != MOCKCLOUD_OK)
    return NULL;
  return cloud;
}

static int end_two_clouds(mockcloud **clouds) {
  mockcloud *own = launched();
  if (own == NULL || save_note(clouds[0], "child", 1) != MOCKCLOUD_OK)
    return 1;
  mockcloud_destroy(clouds[0]);
  mockcloud_destroy(own);
  char name[128];
  snprintf(name, sizeof name, "%s.%d", getenv("MOCKCLOUD_STATE_OUT"), (int)getpid());
  return unlink(name) == 0 ? 0 : 2;
}

/* The state of a copy does not replace that of the original, and a cloud of the child has a file of
 * its own. */
static void a_child_leaves_the_files_of_its_parent(void **state) {
  (void)state;
  char folder[] = "/tmp/mockcloud-fork-XXXXXX", path[64], second[80];
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/state", folder);
  snprintf(second, sizeof second, "%s.2", path);
  setenv("MOCKCLOUD_STATE_OUT", path, 1);
  mockcloud *cloud = launched();
  assert_non_null(cloud);
  assert_int_equal(save_note(cloud, "parent", 1), MOCKCLOUD_OK);
  assert_int_equal(in_child(end_two_clouds, &cloud), 0);
  assert_int_not_equal(access(path, F_OK), 0);
  assert_int_not_equal(access(second, F_OK), 0);
  mockcloud_destroy(cloud);
  unsetenv("MOCKCLOUD_STATE_OUT");
  char configuration[96];
  snprintf(configuration, sizeof configuration, "{\"state\": \"%s\"}", path);
  assert_int_equal(mockcloud_create(configuration, &cloud, NULL), MOCKCLOUD_OK);
  assert_int_equal(count_notes(cloud), 1);
  mockcloud_destroy(cloud);
  unlink(path);
  assert_int_equal(rmdir(folder), 0);
}

#define FORKED(test) cmocka_unit_test_setup_teardown(test, count_clouds, no_cloud_is_left)

int main(void) {
  const struct CMUnitTest tests[] = {
      FORKED(a_child_may_make_the_first_cloud),
      FORKED(a_child_has_its_own_copy),
      FORKED(a_child_may_have_children),
      FORKED(a_child_of_a_process_in_the_middle_of_calls),
      FORKED(a_child_leaves_the_files_of_its_parent),
  };
  return cmocka_run_group_tests_name("fork", tests, NULL, NULL);
}
