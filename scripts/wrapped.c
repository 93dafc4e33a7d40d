/* Replacements for functions that the Swift runtime refers to, but MockCloud never calls. They are
 * used when libmockcloud.so is linked, see build-library.
 */
#include <math.h>
#include <stdint.h>

/* Returns 0: no name. The names of Unicode scalars would add half a megabyte to the library. */
intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity);

intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity) {
  (void)scalar, (void)buffer, (void)capacity;
  return 0;
}

/* hypotf() has a new version in glibc 2.35, which the library would then require. The squares of
 * floats are exact as doubles and do not overflow. */
float __wrap_hypotf(float x, float y);

float __wrap_hypotf(float x, float y) {
  if (isinf(x) || isinf(y)) {
    return INFINITY;
  }
  return (float)sqrt((double)x * x + (double)y * y);
}
