/* The gate before the library: calls that fail when it is made, and threads that are cancelled
 * inside. For each function of the C library that fails, this program starts itself again. */
#include "support.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Whether the function fails in this process, also while the library is loaded. */
static bool fails(const char *function) {
  const char *failing = getenv("MOCKCLOUD_TEST_FAILING");
  return failing != NULL && strcmp(failing, function) == 0;
}

/* These definitions replace those of the C library in every library of this program. */
int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
  int (*real)(pthread_key_t *, void (*)(void *)) = dlsym(RTLD_NEXT, "pthread_key_create");
  return destructor == NULL && fails("pthread_key_create") ? EAGAIN : real(key, destructor);
}

int pthread_setspecific(pthread_key_t key, const void *value) {
  int (*real)(pthread_key_t, const void *) = dlsym(RTLD_NEXT, "pthread_setspecific");
  return value != NULL && fails("pthread_setspecific") ? ENOMEM : real(key, value);
}

int __register_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void),
                      void *library) {
  int (*real)(void (*)(void), void (*)(void), void (*)(void), void *) =
      dlsym(RTLD_NEXT, "__register_atfork");
  return fails("pthread_atfork") ? ENOMEM : real(prepare, parent, child, library);
}

static atomic_bool stop;

static void *keep_calling(void *failures) {
  mockcloud *cloud = NULL;
  *(int *)failures += mockcloud_create("{}", &cloud, NULL) != MOCKCLOUD_OK;
  while (!atomic_load(&stop))
    *(int *)failures += mockcloud_call(cloud, "mock/clock", NULL, NULL) != MOCKCLOUD_OK;
  mockcloud_destroy(cloud);
  return NULL;
}

static void ignore(void *value) { (void)value; }

static void *call_cancelled(void *argument);
static void *call_once(void *argument);

/* Returns the number of failures. */
static int cancel_in_a_call(void) {
  char journal[] = "/tmp/mockcloud-journal-XXXXXX", line[16] = "";
  int file = mkstemp(journal), failures = file < 0;
  setenv("MOCKCLOUD_JOURNAL", journal, 1);
  mockcloud *cloud = NULL;
  failures += mockcloud_create(NULL, &cloud, NULL) != MOCKCLOUD_OK;
  unsetenv("MOCKCLOUD_JOURNAL");
  pthread_t thread;
  void *result = NULL;
  failures += pthread_create(&thread, NULL, call_cancelled, cloud);
  failures += pthread_join(thread, &result) + (result != PTHREAD_CANCELED);
  /* The call was completed first, and others do not wait for it. */
  failures += read(file, line, sizeof line) <= 0;
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += 20;
  failures += pthread_create(&thread, NULL, call_once, cloud);
  failures += pthread_timedjoin_np(thread, &result, &end);
  if (failures == 0)
    mockcloud_destroy(cloud);
  close(file);
  unlink(journal);
  return failures;
}

/* Makes calls while another thread forks. The program's own first key has a value, as any program's
 * may. Returns the number of failures. */
static int call_and_fork(void) {
  pthread_key_t own;
  pthread_t thread;
  int failures = pthread_key_create(&own, ignore);
  if (!fails("pthread_setspecific"))
    failures += pthread_setspecific(own, &own);
  alarm(amount(20, 200));
  failures += pthread_create(&thread, NULL, keep_calling, &failures);
  for (int i = 0; i < amount(300, 3); i++) {
    pid_t child = fork();
    if (child == 0)
      _exit(0);
    int status = 1;
    failures += waitpid(child, &status, 0) != child || status != 0;
  }
  atomic_store(&stop, true);
  pthread_join(thread, NULL);
  failures += cancel_in_a_call();
  return failures + (mockcloud_live_clouds() != 0);
}

static void a_function_fails(void **state) {
  fflush(NULL);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    setenv("MOCKCLOUD_TEST_FAILING", *state, 1);
    char program[4096];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length < 0 ? 0 : length] = 0;
    execl(program, program, (char *)NULL);
    _exit(127);
  }
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  if (status != 0)
    fail_msg("the program ended with %s %d", WIFSIGNALED(status) ? "signal" : "status",
             WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
}

/* A write to the journal's file is a point at which a thread can be cancelled. */
static void *call_cancelled(void *argument) {
  mockcloud *cloud = argument;
  pthread_cancel(pthread_self());
  mockcloud_call(cloud, "zones/list", NULL, NULL);
  pthread_testcancel();
  return NULL;
}

static void *call_once(void *argument) {
  tell(argument, "mock/clock", NULL);
  return argument;
}

static void a_thread_is_cancelled_in_a_call(void **state) {
  (void)state;
  assert_int_equal(cancel_in_a_call(), 0);
}

static void *call_until_cancelled(void *cloud) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  while (!atomic_load(&stop))
    mockcloud_call(cloud, "zones/list", NULL, NULL);
  return NULL;
}

/* Asynchronous cancellation waits for the end of a call too. */
static void a_thread_is_cancelled_at_any_time(void **state) {
  (void)state;
  mockcloud *cloud = new_cloud();
  alarm(amount(120, 600));
  for (int i = 0; i < amount(3000, 20); i++) {
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, call_until_cancelled, cloud), 0);
    usleep((unsigned)(i * 7919 % 300));
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    assert_int_equal(mockcloud_call(cloud, "zones/list", NULL, NULL), MOCKCLOUD_OK);
  }
  pid_t child = fork();
  if (child == 0)
    _exit(0);
  int status = 1;
  assert_int_equal(waitpid(child, &status, 0), child);
  alarm(0);
  mockcloud_destroy(cloud);
}

/* The cloud that the program's handlers of fork() call, and the number of calls that failed. */
static mockcloud *called_by_handlers;
static int failed_handlers;

static void call_in_handler(void) {
  if (called_by_handlers != NULL)
    failed_handlers += mockcloud_call(called_by_handlers, "zones/list", NULL, NULL) != MOCKCLOUD_OK;
}

static void call_in_child(void) {
  alarm(amount(10, 100));
  call_in_handler();
}

/* Runs before the library is loaded: these handlers run while its gate is closed. */
static void register_handlers(void) {
  pthread_atfork(call_in_handler, call_in_handler, call_in_child);
}

__attribute__((section(".preinit_array"),
               used)) static void (*const preinit)(void) = register_handlers;

static void handlers_call_the_library(void **state) {
  (void)state;
  mockcloud *cloud = new_cloud();
  called_by_handlers = cloud;
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0)
    _exit(failed_handlers != 0 || mockcloud_call(cloud, "zones/list", NULL, NULL) != MOCKCLOUD_OK);
  called_by_handlers = NULL;
  int status = 1;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
  assert_int_equal(failed_handlers, 0);
  mockcloud_destroy(cloud);
}

#define FAILING(function)                                                                          \
  { "without " function, a_function_fails, NULL, NULL, (void *)function }

int main(void) {
  if (getenv("MOCKCLOUD_TEST_FAILING") != NULL)
    return call_and_fork();
  const struct CMUnitTest tests[] = {
      FAILING("pthread_key_create"),
      FAILING("pthread_setspecific"),
      FAILING("pthread_atfork"),
      cmocka_unit_test(a_thread_is_cancelled_in_a_call),
      cmocka_unit_test(a_thread_is_cancelled_at_any_time),
      cmocka_unit_test(handlers_call_the_library),
  };
  return cmocka_run_group_tests_name("gate", tests, NULL, NULL);
}
