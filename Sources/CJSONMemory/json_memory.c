#include "json_memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Small enough not to be mapped by malloc(), which costs a system call for each chunk. */
enum { FIRST_CHUNK = 8 << 10, LARGEST_CHUNK = 64 << 10 };

struct chunk {
  struct chunk *previous;
};

/* At the beginning of the first chunk. */
struct json_memory {
  struct chunk *last; /* NULL while there is only the first */
  char *next;
  char *end;
  size_t chunk_size;
};

/* Each object follows its size, which realloc() needs. Trees have no type of a larger alignment. */
typedef uint64_t header;

/* What this thread uses; NULL means malloc(). */
static _Thread_local struct json_memory *current;

struct json_memory *json_memory_new(void) {
  struct json_memory *memory = malloc(FIRST_CHUNK);
  if (memory == NULL)
    return NULL;
  *memory = (struct json_memory){
      .next = (char *)(memory + 1), .end = (char *)memory + FIRST_CHUNK, .chunk_size = FIRST_CHUNK};
  return memory;
}

struct json_memory *json_memory_use(struct json_memory *memory) {
  struct json_memory *before = current;
  current = memory;
  return before;
}

bool json_memory_delete(struct json_memory *memory) {
  if (memory == NULL)
    return false;
  bool was_used = memory->next != (char *)(memory + 1);
  for (struct chunk *chunk = memory->last; chunk != NULL;) {
    struct chunk *previous = chunk->previous;
    free(chunk);
    chunk = previous;
  }
  free(memory);
  return was_used;
}

/* Returns an object of `size` bytes in a new chunk. */
__attribute__((noinline)) static void *from_new_chunk(struct json_memory *memory, size_t size) {
  size_t least = sizeof(struct chunk) + sizeof(header) + size;
  if (memory->chunk_size < LARGEST_CHUNK)
    memory->chunk_size *= 2;
  size_t whole = least > memory->chunk_size ? least : memory->chunk_size;
  struct chunk *chunk = malloc(whole);
  if (chunk == NULL)
    return NULL;
  chunk->previous = memory->last;
  memory->last = chunk;
  header *start = (header *)(chunk + 1);
  *start = size;
  memory->next = (char *)(start + 1) + size;
  memory->end = (char *)chunk + whole;
  return start + 1;
}

static inline void *take(struct json_memory *memory, size_t size) {
  if (__builtin_expect(size > PTRDIFF_MAX - 64, 0))
    return NULL;
  size = (size + sizeof(header) - 1) & ~(sizeof(header) - 1);
  if (__builtin_expect((size_t)(memory->end - memory->next) < sizeof(header) + size, 0))
    return from_new_chunk(memory, size);
  header *start = (header *)memory->next;
  *start = size;
  memory->next += sizeof(header) + size;
  return start + 1;
}

void *json_memory_malloc(size_t size) {
  struct json_memory *memory = current;
  return memory == NULL ? malloc(size) : take(memory, size);
}

void *json_memory_calloc(size_t count, size_t size) {
  struct json_memory *memory = current;
  if (memory == NULL)
    return calloc(count, size);
  size_t whole;
  if (__builtin_mul_overflow(count, size, &whole))
    return NULL;
  void *pointer = take(memory, whole);
  return pointer == NULL ? NULL : memset(pointer, 0, whole);
}

void *json_memory_realloc(void *pointer, size_t size) {
  struct json_memory *memory = current;
  if (memory == NULL)
    return realloc(pointer, size);
  size_t held = pointer == NULL ? 0 : (size_t)((header *)pointer)[-1];
  /* The last object is taken again with its new size. json-c makes each list with room for 32
   * elements, and shrinks it at its end. */
  if (pointer != NULL && (char *)pointer + held == memory->next) {
    memory->next = (char *)pointer - sizeof(header);
    void *again = take(memory, size);
    if (again == NULL)
      memory->next = (char *)pointer + held;
    else if (again != pointer)
      memcpy(again, pointer, held < size ? held : size);
    return again;
  }
  if (pointer != NULL && size <= held)
    return pointer;
  void *copy = take(memory, size);
  if (copy != NULL && held > 0)
    memcpy(copy, pointer, held);
  return copy;
}

char *json_memory_strdup(const char *text) {
  struct json_memory *memory = current;
  if (memory == NULL)
    return strdup(text);
  size_t size = strlen(text) + 1;
  char *copy = take(memory, size);
  return copy == NULL ? NULL : memcpy(copy, text, size);
}

void json_memory_free(void *pointer) {
  if (current == NULL)
    free(pointer);
}
