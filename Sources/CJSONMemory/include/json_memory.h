/* Memory for the trees that json-c builds.
 *
 * A tree lives as long as its text is read, and has several hundred small objects. They are taken
 * from a few chunks, which are freed together, so that neither malloc() nor free() is called for
 * each of them. In the library for distribution, the parts of json-c that make trees call the
 * functions below in place of those of the C library, see scripts/build-library; elsewhere json-c
 * is a library of its own, and takes nothing from the chunks.
 */
#ifndef MOCKCLOUD_JSON_MEMORY_H
#define MOCKCLOUD_JSON_MEMORY_H
#include <stdbool.h>
#include <stddef.h>

/* Chunks of memory. */
struct json_memory;

/* Returns memory of one chunk, or NULL without memory for it. */
struct json_memory *json_memory_new(void);

/* Takes the trees that this thread makes from now on from `memory`, or from malloc() if it is NULL,
 * which is the state at first. Returns what was in use before, to be used again. A tree is freed
 * under what it was made under. */
struct json_memory *json_memory_use(struct json_memory *memory);

/* Frees the chunks of `memory`, which may be NULL. Returns whether something was taken from them:
 * then its trees are gone, and must not be passed to json_object_put(). No tokener may refer to
 * them either, see json_tokener_reset(). */
bool json_memory_delete(struct json_memory *memory);

/* Called by json-c. Without memory in use, they call malloc(), calloc() and so on. */
void *json_memory_malloc(size_t size);
void *json_memory_calloc(size_t count, size_t size);
void *json_memory_realloc(void *pointer, size_t size);
char *json_memory_strdup(const char *text);
void json_memory_free(void *pointer);
#endif
