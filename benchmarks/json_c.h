/* The yardstick: json-c's own parsing and printing of a text. */
#ifndef JSON_C_H
#define JSON_C_H

#include <json-c/json.h>

typedef struct {
  json_tokener *tokener;
  const char *text;
} round_trip;

/* flags: as for json_tokener_set_flags(). */
round_trip round_trip_of(const char *text, int flags);

/* Parses the text with the same tokener as before, prints it plainly, and frees both. */
void run_round_trip(void *round_trip, int turn);

#endif
