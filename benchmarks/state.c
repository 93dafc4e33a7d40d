/* The cost of saving and loading a world of 100,000 records, compared with parsing the same
 * document by json-c, the release of the tree included, since loading does both too. Both must
 * reach at least half of json-c's speed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cloud.h"
#include "json_c.h"
#include "measure.h"
#include "requests.h"

enum { RECORDS = 100000, TIMES = 7 };

typedef struct {
  mockcloud *cloud;
  /* The request of mock/state/load, and the document within it. */
  char *load;
  const char *document;
  size_t length;
} state;

static state state_of(mockcloud *cloud) {
  static const char begin[] = "{\"state\":";
  char *document = answer_of(cloud, "mock/state/save", NULL);
  state made = {cloud, malloc(strlen(document) + sizeof begin + 1), NULL, strlen(document)};
  require(made.load != NULL, "malloc");
  sprintf(made.load, "%s%s}", begin, document);
  made.document = made.load + sizeof begin - 1;
  mockcloud_string_free(document);
  return made;
}

static void save(void *context, int turn) {
  (void)turn;
  mockcloud_string_free(answer_of(((state *)context)->cloud, "mock/state/save", NULL));
}

static void load(void *context, int turn) {
  (void)turn;
  state *state = context;
  ask(state->cloud, "mock/state/load", state->load);
}

/* The previous world is not deallocated within the measured time. */
static void empty(void *context) { ask(((state *)context)->cloud, "mock/reset", NULL); }

static void parse(void *context, int turn) {
  (void)turn;
  state *state = context;
  json_tokener *tokener = json_tokener_new_ex(64);
  json_object *tree = json_tokener_parse_ex(tokener, state->document, (int)state->length);
  require(tree != NULL, "json-c");
  json_object_put(tree);
  json_tokener_free(tokener);
}

int main(void) {
  pin();
  mockcloud *cloud = new_cloud();
  for (int number = 0; number < RECORDS; number += BATCH) {
    char *request = save_text(number, BATCH);
    ask(cloud, "records/modify", request);
    free(request);
  }
  state state = state_of(cloud);
  subject yardstick = {parse, &state, 1, NULL};
  subject saving = {save, &state, 1, NULL};
  char what[96];
  snprintf(what, sizeof what, "state of 100,000 records, %.0f MB: save, in parses by json-c",
           (double)state.length / 1e6);
  row_within(what, compare_in(TIMES, &saving, &yardstick), 2);
  subject loading = {load, &state, 1, empty};
  row_within("the same: load", compare_in(TIMES, &loading, &yardstick), 2);
  char *saved = answer_of(cloud, "mock/state/save", NULL);
  require(strncmp(saved, state.document, state.length) == 0, "the same document");
  mockcloud_string_free(saved);
  free(state.load);
  mockcloud_destroy(cloud);
  return 0;
}
