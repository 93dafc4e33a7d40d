/* Texts of any length, assembled piece by piece. */
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>

typedef struct {
  /* malloc'ed and NUL-terminated once something was added; the caller frees it. */
  char *bytes;
  size_t length, room;
} text;

__attribute__((format(printf, 2, 3))) void add(text *text, const char *format, ...);

/* Adds a comma, except before the first element of a list. */
void add_comma(text *text, int index);

/* Returns the text after `"key":"` in an answer, malloc'ed. The key must exist. */
char *value_of(const char *answer, const char *key);

#endif
