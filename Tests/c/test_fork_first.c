/* The first calls of a child whose parent made none: all that the library creates when it is first
 * used is created there, by several threads at once. The parent of this suite makes no call. */
#include "support.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CALLERS = 8, SECONDS = 5 };

static const char *const calls[][2] = {
    {"mock/info", NULL},
    {"zones/modify", "{\"operations\": [{\"operationType\": \"create\", "
                     "\"zone\": {\"zoneID\": {\"zoneName\": \"Work\"}}}]}"},
    {"records/modify",
     "{\"operations\": [{\"operationType\": \"save\", \"record\": {\"recordName\": \"n\", "
     "\"recordType\": \"Note\", \"fields\": {\"stars\": {\"value\": 5}}}}]}"},
    {"records/query", "{\"query\": {\"recordType\": \"Note\", "
                      "\"predicate\": \"stars BETWEEN {1, 5} AND title BEGINSWITH 'a'\"}}"},
    {"changes/database", NULL},
    {"subscriptions/list", NULL},
    {"users/current", NULL},
    {"mock/seed", "{\"records\": [{\"recordName\": \"s\", \"recordType\": \"Note\", "
                  "\"fields\": {\"number\": {\"value\": 1}}}]}"},
    {"mock/faults/add", "{\"rules\": [{\"when\": {\"op\": \"zones/list\"}, "
                        "\"then\": {\"error\": \"zoneBusy\"}}]}"},
    {"mock/clock/advance", "{\"seconds\": 60}"},
    {"mock/explain", "{\"query\": {\"recordType\": \"Note\"}}"},
    {"mock/journal", NULL},
    {"mock/state/save", NULL},
    {"mock/state/check", NULL},
};
enum { CALLS = sizeof calls / sizeof *calls };

static atomic_int waiting = CALLERS;
static atomic_int failures;

/* Makes calls of every kind on a cloud of its own; each thread begins with another. */
static void *make_first_calls(void *argument) {
  size_t number = (size_t)argument;
  mockcloud *cloud = NULL, *copy = NULL;
  atomic_fetch_sub(&waiting, 1);
  while (atomic_load(&waiting) > 0)
    continue;
  failures += mockcloud_create("{}", &cloud, NULL) != MOCKCLOUD_OK;
  for (size_t i = 0; i < CALLS; i++) {
    const char *const *call = calls[(number + i) % CALLS];
    char *answer = NULL;
    mockcloud_status status = mockcloud_call(cloud, call[0], call[1], &answer);
    failures += status < 0;
    mockcloud_string_free(answer);
  }
  failures += mockcloud_fork(cloud, &copy) != MOCKCLOUD_OK;
  failures += mockcloud_next_event(copy, NULL) != MOCKCLOUD_OK;
  mockcloud_destroy(cloud);
  mockcloud_destroy(copy);
  return NULL;
}

static int call_first(void) {
  pthread_t threads[CALLERS];
  for (size_t i = 1; i < CALLERS; i++)
    if (pthread_create(&threads[i], NULL, make_first_calls, (void *)i) != 0)
      return 2;
  make_first_calls(NULL);
  for (size_t i = 1; i < CALLERS; i++)
    pthread_join(threads[i], NULL);
  return failures == 0 && mockcloud_live_clouds() == 0 ? 0 : 1;
}

/* A child that hangs is ended by the signal of its clock, which the test counts. */
static void the_first_calls_of_a_child(void **state) {
  (void)state;
  const char *count = getenv("MOCKCLOUD_TEST_CHILDREN");
  int children = count == NULL ? amount(200, 2) : atoi(count), hung = 0;
  for (int i = 0; i < children && hung < 100; i++) {
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
      alarm(amount(SECONDS, 10 * SECONDS));
      _exit(call_first());
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
      hung++;
    else
      assert_int_equal(status, 0);
  }
  if (hung > 0)
    fail_msg("%d of %d children hung", hung, children);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_first_calls_of_a_child)};
  return cmocka_run_group_tests_name("fork_first", tests, NULL, NULL);
}
