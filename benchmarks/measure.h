/* Taking times, and printing them as rows that report.py makes a table of. */
#ifndef MEASURE_H
#define MEASURE_H

enum { ROUNDS = 101 };

/* Something to be measured. */
typedef struct {
  /* Does it once; turn counts from 0 in every round. */
  void (*run)(void *context, int turn);
  void *context;
  int turns;
  /* Called before every round, outside the measured time; may be NULL. */
  void (*prepare)(void *context);
} subject;

/* Median nanoseconds of a turn of each, and the median of the rounds' ratios. */
typedef struct {
  double time, yardstick, ratio;
} comparison;

/* Keeps the program on one core, where that is allowed. */
void pin(void);

/* Nanoseconds that this thread has run: what else the machine does is not counted. */
double now(void);

double median(double *values, int count);
double measure(const subject *measured);

/* Rounds of the two take turns, so that a machine that slows down slows both. */
comparison compare(const subject *measured, const subject *yardstick);

/* The same in fewer rounds than ROUNDS, for what takes long. */
comparison compare_in(int rounds, const subject *measured, const subject *yardstick);

/* One row: a time in nanoseconds without a limit, one that must stay under a limit, and one that
 * must stay within a multiple of the yardstick's. */
void row(const char *what, double time);
void row_under(const char *what, double time, double limit);
void row_within(const char *what, comparison comparison, double limit);

/* Ends the program when something that must not fail did. */
void require(int ok, const char *what);

#endif
