/* Functions that take the place of others while libmockcloud.so is linked, see build-library.
 * The Swift runtime refers to these others; MockCloud never calls them.
 */
#include <math.h>
#include <stdint.h>

/* Names of Unicode scalars: half a megabyte of names would be linked for it. 0: it has none. */
intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity);

intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity) {
  (void)scalar, (void)buffer, (void)capacity;
  return 0;
}

/* glibc 2.35 gave hypotf() a new version, which the library would then need. The squares of floats
 * are exact as doubles and cannot overflow there. */
float __wrap_hypotf(float x, float y);

float __wrap_hypotf(float x, float y) {
  if (isinf(x) || isinf(y)) {
    return INFINITY;
  }
  return (float)sqrt((double)x * x + (double)y * y);
}
