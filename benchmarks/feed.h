/* The cost of reading a change feed at any place in its history. */
#ifndef FEED_H
#define FEED_H

#include <mockcloud.h>

/* Returns the request for the page of zone z after the one that `request` reads. The caller frees
 * it. */
char *request_after(mockcloud *cloud, const char *request);

/* Rows about pages of a zone with that many records. */
void feed_pages(int records);

#endif
