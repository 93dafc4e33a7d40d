/* Worlds of any size, all in zone z of the user "me". */
#ifndef WORLDS_H
#define WORLDS_H

#include <mockcloud.h>

#include "text.h"

/* The zone as its owner names it, and as its participants do. */
#define ZONE "\"zoneID\":{\"zoneName\":\"z\"}"
#define SHARED_ZONE "\"zoneID\":{\"zoneName\":\"z\",\"ownerRecordName\":\"_me\"}"

/* Creates a cloud with "me" and that many other users, u0, u1, ..., with high limits on the size of
 * requests. */
mockcloud *cloud_of(int users);

/* Seeds records into the zone, each added by `add_record`. */
void seed(mockcloud *cloud, int records, void (*add_record)(text *text, int number));

/* A record r<number> without fields. */
void add_plain(text *text, int number);
/* The same with r0 as its parent, and with the previous record as its parent; r0 has none. */
void add_child(text *text, int number);
void add_link(text *text, int number);

/* Invites the first users to a share s of r0; they have accepted if that is the status. */
void add_participants(text *text, int count, const char *status);
void share(mockcloud *cloud, int participants, const char *status);

/* Returns the request for a lookup, or for a save that overwrites the record r<number>. The caller
 * frees it. */
char *lookup_of(int number);
char *save_of(void (*add_record)(text *text, int number), int number, const char *context);

#endif
