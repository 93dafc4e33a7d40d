#define _GNU_SOURCE
#include "os_images.h"

#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

struct image {
  uint32_t index;
  struct dl_phdr_info info;
  const void *header;
};

static int count_one(struct dl_phdr_info *info, size_t size, void *count) {
  (void)info;
  (void)size;
  *(uint32_t *)count += 1;
  return 0;
}

uint32_t _dyld_image_count(void) {
  uint32_t count = 0;
  dl_iterate_phdr(count_one, &count);
  return count;
}

// The segment with the beginning of the file has its header.
static const void *header(const struct dl_phdr_info *info) {
  for (int i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_offset == 0) {
      return (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    }
  }
  return NULL;
}

static int find_one(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  struct image *image = context;
  if (image->index > 0) {
    image->index -= 1;
    return 0;
  }
  image->info = *info;
  image->header = header(info);
  return 1;
}

static bool find(uint32_t index, struct image *image) {
  image->index = index;
  return dl_iterate_phdr(find_one, image) == 1;
}

// The path of the program, which the loader leaves empty.
static char program[4096];

static void read_program(void) {
  if (readlink("/proc/self/exe", program, sizeof program - 1) < 0) {
    program[0] = '\0';
  }
}

const char *_dyld_get_image_name(uint32_t image_index) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  struct image image;
  if (!find(image_index, &image)) {
    return NULL;
  }
  if (image_index > 0) {
    return image.info.dlpi_name;
  }
  pthread_once(&once, read_program);
  return program;
}

const struct mach_header *_dyld_get_image_header(uint32_t image_index) {
  struct image image;
  return find(image_index, &image) ? image.header : NULL;
}

intptr_t _dyld_get_image_vmaddr_slide(uint32_t image_index) {
  struct image image;
  return find(image_index, &image) ? (intptr_t)image.info.dlpi_addr : 0;
}
