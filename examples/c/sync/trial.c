#include "trial.h"

#include <json-c/json.h>
#include <mockcloud.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

const char *const way_names[WAYS] = {"exploration", "crashes", "chaos", "findings"};
const char *const bug_names[BUGS] = {"none",
                                     "token stored before its page",
                                     "queue dropped on sign-out",
                                     "deletions kept after an expired token",
                                     "lost response doubled",
                                     "tag dropped",
                                     "early retry",
                                     "`moreComing` ignored",
                                     "batch not split"};

/* Each device writes the field with its number, so that no write hides that of the other one. */
enum { MAC, PAD, DEVICES };
static const char *const device_names[DEVICES] = {"mac", "pad"};

struct device {
  mockcloud *view;
  bool has_ended; /* a fault has ended the client */
  struct notes_service service;
  struct sync_store store;
  struct sync_client client;
};

struct story {
  mockcloud *cloud;
  enum sync_bug bug;
  struct device devices[DEVICES];
  struct sync_store expected; /* the last values that the devices wrote, and what they deleted */
};

/* ---- The devices ----------------------------------------------------------- */

static int service_call(void *context, const char *operation, const char *request, char **answer) {
  struct device *device = context;
  int status = mockcloud_call(device->view, operation, request, answer);
  device->has_ended = device->has_ended || status == MOCKCLOUD_CLIENT_ENDED;
  return status;
}

static void service_release(void *context, char *answer) {
  (void)context;
  mockcloud_string_free(answer);
}

static void service_wait(void *context, double seconds) {
  struct device *device = context;
  mockcloud_callf(device->view, NULL, "mock/clock/advance", "{'seconds': %g}", seconds);
}

/* Starts the client of a device with what it has stored. */
static void start(struct device *device, enum sync_bug bug) {
  device->service = (struct notes_service){service_call, service_release, service_wait, device};
  device->client = (struct sync_client){&device->service, &device->store, false, bug};
  device->has_ended = false;
}

static mockcloud *new_cloud(int seed) {
  mockcloud *cloud = NULL;
  char configuration[200];
  /* Pages and batches are short, so that few notes fill several of them. */
  snprintf(configuration, sizeof configuration,
           "{\"seed\": %d, \"users\": [{\"alias\": \"me\", \"devices\": [\"mac\", \"pad\"]}], "
           "\"limits\": {\"pageSize\": 2, \"itemsPerRequest\": 3}}",
           seed);
  mockcloud_create(configuration, &cloud, NULL);
  return cloud;
}

static void begin(struct story *story, mockcloud *cloud, enum sync_bug bug) {
  *story = (struct story){.cloud = cloud, .bug = bug};
  mockcloud_view(cloud, "{\"device\": \"mac\"}", &story->devices[MAC].view, NULL);
  mockcloud_view(cloud, "{\"device\": \"pad\"}", &story->devices[PAD].view, NULL);
  start(&story->devices[MAC], bug);
  start(&story->devices[PAD], bug);
}

static void end(struct story *story) {
  mockcloud_destroy(story->devices[MAC].view);
  mockcloud_destroy(story->devices[PAD].view);
}

/* Syncs a device, and starts its client again if it has ended. */
static bool sync_device(struct story *story, int number) {
  struct device *device = &story->devices[number];
  enum sync_result result = sync_now(&device->client);
  if (device->has_ended) {
    mockcloud_callf(story->cloud, NULL, "mock/devices/restart", "{'device': %s}",
                    device_names[number]);
    start(device, story->bug);
  }
  return result == SYNC_DONE;
}

static void write_note(struct story *story, int device, const char *name, const char *value) {
  store_edit(&story->devices[device].store, name, (enum note_field)device, value);
  store_edit(&story->expected, name, (enum note_field)device, value);
}

static bool is_there(struct story *story, int device, const char *name) {
  struct stored_note *note = store_find(&story->devices[device].store, name);
  return note != NULL && !note->deleted;
}

/* Writes into a note if the device has it. */
static void change_note(struct story *story, int device, const char *name, const char *value) {
  if (is_there(story, device, name))
    write_note(story, device, name, value);
}

/* Deletes a note if the device has it. */
static void delete_note(struct story *story, int device, const char *name) {
  if (!is_there(story, device, name))
    return;
  store_delete(&story->devices[device].store, name);
  store_delete(&story->expected, name);
}

/* ---- The stories ----------------------------------------------------------- */

/* A fixed story. Without faults, no sync finds a conflict or sends more than a batch, and one reads
 * two pages. */
static void play(struct story *story) {
  write_note(story, MAC, "a1", "first");
  write_note(story, MAC, "a2", "first");
  sync_device(story, MAC);
  sync_device(story, PAD);
  delete_note(story, MAC, "a2");
  write_note(story, MAC, "a3", "first");
  sync_device(story, MAC);
  write_note(story, PAD, "b1", "first");
  write_note(story, PAD, "b2", "first");
  sync_device(story, PAD);
  sync_device(story, MAC);
  change_note(story, PAD, "a1", "second");
  sync_device(story, PAD);
  change_note(story, MAC, "a3", "second");
  write_note(story, MAC, "a4", "first");
  sync_device(story, MAC);
  sync_device(story, PAD);
}

