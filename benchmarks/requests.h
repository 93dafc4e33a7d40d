/* The texts that are measured: a record as a client sends it, and requests around it. All are
 * malloc'ed. */
#ifndef REQUESTS_H
#define REQUESTS_H

enum { BATCH = 400 };

/* A record dictionary of 11 fields, each with its type, in no particular order. */
char *record_text(int number);

/* records/modify of `count` records from that number on, written over whatever is there. */
char *save_text(int number, int count);

/* records/lookup of one. */
char *lookup_text(int number);

#endif
