/*
 * A sync client, as in an app for notes: it synchronises a local store with one zone of the private
 * database. It sends the local changes, fetches those of other devices by token, and handles
 * CloudKit's errors. It does not depend on MockCloud.
 */
#ifndef SYNC_CLIENT_H
#define SYNC_CLIENT_H

#include "../notes.h"
#include "store.h"

/* Bugs that tests plant into the client, to measure whether they find them. */
enum sync_bug {
  NO_BUG,
  TOKEN_BEFORE_PAGE,     /* stores each token at once, and the changes of all pages at the end */
  QUEUE_DROPPED,         /* removes the unsent changes at a sign-out */
  DELETIONS_KEPT,        /* keeps deleted notes when it reads all again after an expired token */
  LOST_RESPONSE_DOUBLED, /* sends new notes again under other names if there was no response */
  TAG_DROPPED,           /* merges the server's fields after a conflict, but not its tag */
  EARLY_RETRY,           /* tries again at once, and often */
  MORE_COMING_IGNORED,   /* reads only the first page */
  BATCH_NOT_SPLIT,       /* leaves a batch that is too large for the next sync */
  BUGS
};

enum sync_result {
  SYNC_DONE,
  SYNC_LATER,      /* CloudKit asked to wait, too often */
  SYNC_SIGNED_OUT, /* until the account is available again */
  SYNC_FAILED
};

struct sync_client {
  const struct notes_service *service;
  struct sync_store *store;
  bool is_signed_out;
  enum sync_bug bug;
};

/* Sends the local changes and fetches the others. If it does not succeed, it must be called again
 * later. */
enum sync_result sync_now(struct sync_client *client);

#endif
