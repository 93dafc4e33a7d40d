/* Lets the linker drop the unused functions of an object file, and the zeros that it holds:
 *
 *   collectable IN.o OUT.o
 *
 * Swift marks the sections of all that other modules could use as retained (SHF_GNU_RETAIN), so
 * that it is linked: a megabyte of the standard library that MockCloud never calls, and what the
 * core has for clients in Swift. The mark is removed here from all sections but the tables that the
 * Swift runtime searches, such as the protocol conformances (swift5_...), and the functions that
 * run when the library is loaded. What these tables refer to stays linked too, so that casts and
 * the lookup of types work as before.
 *
 * The runtime's settings of backtraces are 64 KB of zeros in a section of their own, which its
 * initialiser protects from being changed. They become memory that takes no space in the file.
 *
 * For 64-bit ELF files of the machine's byte order.
 */
#include <elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef SHF_GNU_RETAIN
#define SHF_GNU_RETAIN (1 << 21)
#endif

static bool has_prefix(const char *text, const char *prefix) {
  return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* Tables that are only read by debuggers, or that a retained table refers to. */
static bool is_found_by_reference(const char *name) {
  return strcmp(name, "swift5_fieldmd") == 0 || strcmp(name, "swift5_assocty") == 0 ||
         strcmp(name, "swift5_builtin") == 0 || strcmp(name, "swift5_capture") == 0;
}

static bool is_searched_at_run_time(const char *name) {
  return (has_prefix(name, "swift5_") && !is_found_by_reference(name)) ||
         has_prefix(name, ".init_array") || has_prefix(name, ".ctors");
}

static unsigned char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  unsigned char *bytes = NULL;
  if (file && fseek(file, 0, SEEK_END) == 0) {
    long end = ftell(file);
    rewind(file);
    bytes = end > 0 ? malloc((size_t)end) : NULL;
    if (bytes && fread(bytes, 1, (size_t)end, file) != (size_t)end) {
      free(bytes);
      bytes = NULL;
    }
    *size = bytes ? (size_t)end : 0;
  }
  if (file) {
    fclose(file);
  }
  return bytes;
}

/* Whether all of a section's content in the file is zero. */
static bool is_zero(const Elf64_Shdr *section, const unsigned char *bytes, size_t size) {
  if (section->sh_type != SHT_PROGBITS || section->sh_offset > size ||
      section->sh_size > size - section->sh_offset) {
    return false;
  }
  for (uint64_t i = 0; i < section->sh_size; i++) {
    if (bytes[section->sh_offset + i] != 0) {
      return false;
    }
  }
  return true;
}

/* Returns the number of changed sections; -1 if the bytes are not an object file. */
static long make_collectable(unsigned char *bytes, size_t size) {
  Elf64_Ehdr *header = (Elf64_Ehdr *)(void *)bytes;
  if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
      header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_shentsize != sizeof(Elf64_Shdr) ||
      header->e_shoff > size - sizeof(Elf64_Shdr)) {
    return -1;
  }
  Elf64_Shdr *sections = (Elf64_Shdr *)(void *)(bytes + header->e_shoff);
  /* Large numbers are in the first section's header. */
  uint64_t count = header->e_shnum ? header->e_shnum : sections[0].sh_size;
  uint64_t names = header->e_shstrndx == SHN_XINDEX ? sections[0].sh_link : header->e_shstrndx;
  if (count > (size - header->e_shoff) / sizeof *sections || names >= count ||
      sections[names].sh_offset > size ||
      sections[names].sh_size > size - sections[names].sh_offset || sections[names].sh_size == 0) {
    return -1;
  }
  const char *table = (const char *)bytes + sections[names].sh_offset;
  if (table[sections[names].sh_size - 1] != '\0') {
    return -1;
  }
  long changed = 0;
  for (uint64_t i = 0; i < count; i++) {
    if (sections[i].sh_name >= sections[names].sh_size) {
      continue;
    }
    const char *name = table + sections[i].sh_name;
    if (strcmp(name, "swift5_backtrace") == 0 && is_zero(&sections[i], bytes, size)) {
      sections[i].sh_type = SHT_NOBITS;
      changed++;
    }
    if (!(sections[i].sh_flags & SHF_GNU_RETAIN) || is_searched_at_run_time(name)) {
      continue;
    }
    sections[i].sh_flags &= ~(uint64_t)SHF_GNU_RETAIN;
    changed++;
  }
  return changed;
}

int main(int count, char **arguments) {
  if (count != 3) {
    fprintf(stderr, "usage: collectable IN.o OUT.o\n");
    return 2;
  }
  size_t size = 0;
  unsigned char *bytes = read_file(arguments[1], &size);
  long changed = bytes ? make_collectable(bytes, size) : -1;
  if (changed < 0) {
    fprintf(stderr, "collectable: %s is not a 64-bit ELF object file\n", arguments[1]);
    return 1;
  }
  FILE *out = fopen(arguments[2], "wb");
  bool is_written = out && fwrite(bytes, 1, size, out) == size;
  if (!out || fclose(out) != 0 || !is_written) {
    fprintf(stderr, "collectable: %s could not be written\n", arguments[2]);
    return 1;
  }
  printf("%ld sections of %s changed\n", changed, arguments[1]);
  free(bytes);
  return 0;
}
