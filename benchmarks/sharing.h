/* Calls about what is shared with many, or deep, or among much. */
#ifndef SHARING_H
#define SHARING_H

#include "growth.h"

/* The save of one more child of a root that has so many and is shared with ten. */
call save_below_root(int children);

/* The save of one more record below so many, each the parent of the next, of which the first is
 * shared: by its owner, and by a participant. */
call save_below_parents(int records);
call shared_save_below_parents(int records);

/* A share with so many participants, made and accepted. */
call make_share(int participants);
call accept_share(int participants);

/* One share among so many of the same zone and participant. */
call resolve_among(int shares);
call accept_among(int shares);

#endif
