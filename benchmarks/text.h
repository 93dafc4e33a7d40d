/* Texts of any length, put together piece by piece. */
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>

typedef struct {
  /* malloc'ed and NUL-terminated once something was added; the caller frees it. */
  char *bytes;
  size_t length, room;
} text;

__attribute__((format(printf, 2, 3))) void add(text *text, const char *format, ...);

/* Adds a comma, but not before the first of a list. */
void add_comma(text *text, int index);

/* What stands behind `"key":"` in an answer, malloc'ed. It must be there. */
char *value_of(const char *answer, const char *key);

#endif
