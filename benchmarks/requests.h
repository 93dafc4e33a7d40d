/* The texts for the measurements: a record as a client sends it, and requests with it. All are
 * malloc'ed. */
#ifndef REQUESTS_H
#define REQUESTS_H

enum { BATCH = 400 };

/* A record dictionary of 11 fields, each with its type, in no particular order. */
char *record_text(int number);

/* records/modify of `count` records from that number on, which overwrites existing ones. */
char *save_text(int number, int count);

/* records/lookup of one record. */
char *lookup_text(int number);

#endif
