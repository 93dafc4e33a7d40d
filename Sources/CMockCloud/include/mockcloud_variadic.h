/* What the library's C and its Swift have between them: Swift cannot read the arguments of a
 * variadic function, so C does. Nothing here is exported or installed. */
#ifndef MOCKCLOUD_VARIADIC_H
#define MOCKCLOUD_VARIADIC_H

#include <stdarg.h>
#include <stddef.h>

#include "mockcloud.h"

/* Arguments that are read one after the other. */
struct mcshim_arguments {
  va_list list;
};

/* The next argument, which must be of that type. */
long long mcshim_next_int(struct mcshim_arguments *arguments);
long long mcshim_next_long(struct mcshim_arguments *arguments);
long long mcshim_next_long_long(struct mcshim_arguments *arguments);
unsigned long long mcshim_next_size(struct mcshim_arguments *arguments);
double mcshim_next_double(struct mcshim_arguments *arguments);
const char *mcshim_next_text(struct mcshim_arguments *arguments);
const void *mcshim_next_pointer(struct mcshim_arguments *arguments);

#endif