static unsigned draw(uint64_t *random, unsigned limit) {
  *random = *random * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(*random >> 33) % limit;
}

/* A random story with random faults. */
static void play_chaos(struct story *story, int seed) {
  static const char *const intensities[] = {"0.1", "0.3", "0.6"};
  uint64_t random = (uint64_t)seed;
  draw(&random, 1);
  mockcloud_callf(story->cloud, NULL, "mock/faults/profile",
                  "{'name': 'everything', 'intensity': %j}", intensities[draw(&random, 3)]);
  for (int step = 0; step < 30; step++) {
    int device = (int)draw(&random, DEVICES);
    unsigned chance = draw(&random, 100);
    struct sync_store *store = &story->devices[device].store;
    char name[STORE_TEXT], value[STORE_TEXT];
    snprintf(name, sizeof name, "%s-%d", device_names[device], step);
    snprintf(value, sizeof value, "%d", step);
    if (chance >= 25 && chance < 55 && store->count > 0)
      memcpy(name, store->notes[draw(&random, (unsigned)store->count)].name, sizeof name);
    if (chance < 25)
      write_note(story, device, name, value);
    else if (chance < 45)
      change_note(story, device, name, value);
    else if (chance < 55)
      delete_note(story, device, name);
    else if (chance < 95)
      sync_device(story, device);
    else
      mockcloud_callf(story->cloud, NULL, "mock/clock/advance", "{'seconds': 30}");
  }
}

/* ---- The results ----------------------------------------------------------- */

/* Returns whether a store has the server's notes, and nothing to send. */
static bool is_in_step(struct sync_store *store, json_object *records) {
  struct stored_note pending[STORE_NOTES];
  size_t count = json_object_array_length(records);
  if (store->count != count || store_pending(store, pending) != 0)
    return false;
  for (size_t index = 0; index < count; index++) {
    json_object *record = json_object_array_get_idx(records, index), *fields, *value;
    struct stored_note *note =
        store_find(store, json_object_get_string(json_object_object_get(record, "recordName")));
    fields = json_object_object_get(record, "fields");
    for (int field = 0; note != NULL && field < NOTE_FIELDS; field++) {
      value = json_object_object_get(fields, field == NOTE_TITLE ? "title" : "body");
      const char *text =
          value == NULL ? "" : json_object_get_string(json_object_object_get(value, "value"));
      if (strcmp(note->fields[field], text) != 0)
        return false;
    }
    if (note == NULL)
      return false;
  }
  return true;
}

/* Returns whether a store has everything that was written and not deleted, and nothing else. A
 * device that received no response to the first save of a note may save it again after another one
 * has deleted it. */
static bool has_everything(struct story *story, struct sync_store *store) {
  for (size_t index = 0; index < store->count; index++)
    if (store_find(&story->expected, store->notes[index].name) == NULL)
      return false;
  for (size_t index = 0; index < story->expected.count; index++) {
    struct stored_note *wanted = &story->expected.notes[index];
    struct stored_note *note = store_find(store, wanted->name);
    for (int field = 0; !wanted->deleted && field < NOTE_FIELDS; field++)
      if (note == NULL || strcmp(note->fields[field], wanted->fields[field]) != 0)
        return false;
  }
  return true;
}

/* Ends all faults and syncs: one device sends, the other one sends and reads, and so on. Returns
 * whether they could. */
static bool settle(struct story *story) {
  mockcloud_call(story->cloud, "mock/faults/heal", NULL, NULL);
  bool first = sync_device(story, MAC), second = sync_device(story, PAD);
  return sync_device(story, MAC) && first && second;
}

/* Returns whether the result is correct.
 *
 * A client that was told that the zone is lost has sent old notes again, or removed its own: then
 * the notes need only be the same everywhere. In a conflict, another device wrote a field. */
static bool is_correct(struct story *story, const char *effect) {
  bool has_synced = settle(story);
  char *answer = NULL;
  mockcloud_callf(story->cloud, &answer, "mock/records", "{'zoneID': {'zoneName': 'Notes'}}");
  json_object *document = json_tokener_parse(answer);
  json_object *records = json_object_object_get(document, "records");
  bool is_lost =
      strncmp(effect, "userDeletedZone", 15) == 0 || strncmp(effect, "zoneNotFound", 12) == 0;
  bool is_correct = has_synced && records != NULL &&
                    is_in_step(&story->devices[MAC].store, records) &&
                    is_in_step(&story->devices[PAD].store, records) &&
                    (is_lost || has_everything(story, &story->devices[MAC].store)) &&
                    (strcmp(effect, "conflict") != 0 || strstr(answer, "\"web\"") != NULL);
  json_object_put(document);
  mockcloud_string_free(answer);
  return is_correct;
}

