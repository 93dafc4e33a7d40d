/* What reading a change feed costs, wherever in its history. */
#ifndef FEED_H
#define FEED_H

#include <mockcloud.h>

/* The request for the page of zone z after the one that is asked for. The caller frees it. */
char *request_after(mockcloud *cloud, const char *request);

/* Rows about pages of a zone with that many records. */
void feed_pages(int records);

#endif
