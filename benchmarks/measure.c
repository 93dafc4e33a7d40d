#include "measure.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

void require(int ok, const char *what) {
  if (ok)
    return;
  fprintf(stderr, "bench: %s failed\n", what);
  exit(2);
}

void pin(void) {
  cpu_set_t allowed, one;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
    return;
  for (int cpu = CPU_SETSIZE - 1; cpu >= 0; cpu--) {
    if (!CPU_ISSET(cpu, &allowed))
      continue;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    (void)sched_setaffinity(0, sizeof one, &one);
    return;
  }
}

double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int ascending(const void *left, const void *right) {
  double difference = *(const double *)left - *(const double *)right;
  return (difference > 0) - (difference < 0);
}

double median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, ascending);
  return values[count / 2];
}

double lower_quartile(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, ascending);
  return values[count / 4];
}

static double round_of(const subject *measured) {
  if (measured->prepare != NULL)
    measured->prepare(measured->context);
  double start = now();
  for (int turn = 0; turn < measured->turns; turn++)
    measured->run(measured->context, turn);
  return (now() - start) / measured->turns;
}

double measure(const subject *measured) {
  double times[ROUNDS];
  round_of(measured);
  for (int round = 0; round < ROUNDS; round++)
    times[round] = round_of(measured);
  return median(times, ROUNDS);
}

comparison compare(const subject *measured, const subject *yardstick) {
  return compare_in(ROUNDS, measured, yardstick);
}

comparison compare_in(int rounds, const subject *measured, const subject *yardstick) {
  double times[ROUNDS], yardsticks[ROUNDS], ratios[ROUNDS];
  require(rounds <= ROUNDS, "few enough rounds");
  round_of(measured);
  round_of(yardstick);
  for (int round = 0; round < rounds; round++) {
    times[round] = round_of(measured);
    yardsticks[round] = round_of(yardstick);
    ratios[round] = times[round] / yardsticks[round];
  }
  return (comparison){median(times, rounds), median(yardsticks, rounds), median(ratios, rounds)};
}

void ratios_of(const subject *measured, const subject *yardstick, double *ratios, double *times,
               int count) {
  for (int index = 0; index < count; index++) {
    double yardsticks = round_of(yardstick);
    double own = round_of(measured) + round_of(measured);
    yardsticks += round_of(yardstick);
    ratios[index] = own / yardsticks;
    times[index] = yardsticks / 2;
  }
}

static void print(const char *what, double time, const char *limit, const char *ratio, int ok) {
  const char *unit = time < 1e3 ? "ns" : time < 1e6 ? "us" : "ms";
  double scale = time < 1e3 ? 1 : time < 1e6 ? 1e3 : 1e6;
  const char *verdict = *limit == '\0' ? "" : ok ? "ok" : "over";
  printf("%s\t%.2f\t%s\t%s\t%s\t%s\n", what, time / scale, unit, limit, ratio, verdict);
  fflush(stdout);
}

void row(const char *what, double time) { print(what, time, "", "", 1); }

void row_under(const char *what, double time, double limit) {
  char text[32], ratio[32];
  const char *unit = limit < 1e6 ? "us" : "ms";
  snprintf(text, sizeof text, "%g %s", limit / (limit < 1e6 ? 1e3 : 1e6), unit);
  snprintf(ratio, sizeof ratio, "%.2f", time / limit);
  print(what, time, text, ratio, time < limit);
}

void row_within(const char *what, comparison comparison, double limit) {
  char text[32], ratio[32];
  snprintf(text, sizeof text, "%g x", limit);
  snprintf(ratio, sizeof ratio, "%.2f x", comparison.ratio);
  print(what, comparison.time, text, ratio, comparison.ratio <= limit);
}
