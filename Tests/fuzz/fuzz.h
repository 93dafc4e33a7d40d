/* What the fuzz targets share. Each target is one LLVMFuzzerTestOneInput; libFuzzer drives it, and
 * so does driver.c, which runs files through it in the ordinary tests. */
#ifndef MOCKCLOUD_FUZZ_H
#define MOCKCLOUD_FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include <mockcloud.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A small world, the same for every input: two users, a custom zone, records of every field type.
 * The caller destroys it. */
mockcloud *fuzz_world(void);

/* A copy of the bytes that ends with a 0. The caller frees it. */
char *fuzz_text(const uint8_t *data, size_t size);

/* Ends the process if an answer is no JSON object or its status does not say what it says. */
void fuzz_check(mockcloud_status status, const char *answer);

#endif
