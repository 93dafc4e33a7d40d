/* Takes the place of the standard library's look-up of Unicode scalars' names, which MockCloud
 * never asks for: half a megabyte of names would be linked for it. 0 says that a scalar has none.
 */
#include <stdint.h>

intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity);

intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity) {
  (void)scalar, (void)buffer, (void)capacity;
  return 0;
}
