#include "store.h"

#include <stdio.h>
#include <string.h>

static bool is_pending(const struct stored_note *note) {
  return note->deleted || note->tag[0] == 0 || note->changed[NOTE_TITLE] ||
         note->changed[NOTE_BODY];
}

struct stored_note *store_find(struct sync_store *store, const char *name) {
  for (size_t index = 0; index < store->count; index++)
    if (strcmp(store->notes[index].name, name) == 0)
      return &store->notes[index];
  return NULL;
}

/* Returns the note with the given name, which is created if necessary; NULL if the store is full.
 */
static struct stored_note *find_or_create(struct sync_store *store, const char *name) {
  struct stored_note *note = store_find(store, name);
  if (note != NULL || store->count == STORE_NOTES)
    return note;
  note = &store->notes[store->count++];
  *note = (struct stored_note){.seen = store->reading};
  snprintf(note->name, sizeof note->name, "%s", name);
  return note;
}

void store_edit(struct sync_store *store, const char *name, enum note_field field,
                const char *value) {
  struct stored_note *note = find_or_create(store, name);
  if (note == NULL)
    return;
  snprintf(note->fields[field], sizeof note->fields[field], "%s", value);
  note->changed[field] = true;
}

void store_delete(struct sync_store *store, const char *name) {
  struct stored_note *note = store_find(store, name);
  if (note != NULL)
    note->deleted = true;
}

size_t store_pending(const struct sync_store *store, struct stored_note *notes) {
  size_t count = 0;
  for (size_t index = 0; index < store->count; index++)
    if (is_pending(&store->notes[index]))
      notes[count++] = store->notes[index];
  return count;
}

void store_merge(struct sync_store *store, const struct stored_note *server) {
  struct stored_note *note = find_or_create(store, server->name);
  if (note == NULL)
    return;
  for (int field = 0; field < NOTE_FIELDS; field++)
    if (!note->changed[field])
      memcpy(note->fields[field], server->fields[field], sizeof note->fields[field]);
  memcpy(note->tag, server->tag, sizeof note->tag);
  note->seen = store->reading;
}

void store_saved(struct sync_store *store, const struct stored_note *server) {
  struct stored_note *note = store_find(store, server->name);
  if (note == NULL)
    return;
  for (int field = 0; field < NOTE_FIELDS; field++)
    note->changed[field] = false;
  store_merge(store, server);
}

void store_remove(struct sync_store *store, const char *name) {
  struct stored_note *note = store_find(store, name);
  if (note != NULL)
    *note = store->notes[--store->count];
}

void store_forget_token(struct sync_store *store) {
  store->token[0] = 0;
  store->reading++;
  store->sweeps = true;
}

void store_sweep(struct sync_store *store) {
  for (size_t index = store->count; store->sweeps && index-- > 0;) {
    const struct stored_note *note = &store->notes[index];
    if (note->seen < store->reading && !is_pending(note))
      store_remove(store, note->name);
  }
  store->sweeps = false;
}

void store_forget_server(struct sync_store *store) {
  store_forget_token(store);
  store->is_set_up = false;
  for (size_t index = store->count; index-- > 0;) {
    struct stored_note *note = &store->notes[index];
    note->tag[0] = 0;
    for (int field = 0; field < NOTE_FIELDS; field++)
      note->changed[field] = note->fields[field][0] != 0;
    if (note->deleted)
      store_remove(store, note->name);
  }
}

void store_clear(struct sync_store *store) {
  store_forget_token(store);
  store->count = 0;
  store->is_set_up = false;
}
