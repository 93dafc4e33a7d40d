/* Clouds, and calls that must succeed. */
#ifndef CLOUD_H
#define CLOUD_H

#include <mockcloud.h>

mockcloud *new_cloud(void);

void ask(mockcloud *cloud, const char *operation, const char *request);

/* The same; returns the answer, which the caller frees with mockcloud_string_free. */
char *answer_of(mockcloud *cloud, const char *operation, const char *request);

#endif