static bool has_findings(mockcloud *cloud) {
  char *answer = NULL;
  int64_t count = 0;
  mockcloud_call(cloud, "mock/report", NULL, &answer);
  mockcloud_json_count(answer, "/findings", &count);
  mockcloud_string_free(answer);
  return count > 0;
}

/* ---- The ways -------------------------------------------------------------- */

static bool is_crash(const char *effect) { return strncmp(effect, "crash", 5) == 0; }

static void begin_exploration(mockcloud *cloud) {
  mockcloud_callf(cloud, NULL, "mock/explore/begin",
                  "{'conflicts': {'field': {'web': 'kept'}}, 'items': %j, 'lasting': %j, "
                  "'crashes': %j}",
                  "true", "true", "true");
}

/* Ends a run, and returns the effect of the next case, which is to be freed; NULL: it was the last
 * one. */
static char *next_case(mockcloud *cloud, bool failed) {
  char *answer = NULL, *effect = NULL;
  mockcloud_call(cloud, "mock/explore/next", failed ? "{\"failed\": true}" : NULL, &answer);
  mockcloud_json_text(answer, "/case/effect", &effect);
  mockcloud_string_free(answer);
  return effect;
}

/* Plays the fixed story, and returns whether the way finds something. */
static bool has_failed(mockcloud *cloud, enum sync_bug bug, enum way way, const char *effect) {
  struct story story;
  begin(&story, cloud, bug);
  play(&story);
  bool correct = is_correct(&story, effect);
  bool failed = way == FINDINGS ? has_findings(cloud) : !correct;
  end(&story);
  return failed;
}

static struct trial_result explore(enum sync_bug bug, enum way way) {
  struct trial_result result = {0};
  mockcloud *cloud = new_cloud(1);
  begin_exploration(cloud);
  bool failed = has_failed(cloud, bug, way, "");
  char *effect = failed ? NULL : next_case(cloud, false);
  while (effect != NULL && result.found == 0) {
    bool is_tried = way == FINDINGS || is_crash(effect) == (way == CRASHES);
    result.runs += is_tried;
    if (is_tried && has_failed(cloud, bug, way, effect))
      result.found = result.runs;
    mockcloud_string_free(effect);
    effect = next_case(cloud, false);
  }
  mockcloud_string_free(effect);
  mockcloud_destroy(cloud);
  return result;
}

static bool seed_fails(enum sync_bug bug, int seed, bool counts_findings) {
  mockcloud *cloud = new_cloud(seed);
  struct story story;
  begin(&story, cloud, bug);
  play_chaos(&story, seed);
  bool failed = !is_correct(&story, "") || (counts_findings && has_findings(cloud));
  mockcloud_destroy(cloud);
  return failed;
}

struct trial_result try_client(enum sync_bug bug, enum way way, int seeds) {
  clock_t begin = clock();
  struct trial_result result = {0};
  if (way == CHAOS) {
    while (result.runs < seeds && result.found == 0) {
      result.runs++;
      if (seed_fails(bug, result.runs, false))
        result.found = result.runs;
    }
  } else {
    result = explore(bug, way);
  }
  result.seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
  return result;
}

int failed_cases(void) {
  mockcloud *cloud = new_cloud(1);
  begin_exploration(cloud);
  for (char *effect = NULL;;) {
    const char *tried = effect == NULL ? "" : effect;
    bool failed = has_failed(cloud, NO_BUG, EXPLORATION, tried) || has_findings(cloud);
    mockcloud_string_free(effect);
    effect = next_case(cloud, failed);
    if (effect == NULL)
      break;
  }
  char *answer = NULL;
  mockcloud_call(cloud, "mock/explore/report", NULL, &answer);
  json_object *document = json_tokener_parse(answer);
  json_object *cases = json_object_object_get(document, "cases");
  size_t count = cases == NULL ? 0 : json_object_array_length(cases);
  int failed = 0;
  for (size_t index = 0; index < count; index++) {
    json_object *entry = json_object_array_get_idx(cases, index);
    const char *outcome = json_object_get_string(json_object_object_get(entry, "outcome"));
    if (strcmp(outcome, "reached") == 0 &&
        !json_object_get_boolean(json_object_object_get(entry, "failed")))
      continue;
    printf("  %s\n", json_object_to_json_string(entry));
    failed++;
  }
  json_object_put(document);
  mockcloud_string_free(answer);
  mockcloud_destroy(cloud);
  return count == 0 ? -1 : failed;
}

int failed_seeds(int first, int count) {
  int failed = 0;
  for (int seed = first; seed < first + count; seed++) {
    if (!seed_fails(NO_BUG, seed, true))
      continue;
    printf("  seed %d\n", seed);
    failed++;
  }
  return failed;
}
