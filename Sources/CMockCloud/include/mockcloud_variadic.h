/* The internal interface between the C and the Swift code of the library: Swift cannot read the
 * arguments of a variadic function, so C does. Nothing here is exported or installed. */
#ifndef MOCKCLOUD_VARIADIC_H
#define MOCKCLOUD_VARIADIC_H

#include <stdarg.h>
#include <stddef.h>

#include "mockcloud.h"

/* The arguments of a variadic function, read one after the other. */
struct mcshim_arguments {
  va_list list;
};

/* Each function returns the next argument, which must have the function's type. */
long long mcshim_next_int(struct mcshim_arguments *arguments);
long long mcshim_next_long(struct mcshim_arguments *arguments);
long long mcshim_next_long_long(struct mcshim_arguments *arguments);
unsigned long long mcshim_next_size(struct mcshim_arguments *arguments);
double mcshim_next_double(struct mcshim_arguments *arguments);
const char *mcshim_next_text(struct mcshim_arguments *arguments);
const void *mcshim_next_pointer(struct mcshim_arguments *arguments);

/* The version as a pointer that stays valid, which Swift does not get from the macro. */
static inline const char *mcshim_version(void) { return MOCKCLOUD_VERSION_STRING; }

#endif
