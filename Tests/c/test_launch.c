/* The files that a cloud writes if the environment requests them: their names, and failures. */
#include "support.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Each test runs in a folder of its own. */
static char folder[] = "/tmp/mockcloud-launch-XXXXXX";

static int enter_folder(void **state) {
  strcpy(folder + sizeof folder - 7, "XXXXXX");
  return count_clouds(state) != 0 || mkdtemp(folder) == NULL || chdir(folder) != 0;
}

static int leave_folder(void **state) {
  unsetenv("MOCKCLOUD_STATE_OUT");
  unsetenv("MOCKCLOUD_JOURNAL");
  char command[64];
  snprintf(command, sizeof command, "rm -r %s", folder);
  return chdir("/") != 0 || system(command) != 0 || no_cloud_is_left(state) != 0;
}

static mockcloud *launched(void) {
  mockcloud *cloud = NULL;
  char *error = NULL;
  if (mockcloud_create(NULL, &cloud, &error) != MOCKCLOUD_OK)
    fail_msg("%s", error);
  return cloud;
}

static void assert_refused(const char *variable) {
  mockcloud *cloud = NULL;
  char *error = NULL;
  assert_int_equal(mockcloud_create(NULL, &cloud, &error), MOCKCLOUD_BAD_MOCK_REQUEST);
  assert_non_null(strstr(error, variable));
  mockcloud_string_free(error);
}

/* Returns the number of notes in a state document. */
static int64_t notes_in(const char *path) {
  char configuration[128];
  snprintf(configuration, sizeof configuration, "{\"state\": \"%s\"}", path);
  mockcloud *cloud = NULL;
  if (mockcloud_create(configuration, &cloud, NULL) != MOCKCLOUD_OK)
    return -1;
  int64_t count = count_notes(cloud);
  mockcloud_destroy(cloud);
  return count;
}

/* Creates a cloud with a number of notes, and destroys it. */
static int leave_notes(int count) {
  mockcloud *cloud = NULL;
  int failures = mockcloud_create(NULL, &cloud, NULL);
  char name[] = "a";
  for (int i = 0; i < count; i++, name[0]++)
    failures += save_note(cloud, name, i);
  mockcloud_destroy(cloud);
  return failures;
}

/* A child never uses the path of its parent, whichever of them comes first. */
static void children_have_names_of_their_own(void **state) {
  (void)state;
  setenv("MOCKCLOUD_STATE_OUT", "state", 1);
  pid_t children[3];
  for (int i = 0; i < 3; i++) {
    children[i] = fork();
    assert_true(children[i] >= 0);
    if (children[i] == 0)
      _exit(leave_notes(i + 2));
  }
  assert_int_equal(leave_notes(1), 0);
  for (int i = 0; i < 3; i++) {
    int status = 1;
    char name[32];
    assert_int_equal(waitpid(children[i], &status, 0), children[i]);
    assert_int_equal(status, 0);
    snprintf(name, sizeof name, "state.%d", (int)children[i]);
    assert_int_equal(notes_in(name), i + 2);
  }
  assert_int_equal(notes_in("state"), 1);
}

static void a_failed_creation_uses_up_no_name(void **state) {
  (void)state;
  setenv("MOCKCLOUD_STATE_OUT", "state", 1);
  setenv("MOCKCLOUD_JOURNAL", "/nonexistent/journal", 1);
  assert_refused("MOCKCLOUD_JOURNAL");
  setenv("MOCKCLOUD_JOURNAL", "journal", 1);
  mockcloud_destroy(launched());
  assert_int_equal(access("state", F_OK), 0);
  assert_int_equal(access("journal", F_OK), 0);
}

/* Different spellings of a path name the same file. */
static void spellings_of_a_path(void **state) {
  (void)state;
  assert_int_equal(symlink(".", "link"), 0);
  static const char *const spellings[] = {"state", "./state", "link/state", NULL};
  mockcloud *clouds[4];
  for (int i = 0; i < 4; i++) {
    char whole[64];
    snprintf(whole, sizeof whole, "%s//state", folder);
    setenv("MOCKCLOUD_STATE_OUT", spellings[i] == NULL ? whole : spellings[i], 1);
    clouds[i] = launched();
  }
  for (int i = 0; i < 4; i++)
    mockcloud_destroy(clouds[i]);
  static const char *const names[] = {"state", "state.2", "state.3", "state.4"};
  for (int i = 0; i < 4; i++)
    assert_int_equal(access(names[i], F_OK), 0);
}

static void the_folder_changes(void **state) {
  (void)state;
  setenv("MOCKCLOUD_STATE_OUT", "state", 1);
  mockcloud *cloud = launched();
  assert_int_equal(chdir("/"), 0);
  mockcloud_destroy(cloud);
  assert_int_equal(chdir(folder), 0);
  assert_int_equal(access("state", F_OK), 0);
}

