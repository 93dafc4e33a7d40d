/*
 * A small client of CloudKit, the way an application would have one: it keeps notes in a zone of
 * its own, and handles CloudKit's errors. It does not depend on MockCloud; the tests beside
 * it give it a cloud that misbehaves on purpose.
 */
#ifndef NOTES_H
#define NOTES_H

#include <stddef.h>

/* How the client reaches CloudKit, and how it waits. */
struct notes_service {
  /* Runs an operation of CloudKit Web Services: 0, or a CKErrorCode. The answer is to be freed by
   * `release`. */
  int (*call)(void *context, const char *operation, const char *request, char **answer);
  void (*release)(void *context, char *answer);
  void (*wait)(void *context, double seconds);
  void *context;
};

enum notes_result {
  NOTES_OK,
  NOTES_NOT_FOUND,
  NOTES_SIGNED_OUT,
  NOTES_BUSY, /* CloudKit asked to come back later, too often */
  NOTES_FAILED
};

struct note {
  char name[64];
  char text[512];
  char tag[64]; /* the version this note was read from; "" for a new one */
};

/* Saves a note. Where somebody else changed it since it was read, both texts are kept, theirs
 * first. On success the note holds what is stored. */
enum notes_result notes_save(const struct notes_service *service, struct note *note);

/* Reads the note of that name. */
enum notes_result notes_load(const struct notes_service *service, const char *name,
                             struct note *note);

/* Removes the note of that name; one that is gone already is removed. */
enum notes_result notes_remove(const struct notes_service *service, const char *name);

#endif
