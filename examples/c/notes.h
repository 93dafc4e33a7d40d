/*
 * A small client of CloudKit, as in an application: it keeps notes in a zone of its own, and
 * handles CloudKit's errors. It does not depend on MockCloud; the tests next to it inject errors
 * into its cloud.
 */
#ifndef NOTES_H
#define NOTES_H

#include <stddef.h>

/* The client's access to CloudKit, and its way of waiting. */
struct notes_service {
  /* Runs an operation of CloudKit Web Services: returns 0, or a CKErrorCode. `release` frees the
   * answer. */
  int (*call)(void *context, const char *operation, const char *request, char **answer);
  void (*release)(void *context, char *answer);
  void (*wait)(void *context, double seconds);
  void *context;
};

enum notes_result {
  NOTES_OK,
  NOTES_NOT_FOUND,
  NOTES_SIGNED_OUT,
  NOTES_BUSY, /* CloudKit asked to wait, too often */
  NOTES_FAILED
};

struct note {
  char name[64];
  char text[512];
  char tag[64]; /* the version from which this note was read; "" for a new one */
};

/* Saves a note. If it was changed since it was read, both texts are kept, the other one first. On
 * success the note has the stored text. */
enum notes_result notes_save(const struct notes_service *service, struct note *note);

/* Reads the note with the given name. */
enum notes_result notes_load(const struct notes_service *service, const char *name,
                             struct note *note);

/* Removes the note with the given name; succeeds if there is none. */
enum notes_result notes_remove(const struct notes_service *service, const char *name);

#endif
