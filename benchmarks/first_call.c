/* Prints the nanoseconds that a new process takes to load the library, create a cloud and make the
 * first call: first_call LIBRARY. */
#include <dlfcn.h>
#include <mockcloud.h>
#include <stdio.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* ISO C has no conversion from an object pointer to a function pointer; POSIX specifies this one.
 */
static void find(void *library, const char *name, void *function) {
  *(void **)function = dlsym(library, name);
}

int main(int count, char **arguments) {
  if (count != 2)
    return 2;
  double start = now();
  void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL)
    return 2;
  mockcloud_status (*create)(const char *, mockcloud **, char **);
  mockcloud_status (*call)(mockcloud *, const char *, const char *, char **);
  find(library, "mockcloud_create", &create);
  find(library, "mockcloud_call", &call);
  if (create == NULL || call == NULL)
    return 2;
  mockcloud *cloud;
  char *answer;
  if (create("{}", &cloud, NULL) != 0 || call(cloud, "zones/list", NULL, &answer) != 0)
    return 1;
  printf("%.0f\n", now() - start);
  return 0;
}
