/* Measures times, and prints them as rows, which report.py formats as a table. */
#ifndef MEASURE_H
#define MEASURE_H

enum { ROUNDS = 101 };

/* A function to be measured. */
typedef struct {
  /* Runs it once; turn counts from 0 in every round. */
  void (*run)(void *context, int turn);
  void *context;
  int turns;
  /* Called before every round, outside the measured time; may be NULL. */
  void (*prepare)(void *context);
} subject;

/* The median nanoseconds of a turn of each, and the median of the rounds' ratios. */
typedef struct {
  double time, yardstick, ratio;
} comparison;

/* Keeps the program on one core, if that is allowed. */
void pin(void);

/* Returns the CPU time of this thread in nanoseconds, which excludes other programs. */
double now(void);

double median(double *values, int count);
double lower_quartile(double *values, int count);
double measure(const subject *measured);

/* The rounds of the two alternate, so that a machine that becomes slower affects both. */
comparison compare(const subject *measured, const subject *yardstick);

/* The same in fewer rounds than ROUNDS, for slow functions. */
comparison compare_in(int rounds, const subject *measured, const subject *yardstick);

/* Stores in `ratios` what a turn of `measured` takes as a multiple of one of `yardstick`, and in
 * `times` the nanoseconds of the latter, `count` times. Each is of four rounds in the order ABBA,
 * so that a machine that becomes slower or faster affects both alike. */
void ratios_of(const subject *measured, const subject *yardstick, double *ratios, double *times,
               int count);

/* One row: a time in nanoseconds without a limit, one with a limit, and one whose limit is a
 * multiple of the yardstick's. */
void row(const char *what, double time);
void row_under(const char *what, double time, double limit);
void row_within(const char *what, comparison comparison, double limit);

/* Ends the program if the condition is false. */
void require(int ok, const char *what);

#endif
