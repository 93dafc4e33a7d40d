#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

/* The size of a buffer for one piece. */
enum { PIECE = 1024 };

void add(text *text, const char *format, ...) {
  if (text->room - text->length < PIECE) {
    text->room = 2 * text->room + PIECE;
    text->bytes = realloc(text->bytes, text->room);
    require(text->bytes != NULL, "realloc");
  }
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(text->bytes + text->length, PIECE, format, arguments);
  va_end(arguments);
  require(length >= 0 && length < PIECE, "a piece of a text");
  text->length += (size_t)length;
}

void add_comma(text *text, int index) {
  if (index > 0)
    add(text, ",");
}

char *value_of(const char *answer, const char *key) {
  char quoted[64];
  snprintf(quoted, sizeof quoted, "\"%s\":\"", key);
  const char *start = strstr(answer, quoted);
  require(start != NULL, key);
  start += strlen(quoted);
  char *value = strndup(start, strcspn(start, "\""));
  require(value != NULL, "strndup");
  return value;
}
