/* Shared by the fuzz targets. Each target is one LLVMFuzzerTestOneInput, called by libFuzzer, and
 * in the ordinary tests by driver.c, which runs files through it. */
#ifndef MOCKCLOUD_FUZZ_H
#define MOCKCLOUD_FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include <mockcloud.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Creates a small world, the same for every input: two users, a custom zone, records of every field
 * type. The caller destroys it. */
mockcloud *fuzz_world(void);

/* Returns a copy of the bytes, terminated by a 0. The caller frees it. */
char *fuzz_text(const uint8_t *data, size_t size);

/* Ends the process if an answer is not a JSON object, or does not agree with its status. */
void fuzz_check(mockcloud_status status, const char *answer);

#endif