static void a_path_that_is_not_utf8(void **state) {
  (void)state;
  setenv("MOCKCLOUD_STATE_OUT", "caf\xe9", 1);
  assert_refused("MOCKCLOUD_STATE_OUT");
  unsetenv("MOCKCLOUD_STATE_OUT");
  setenv("MOCKCLOUD_JOURNAL", "caf\xe9", 1);
  assert_refused("MOCKCLOUD_JOURNAL");
}

/* A journal that cannot be continued ends with a whole line. */
static int fill_the_journal(void) {
  static const struct rlimit limit = {3000, 3000};
  mockcloud *cloud = launched();
  signal(SIGXFSZ, SIG_IGN);
  int failures = setrlimit(RLIMIT_FSIZE, &limit);
  if (freopen("complaints", "w", stderr) == NULL)
    failures++;
  for (int i = 0; i < 20; i++)
    failures += mockcloud_call(cloud, "zones/list", NULL, NULL) != MOCKCLOUD_OK;
  mockcloud_destroy(cloud);
  return failures;
}

static void a_journal_on_a_full_disk(void **state) {
  (void)state;
  setenv("MOCKCLOUD_JOURNAL", "journal", 1);
  pid_t child = fork();
  if (child == 0)
    _exit(fill_the_journal());
  int status = 1;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
  char name[32], last = 0;
  snprintf(name, sizeof name, "journal.%d", (int)child);
  FILE *journal = fopen(name, "r");
  assert_non_null(journal);
  fseek(journal, 0, SEEK_END);
  long size = ftell(journal);
  assert_true(size > 0 && size < 3000);
  fseek(journal, -1, SEEK_END);
  assert_int_equal(fread(&last, 1, 1, journal), 1);
  assert_int_equal(last, '\n');
  fclose(journal);
}

/* The report of a failure does not end the process if nobody reads standard error. */
static int report_to_nobody(void) {
  int ends[2];
  mockcloud *cloud = launched();
  if (pipe(ends) != 0 || dup2(ends[1], STDERR_FILENO) < 0 || close(ends[0]) != 0)
    return 1;
  /* The folder of the state no longer exists. */
  if (rmdir("other") != 0)
    return 2;
  mockcloud_destroy(cloud);
  sigset_t set;
  return sigpending(&set) != 0 || sigismember(&set, SIGPIPE) ||
         pthread_sigmask(SIG_BLOCK, NULL, &set) != 0 || sigismember(&set, SIGPIPE);
}

static void a_report_to_a_closed_pipe(void **state) {
  (void)state;
  char path[64];
  snprintf(path, sizeof path, "%s/other", folder);
  assert_int_equal(mkdir(path, 0700), 0);
  setenv("MOCKCLOUD_STATE_OUT", "other/state", 1);
  fflush(NULL);
  pid_t child = fork();
  if (child == 0)
    _exit(report_to_nobody());
  int status = 1;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
}

static atomic_bool begins;

static void *destroy_first(void *cloud) {
  atomic_store(&begins, true);
  mockcloud_destroy(cloud);
  return NULL;
}

/* Of two threads that destroy a cloud, neither returns before the file is complete. */
static void two_threads_destroy_a_cloud(void **state) {
  (void)state;
  const int records = amount(20000, 500);
  char *request = malloc((size_t)records * 64 + 32), *end = request;
  end += sprintf(end, "{\"records\": [");
  for (int i = 0; i < records; i++)
    end += sprintf(end, "%s{\"recordName\": \"n%d\", \"recordType\": \"Note\"}", i ? "," : "", i);
  strcpy(end, "]}");
  for (int i = 0; i < amount(5, 1); i++) {
    char name[32];
    snprintf(name, sizeof name, "state-%d", i);
    setenv("MOCKCLOUD_STATE_OUT", name, 1);
    mockcloud *cloud = launched();
    tell(cloud, "mock/seed", request);
    atomic_store(&begins, false);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, destroy_first, cloud), 0);
    while (!atomic_load(&begins))
      continue;
    usleep(2000);
    mockcloud_destroy(cloud);
    int missing = access(name, F_OK);
    pthread_join(thread, NULL);
    assert_int_equal(missing, 0);
  }
  free(request);
}

#define LAUNCH(test) cmocka_unit_test_setup_teardown(test, enter_folder, leave_folder)

int main(void) {
  const struct CMUnitTest tests[] = {
      LAUNCH(children_have_names_of_their_own),
      LAUNCH(a_failed_creation_uses_up_no_name),
      LAUNCH(spellings_of_a_path),
      LAUNCH(the_folder_changes),
      LAUNCH(a_path_that_is_not_utf8),
      LAUNCH(a_journal_on_a_full_disk),
      LAUNCH(a_report_to_a_closed_pipe),
      LAUNCH(two_threads_destroy_a_cloud),
  };
  return cmocka_run_group_tests_name("launch", tests, NULL, NULL);
}
