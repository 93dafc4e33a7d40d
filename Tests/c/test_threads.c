/* Many threads: calls on one cloud run one after the other, calls on several clouds in parallel,
 * and any thread may destroy a cloud. */
#include "support.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 64 };

/* cmocka's assertions must fail in the thread that runs the test: other threads count failures. */
struct worker {
  int number;
  mockcloud *cloud;
  int failures;
  char *answer;
  atomic_int *stop;
};

static void run(void *(*work)(void *), struct worker *workers, int count) {
  pthread_t threads[THREADS];
  for (int i = 0; i < count; i++)
    assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
  for (int i = 0; i < count; i++)
    assert_int_equal(pthread_join(threads[i], NULL), 0);
}

static void *save_many(void *argument) {
  struct worker *worker = argument;
  for (int i = 0; i < amount(50, 4); i++) {
    char name[64];
    snprintf(name, sizeof name, "n-%d-%d", worker->number, i);
    worker->failures += save_note(worker->cloud, name, i) != MOCKCLOUD_OK;
    char *answer = NULL, *event = NULL;
    mockcloud_status status =
        mockcloud_call(worker->cloud, "records/query",
                       "{\"query\": {\"recordType\": \"Note\"}, \"resultsLimit\": 3}", &answer);
    worker->failures += status != MOCKCLOUD_OK || defect_of_json(answer) != NULL;
    mockcloud_string_free(answer);
    worker->failures += mockcloud_next_event(worker->cloud, &event) != MOCKCLOUD_OK;
    mockcloud_string_free(event);
  }
  return NULL;
}

static void many_threads_on_one_cloud(void **state) {
  (void)state;
  struct worker workers[THREADS] = {{0}};
  mockcloud *cloud = new_cloud();
  for (int i = 0; i < THREADS; i++)
    workers[i] = (struct worker){.number = i, .cloud = cloud};
  run(save_many, workers, THREADS);
  for (int i = 0; i < THREADS; i++)
    assert_int_equal(workers[i].failures, 0);
  assert_int_equal(count_notes(cloud), THREADS * amount(50, 4));
  mockcloud_destroy(cloud);
}

static void *live_alone(void *argument) {
  struct worker *worker = argument;
  mockcloud *cloud = NULL, *copy = NULL;
  worker->failures += mockcloud_create("{\"seed\": 7}", &cloud, NULL) != MOCKCLOUD_OK;
  worker->cloud = cloud;
  save_many(worker);
  worker->failures += mockcloud_fork(cloud, &copy) != MOCKCLOUD_OK;
  worker->failures += mockcloud_advance_clock(copy, "{\"seconds\": 1}", NULL) != MOCKCLOUD_OK;
  worker->failures += mockcloud_call(cloud, "mock/state/save", NULL, &worker->answer) != 0;
  mockcloud_destroy(cloud);
  mockcloud_destroy(copy);
  return NULL;
}

/* Clouds with the same seed and the same calls are equal, regardless of other clouds. */
static void many_threads_on_clouds_of_their_own(void **state) {
  (void)state;
  struct worker workers[THREADS] = {{0}};
  run(live_alone, workers, THREADS);
  for (int i = 0; i < THREADS; i++) {
    assert_int_equal(workers[i].failures, 0);
    assert_null(defect_of_json(workers[i].answer));
    assert_string_equal(workers[i].answer, workers[0].answer);
  }
  for (int i = 0; i < THREADS; i++)
    mockcloud_string_free(workers[i].answer);
}

static void *call_until_it_ends(void *argument) {
  struct worker *worker = argument;
  mockcloud_status status = MOCKCLOUD_OK;
  for (int i = 0; status == MOCKCLOUD_OK; i++) {
    char name[64];
    snprintf(name, sizeof name, "n-%d-%d", worker->number, i % 10);
    status = mockcloud_call(worker->cloud, "mock/clock", NULL, NULL);
    if (status == MOCKCLOUD_OK && i < 10)
      status = save_note(worker->cloud, name, i);
  }
  worker->failures = status != MOCKCLOUD_BAD_HANDLE;
  return NULL;
}

static void a_cloud_ends_while_others_call_it(void **state) {
  (void)state;
  for (int round = 0; round < amount(50, 3); round++) {
    struct worker workers[8] = {{0}};
    pthread_t threads[8];
    mockcloud *cloud = new_cloud();
    for (int i = 0; i < 8; i++) {
      workers[i] = (struct worker){.number = i, .cloud = cloud};
      assert_int_equal(pthread_create(&threads[i], NULL, call_until_it_ends, &workers[i]), 0);
    }
    for (int i = 0; i < 20; i++)
      tell(cloud, "mock/clock", NULL);
    mockcloud_destroy(cloud);
    assert_int_equal(mockcloud_live_clouds(), 0);
    for (int i = 0; i < 8; i++) {
      assert_int_equal(pthread_join(threads[i], NULL), 0);
      assert_int_equal(workers[i].failures, 0);
    }
  }
}

static void *destroy_it(void *argument) {
  struct worker *worker = argument;
  mockcloud_destroy(worker->cloud);
  return NULL;
}

static void all_threads_end_the_same_cloud(void **state) {
  (void)state;
  for (int round = 0; round < amount(20, 2); round++) {
    struct worker workers[THREADS] = {{0}};
    mockcloud *cloud = new_cloud(), *other = new_cloud();
    for (int i = 0; i < THREADS; i++)
      workers[i].cloud = cloud;
    run(destroy_it, workers, THREADS);
    assert_int_equal(mockcloud_live_clouds(), 1);
    mockcloud_destroy(other);
  }
}

