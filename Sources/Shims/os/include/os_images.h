// The files of which the process consists, with Apple's names (mach-o/dyld.h).
#ifndef MOCKCLOUD_OS_IMAGES_H
#define MOCKCLOUD_OS_IMAGES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The first bytes of a file. On Linux they are those of an ELF header, with these bytes first.
struct mach_header {
  uint32_t magic;
};

/// Returns the number of the program and the libraries that are loaded.
uint32_t _dyld_image_count(void);

/// Returns the path of an image, the first of which is the program; null if there is none of that
/// index. The text stays valid. As in Apple's header, Swift need not unwrap it.
const char *_Null_unspecified _dyld_get_image_name(uint32_t image_index);

/// Returns where an image begins in memory; null if there is none of that index.
const struct mach_header *_Null_unspecified _dyld_get_image_header(uint32_t image_index);

/// Returns how far from the addresses in its file an image was loaded.
intptr_t _dyld_get_image_vmaddr_slide(uint32_t image_index);

#ifdef __cplusplus
}
#endif

#endif
