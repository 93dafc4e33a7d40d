#include "json_c.h"

#include <string.h>

#include "measure.h"

round_trip round_trip_of(const char *text, int flags) {
  round_trip made = {json_tokener_new_ex(64), text};
  require(made.tokener != NULL, "json_tokener_new_ex");
  json_tokener_set_flags(made.tokener, flags);
  return made;
}

void run_round_trip(void *context, int turn) {
  (void)turn;
  round_trip *trip = context;
  json_tokener_reset(trip->tokener);
  json_object *tree = json_tokener_parse_ex(trip->tokener, trip->text, (int)strlen(trip->text));
  require(tree != NULL, "json-c");
  size_t length;
  const char *printed = json_object_to_json_string_length(tree, JSON_C_TO_STRING_PLAIN, &length);
  require(printed != NULL && length > 0, "json-c's printing");
  json_object_put(tree);
}
