/* What reading a change feed costs, wherever in its history. */
#ifndef FEED_H
#define FEED_H

/* Rows about pages of a zone with that many records. */
void feed_pages(int records);

#endif
