/* Calls about shares with many participants, of deep hierarchies, or in large zones. */
#ifndef SHARING_H
#define SHARING_H

#include "growth.h"

/* The save of one more child of a root with that many children, shared with ten users. */
call save_below_root(int children);

/* The save of one more record below that many records, each the parent of the next, the first of
 * which is shared: by its owner, and by a participant. */
call save_below_parents(int records);
call shared_save_below_parents(int records);

/* A share with that many participants, created and accepted. */
call make_share(int participants);
call accept_share(int participants);

/* One of that many shares with the same zone and participant. */
call resolve_among(int shares);
call accept_among(int shares);

#endif