static void *come_and_go(void *argument) {
  struct worker *worker = argument;
  for (int i = 0; i < amount(200, 5); i++) {
    mockcloud *cloud = NULL, *copy = NULL;
    worker->failures += mockcloud_create("{}", &cloud, NULL) != MOCKCLOUD_OK;
    worker->failures += mockcloud_fork(cloud, &copy) != MOCKCLOUD_OK;
    worker->failures += mockcloud_live_clouds() < 2;
    mockcloud_destroy(cloud);
    worker->failures += mockcloud_call(cloud, "mock/clock", NULL, NULL) != MOCKCLOUD_BAD_HANDLE;
    worker->failures += mockcloud_call(copy, "mock/clock", NULL, NULL) != MOCKCLOUD_OK;
    mockcloud_destroy(copy);
  }
  return NULL;
}

static void clouds_come_and_go_everywhere(void **state) {
  (void)state;
  struct worker workers[THREADS] = {{0}};
  run(come_and_go, workers, THREADS);
  for (int i = 0; i < THREADS; i++)
    assert_int_equal(workers[i].failures, 0);
}

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

struct long_call {
  mockcloud *cloud;
  char *request;
  atomic_bool ended;
  double seconds;
  mockcloud_status status;
};

static void *seed_much(void *argument) {
  struct long_call *call = argument;
  double start = seconds_now();
  call->status = mockcloud_seed_records(call->cloud, call->request, NULL);
  call->seconds = seconds_now() - start;
  atomic_store(&call->ended, true);
  return NULL;
}

/* A request that keeps a cloud busy for some time. */
static char *seed_request(int records) {
  char *request = malloc((size_t)records * 96 + 64), *end = request;
  end += sprintf(end, "{\"records\": [");
  for (int i = 0; i < records; i++)
    end += sprintf(end, "%s{\"recordName\": \"n%d\", \"recordType\": \"Note\", \"fields\": {}}",
                   i == 0 ? "" : ", ", i);
  sprintf(end, "]}");
  return request;
}

/* While one cloud is busy for a long time, no call on another takes nearly as long. */
static void clouds_do_not_wait_for_each_other(void **state) {
  (void)state;
  mockcloud *other = new_cloud();
  struct long_call call = {.cloud = new_cloud(), .request = seed_request(amount(50000, 1000))};
  pthread_t thread;
  double longest = 0;
  assert_int_equal(pthread_create(&thread, NULL, seed_much, &call), 0);
  while (!atomic_load(&call.ended)) {
    double start = seconds_now();
    tell(other, "mock/clock", NULL);
    double taken = seconds_now() - start;
    longest = taken > longest ? taken : longest;
  }
  assert_int_equal(pthread_join(thread, NULL), 0);
  assert_int_equal(call.status, MOCKCLOUD_OK);
  if (longest > call.seconds / 2)
    fail_msg("a call took %f s, while one on another cloud took %f s", longest, call.seconds);
  free(call.request);
  mockcloud_destroy(call.cloud);
  mockcloud_destroy(other);
}

/* The file of the state is complete when the cloud has been destroyed, also if another thread was
 * inside a call. */
static void the_end_waits_for_a_call(void **state) {
  (void)state;
  char path[] = "/tmp/mockcloud-state-XXXXXX";
  close(mkstemp(path));
  unlink(path);
  setenv("MOCKCLOUD_STATE_OUT", path, 1);
  struct long_call call = {.request = seed_request(amount(50000, 5000))};
  assert_int_equal(mockcloud_create(NULL, &call.cloud, NULL), MOCKCLOUD_OK);
  unsetenv("MOCKCLOUD_STATE_OUT");
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, seed_much, &call), 0);
  usleep(20000);
  mockcloud_destroy(call.cloud);
  bool is_written = access(path, F_OK) == 0;
  assert_int_equal(pthread_join(thread, NULL), 0);
  assert_true(is_written);
  /* The file has the call's records, or the call was refused. */
  char configuration[96];
  snprintf(configuration, sizeof configuration, "{\"state\": \"%s\"}", path);
  assert_int_equal(mockcloud_create(configuration, &call.cloud, NULL), MOCKCLOUD_OK);
  assert_int_equal(count_notes(call.cloud), call.status == MOCKCLOUD_OK ? amount(50000, 5000) : 0);
  assert_true(call.status == MOCKCLOUD_OK || call.status == MOCKCLOUD_BAD_HANDLE);
  mockcloud_destroy(call.cloud);
  unlink(path);
  free(call.request);
}

#define THREADED(test) cmocka_unit_test_setup_teardown(test, count_clouds, no_cloud_is_left)

int main(void) {
  const struct CMUnitTest tests[] = {
      THREADED(many_threads_on_one_cloud),         THREADED(many_threads_on_clouds_of_their_own),
      THREADED(a_cloud_ends_while_others_call_it), THREADED(all_threads_end_the_same_cloud),
      THREADED(clouds_come_and_go_everywhere),     THREADED(clouds_do_not_wait_for_each_other),
      THREADED(the_end_waits_for_a_call),
  };
  return cmocka_run_group_tests_name("threads", tests, NULL, NULL);
}
