/*
 * The local store of the sync client: notes with their unsent changes. It is plain data, as an app
 * would write it into a file or a database; each function below is one transaction.
 */
#ifndef SYNC_STORE_H
#define SYNC_STORE_H

#include <stdbool.h>
#include <stddef.h>

enum { STORE_NOTES = 64, STORE_TEXT = 48, STORE_TOKEN = 200 };

enum note_field { NOTE_TITLE, NOTE_BODY, NOTE_FIELDS };

struct stored_note {
  char name[STORE_TEXT];
  char fields[NOTE_FIELDS][STORE_TEXT]; /* "": the note has no such field */
  bool changed[NOTE_FIELDS];            /* fields with unsent changes */
  char tag[STORE_TEXT];                 /* of the server's version; "": the server has none */
  bool deleted;                         /* a tombstone, until the deletion is sent */
  unsigned seen;                        /* the number of the last reading with the note */
};

struct sync_store {
  struct stored_note notes[STORE_NOTES];
  size_t count;
  char token[STORE_TOKEN]; /* of the last page that was read; "": none */
  unsigned reading;        /* the number of readings from the beginning */
  bool sweeps;             /* whether a reading from the beginning is under way */
  bool is_set_up;          /* whether zone and subscription were created */
};

/* For the app. */

/* Creates a note, or changes a field of an existing one. */
void store_edit(struct sync_store *store, const char *name, enum note_field field,
                const char *value);

/* Marks a note as deleted, if there is one. */
void store_delete(struct sync_store *store, const char *name);

/* Returns the note with the given name, also a tombstone; NULL if there is none. */
struct stored_note *store_find(struct sync_store *store, const char *name);

/* For the sync client. */

/* Copies the notes with unsent changes, and the tombstones; returns their number. */
size_t store_pending(const struct sync_store *store, struct stored_note *notes);

/* Stores the server's version of a note, except for fields with unsent changes. */
void store_merge(struct sync_store *store, const struct stored_note *server);

/* Stores the server's version of a note whose changes were sent. */
void store_saved(struct sync_store *store, const struct stored_note *server);

/* Removes a note that the server does not have. */
void store_remove(struct sync_store *store, const char *name);

/* Forgets the token, so that the feed is read from its beginning. */
void store_forget_token(struct sync_store *store);

/* Removes the notes that a complete reading from the beginning did not contain. */
void store_sweep(struct sync_store *store);

/* Marks all notes as unsent, because the server lost its data. */
void store_forget_server(struct sync_store *store);

/* Removes all notes, also unsent ones. */
void store_clear(struct sync_store *store);

#endif
