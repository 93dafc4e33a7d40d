/* Mistakes that new users make. The text of each error has the place, the expected value, and the
 * nearest known name or a remedy. */
#include "support.h"

#include <stdio.h>
#include <string.h>

static mockcloud *world;

static int open_world(void **state) {
  (void)state;
  mockcloud_status status = mockcloud_create("{\"seed\": 1}", &world, NULL);
  return status ? status
                : mockcloud_callf(world, NULL, "mock/seed",
                                  "{'zones': [{'zoneID': {'zoneName': 'Notes'}}], 'records': ["
                                  "{'recordName': 'n1', 'recordType': 'Note',"
                                  " 'zoneID': {'zoneName': 'Notes'}, 'fields': {"
                                  "'title': {'value': 'Milk'}, 'count': {'value': 3}}}]}");
}

static int close_world(void **state) {
  mockcloud_destroy(world);
  return no_cloud_is_left(state);
}

typedef struct {
  /* NULL for a configuration of mockcloud_create(). */
  const char *operation;
  /* A format of mockcloud_callf() with the text "n1" as its argument. */
  const char *request;
  mockcloud_status status;
  /* The texts that the error must contain. */
  const char *says[5];
} wrong_input;

#define SAVE(record) "{'operations': [{'operationType': 'save', 'record': " record "}]}"
#define FIELD(field) SAVE("{'recordType': 'Note', 'fields': {" field "}}")
#define QUERY(query) "{'zoneID': {'zoneName': 'Notes'}, 'query': {'recordType': 'Note', " query "}}"
#define CKERROR(name) MOCKCLOUD_CKERROR_##name
#define BAD MOCKCLOUD_BAD_MOCK_REQUEST
#define UNKNOWN MOCKCLOUD_UNKNOWN_OPERATION
#define INVALID MOCKCLOUD_CKERROR_INVALID_ARGUMENTS
#define PARTIAL MOCKCLOUD_CKERROR_PARTIAL_FAILURE

static const wrong_input inputs[] = {
    /* Names of operations. */
    {"records/modfy", "{}", UNKNOWN, {"'records/modfy'", "did you mean 'records/modify'?"}},
    {"modify", "{}", UNKNOWN, {"'modify'", "mock/info", "'records/modify'"}},
    {"Records/Modify", "{}", UNKNOWN, {"did you mean 'records/modify'?"}},
    {"records.modify", "{}", UNKNOWN, {"did you mean 'records/modify'?"}},
    {"records/save", "{}", UNKNOWN, {"'records/save'", "records/modify, records/lookup"}},
    {"records/fetch", "{}", UNKNOWN, {"records/modify, records/lookup, records/query"}},
    {"zones/create", "{}", UNKNOWN, {"zones/list, zones/lookup, zones/modify"}},
    {"mock/clock/advnace", "{}", UNKNOWN, {"did you mean 'mock/clock/advance'?"}},
    {"mock/faults/set", "{}", UNKNOWN, {"mock/faults/add"}},
    {"mock/user/add", "{}", UNKNOWN, {"did you mean 'mock/users/add'?"}},

    /* Text that is not JSON, or not an object. */
    {"records/modify",
     "{'operations': [}",
     MOCKCLOUD_BAD_JSON,
     {"line 1, column 17", "expected a value or ']'"}},
    {"records/modify",
     "{'operations': [],}",
     MOCKCLOUD_BAD_JSON,
     {"line 1, column 19", "expected a key"}},
    {"records/modify",
     "{operations: []}",
     MOCKCLOUD_BAD_JSON,
     {"line 1, column 2", "a key in double quotes"}},
    {"records/modify",
     "{'operations': [",
     MOCKCLOUD_BAD_JSON,
     {"unexpected end", "expected a value or ']'"}},
    {"records/modify", "[]", MOCKCLOUD_BAD_JSON, {"must be an object", "not a list"}},
    {"records/modify",
     "{'atomic': True}",
     MOCKCLOUD_BAD_JSON,
     {"line 1, column 12", "expected a value"}},

    /* Keys of requests. */
    {"records/modify",
     "{'operation': []}",
     INVALID,
     {"unknown key 'operation'", "did you mean 'operations'?"}},
    {"records/modify",
     "{'operations': {}}",
     INVALID,
     {"operations: ", "must be a list, not an object"}},
    {"records/modify", "{}", INVALID, {"missing required field 'operations'"}},
    {"records/modify",
     "{'operations': ['n1']}",
     INVALID,
     {"operations[0]: ", "must be an object, not a string", "operationType, record"}},
    {"records/modify",
     "{'operations': [{'record': {}}]}",
     INVALID,
     {"operations[0].operationType", "missing"}},
    {"records/modify",
     "{'operations': [{'operationType': 'craete', 'record': {}}]}",
     INVALID,
     {"operations[0].operationType", "'craete'", "did you mean 'create'?"}},
    {"records/modify",
     "{'operations': [{'operationType': 'add', 'record': {}}]}",
     INVALID,
     {"operations[0].operationType", "expected create, update"}},
    {"records/modify",
     "{'operations': [{'operationType': 'save'}]}",
     INVALID,
     {"operations[0].record", "missing"}},
    {"records/modify",
     SAVE("{'type': 'Note'}"),
     INVALID,
     {"operations[0].record.type", "unknown key 'type'", "did you mean 'recordType'?"}},
    {"records/modify",
     SAVE("{'recordtype': 'Note'}"),
     INVALID,
     {"operations[0].record.recordtype", "did you mean 'recordType'?"}},
    {"records/modify",
     SAVE("{'name': 'n2', 'recordType': 'Note'}"),
     INVALID,
     {"operations[0].record.name", "did you mean 'recordName'?"}},
    {"records/modify",
     SAVE("{'recordName': 5, 'recordType': 'Note'}"),
     INVALID,
     {"operations[0].record.recordName", "must be a string, not an integer"}},
    {"records/modify", SAVE("{'recordName': 'n2'}"), PARTIAL, {"recordType", "needs a recordType"}},
    {"records/modify",
     SAVE("{'recordName': 'n 2', 'recordType': 'My Note'}"),
     PARTIAL,
     {"recordType 'My Note'", "only ASCII letters, digits and '_'"}},
    {"records/modify",
     SAVE("{'recordName': '_n2', 'recordType': 'Note'}"),
     PARTIAL,
     {"recordName '_n2'", "reserved for the system"}},
    {"records/modify",
     "{'operations': [], 'atomic': 'yes'}",
     INVALID,
     {"atomic: ", "must be true or false, not a string"}},
    {"records/modify",
     "{'operations': [], 'savePolicy': 'all'}",
     INVALID,
     {"savePolicy: ", "'all'", "ifServerRecordUnchanged, changedKeys, allKeys",
      "did you mean 'allKeys'?"}},
    {"records/modify",
     "{'operations': [], 'zoneID': 'Notes'}",
     INVALID,
     {"zoneID: ", "an object with the keys zoneName", "not a string"}},
    {"records/modify",
     "{'operations': [], 'zoneID': {'name': 'Notes'}}",
     INVALID,
     {"zoneID.name", "did you mean 'zoneName'?"}},
    {"records/lookup", "{'records': 'n1'}", INVALID, {"records: ", "must be a list, not a string"}},
    {"records/lookup",
     "{'records': ['n1']}",
     INVALID,
     {"records[0]: ", "an object with the keys recordName"}},
    {"records/lookup",
     "{'recordNames': ['n1']}",
     INVALID,
     {"'recordNames'", "did you mean 'records'?"}},
    {"zones/modify",
     "{'operations': [{'operationType': 'create', 'zone': {'zoneName': 'X'}}]}",
     INVALID,
     {"operations[0].zone.zoneName", "did you mean 'zoneID'?"}},
    {"zones/modify",
     "{'operations': [{'operationType': 'update', 'zone': {'zoneID': {'zoneName': 'X'}}}]}",
     INVALID,
     {"operations[0].operationType", "expected create, delete"}},
    {"changes/zone",
     "{'zones': [{'zoneName': 'Notes'}]}",
     INVALID,
     {"zones[0].zoneName", "did you mean 'zoneID'?"}},
    {"changes/database",
     "{'syncToken': 5}",
     INVALID,
     {"syncToken: ", "must be a string, not an integer"}},
    {"subscriptions/modify",
     "{'operations': [{'operationType': 'create', 'subscription': {'subscriptionType': 'zones'}}]}",
     INVALID,
     {"operations[0].subscription.subscriptionType", "did you mean 'zone'?"}},
    {"subscriptions/modify",
     "{'operations': [{'operationType': 'create', 'subscription': {'subscriptionType': 'query'}}]}",
     INVALID,
     {"operations[0].subscription.query", "missing"}},
    {"users/lookup/email",
     "{'users': ['bob@example.com']}",
     INVALID,
     {"users[0]: ", "an object with the keys emailAddress"}},
    {"records/resolve",
     "{'shortGUIDs': ['x']}",
     INVALID,
     {"shortGUIDs[0]: ", "an object with the keys value"}},

    /* The caller and the database. */
    {"zones/list",
     "{'database': 'privat'}",
     INVALID,
     {"database: ", "'privat'", "public, private, shared", "did you mean 'private'?"}},
    {"zones/list",
     "{'environment': 'prod'}",
     BAD,
     {"environment: ", "'prod'", "development, production"}},
    {"zones/list", "{'user': 'bob'}", BAD, {"user: ", "'bob'", "expected me", "mock/users/add"}},
    {"zones/list",
     "{'device': 'device1'}",
     BAD,
     {"device: ", "'device1'", "did you mean 'device-1'?", "mock/devices/add and users[].devices"}},
    {"zones/list", "{'user': null}", CKERROR(NOT_AUTHENTICATED), {"account status is noAccount"}},
    {"mock/clock",
     "{'user': 'me'}",
     BAD,
     {"user: ", "mock/clock accepts no 'user'", "expected no key"}},

    /* Values of fields. */
    {"records/modify",
     FIELD("'title': 'Milk'"),
     INVALID,
     {"operations[0].record.fields.title", "not a string", "'value'"}},
    {"records/modify",
     FIELD("'title': {'val': 'Milk'}"),
     INVALID,
     {"operations[0].record.fields.title.val", "did you mean 'value'?"}},
    {"records/modify",
     FIELD("'title': {'value': 'Milk', 'type': 'TEXT'}"),
     INVALID,
     {"operations[0].record.fields.title.type", "'TEXT'", "expected STRING, INT64"}},
    {"records/modify",
     FIELD("'title': {'value': 5}"),
     PARTIAL,
     {"INT64", "field 'title'", "expected type STRING"}},
    {"records/modify",
     FIELD("'list': {'value': {'data': ''}, 'type': 'ASSET'}"),
     INVALID,
     {"BadRequestException: Unexpected input", "fields.list.type", "did you mean 'ASSETID'?"}},
    {"records/modify",
     FIELD("'due': {'value': '2026-01-01', 'type': 'TIMESTAMP'}"),
     PARTIAL,
     {"expected type TIMESTAMP", "found a string", "milliseconds since 1970", "field 'due'"}},
    {"records/modify",
     FIELD("'done': {'value': true}"),
     PARTIAL,
     {"a boolean", "INT64", "0 or 1", "field 'done'"}},
    {"records/modify",
     FIELD("'count': {'value': '3', 'type': 'INT64'}"),
     PARTIAL,
     {"expected type INT64", "found a string", "an integer", "field 'count'"}},
    {"records/modify",
     FIELD("'data': {'value': '***', 'type': 'BYTES'}"),
     PARTIAL,
     {"expected type BYTES", "not base64", "field 'data'"}},
    {"records/modify",
     FIELD("'list': {'value': 'n1', 'type': 'REFERENCE'}"),
     PARTIAL,
     {"could not decode reference object", "found a string", "recordName", "field 'list'"}},
    {"records/modify",
     FIELD("'list': {'value': {'recordName': 'n1', 'action': 'DELETESELF'}}"),
     PARTIAL,
     {"'action'", "NONE, DELETE_SELF or VALIDATE", "field 'list'"}},
    {"records/modify",
     FIELD("'place': {'value': {'lat': 1, 'lon': 2}, 'type': 'LOCATION'}"),
     PARTIAL,
     {"'lat'", "did you mean 'latitude'?", "field 'place'"}},
    {"records/modify",
     FIELD("'place': {'value': {'latitude': 91, 'longitude': 0}}"),
     PARTIAL,
     {"91.0 degrees", "90", "field 'place'"}},
    {"records/modify",
     FIELD("'file': {'value': {'size': 3}, 'type': 'ASSETID'}"),
     PARTIAL,
     {"'data'", "'path'", "'receipt'", "field 'file'"}},
    {"records/modify", FIELD("'tags': {'value': ['a', 1]}"), PARTIAL, {"one type", "field 'tags'"}},
    {"records/modify", FIELD("'tags': {'value': []}"), PARTIAL, {"field 'tags'", "STRING_LIST"}},
    {"records/modify",
     FIELD("'my title': {'value': 'x'}"),
     PARTIAL,
     {"'my title'", "ASCII letters, digits and '_'"}},

    /* Existing and missing records. */
    {"records/modify",
     "{'zoneID': {'zoneName': 'Note'}, 'operations': [{'operationType': 'create', 'record': "
     "{'recordType': 'Note'}}]}",
     PARTIAL,
     {"Zone does not exist", "'Note'", "did you mean 'Notes'?"}},
    {"zones/lookup",
     "{'zones': [{'zoneName': 'Work'}]}",
     PARTIAL,
     {"Zone does not exist", "'Work'", "zones/modify"}},
    {"records/modify",
     "{'zoneID': {'zoneName': 'Notes'}, 'operations': [{'operationType': 'update', 'record': "
     "{'recordName': 'n1'}}]}",
     INVALID,
     {"missing required field 'recordChangeTag'", "'forceUpdate'"}},
    {"records/modify",
     "{'operations': [{'operationType': 'delete', 'record': {'recordName': 'n1'}}]}",
     INVALID,
     {"missing required field 'recordChangeTag'", "'operations[0]'", "'forceDelete'"}},
    {"records/modify",
     "{'atomic': true, 'operations': [{'operationType': 'forceDelete', 'record': "
     "{'recordName': 'n1'}}]}",
     INVALID,
     {"atomic operations not supported in default zone", "leave 'atomic' out"}},
    {"records/modify",
     "{'zoneID': {'zoneName': 'Notes'}, 'operations': [{'operationType': 'update', 'record': "
     "{'recordName': 'n1', 'recordChangeTag': 'old'}}]}",
     PARTIAL,
     {"client oplock error updating record", "'old'", "'1'", "save it with its tag"}},
    {"records/modify",
     "{'zoneID': {'zoneName': 'Notes'}, 'operations': [{'operationType': 'create', 'record': "
     "{'recordName': 'n1', 'recordType': 'Note'}}]}",
     PARTIAL,
     {"record to insert already exists", "'n1'", "'1'"}},
    {"records/modify",
     "{'zoneID': {'zoneName': 'Notes'}, 'operations': [{'operationType': 'update', 'record': "
     "{'recordName': 'n9', 'recordChangeTag': '1'}}]}",
     PARTIAL,
     {"recordChangeTag specified, but record not found", "'n9'", "without a tag"}},
    {"records/lookup",
     "{'zoneID': {'zoneName': 'Notes'}, 'records': [{'recordName': 'n2'}]}",
     PARTIAL,
     {"Record not found", "'n2'", "'Notes'"}},
    {"changes/zone",
     "{'zones': [{'zoneID': {'zoneName': 'Notes'}, 'syncToken': 'x'}]}",
     PARTIAL,
     {"Unknown sync continuation type", "syncToken"}},

    /* Queries. */
    {"records/query", "{}", INVALID, {"missing required field 'query'"}},
    {"records/query",
     "{'recordType': 'Note'}",
     INVALID,
     {"unknown key 'recordType'", "expected query, zoneID"}},
    {"records/query",
     "{'query': {'recordType': 'Notes'}}",
     CKERROR(UNKNOWN_ITEM),
     {"Did not find record type: Notes", "did you mean 'Note'?"}},
    {"records/query",
     QUERY("'predicate': 'titel = 1'"),
     INVALID,
     {"'titel'", "'Note'", "did you mean 'title'?"}},
    {"records/query",
     QUERY("'predicate': 'title ='"),
     INVALID,
     {"at character", "expected a value"}},
    {"records/query", QUERY("'predicate': 'count > title'"), INVALID, {"count"}},
    {"records/query", QUERY("'predicate': 'title == %%@'"), INVALID, {"predicateArguments"}},
    {"records/query",
     QUERY(
         "'filterBy': [{'field': 'title', 'comparator': 'EQUALS', 'fieldValue': {'value': 'x'}}]"),
     INVALID,
     {"query.filterBy[0].field", "did you mean 'fieldName'?"}},
    {"records/query",
     QUERY("'filterBy': [{'fieldName': 'title', 'comparator': 'EQUAL', 'fieldValue': {'value': "
           "'x'}}]"),
     INVALID,
     {"query.filterBy[0].comparator", "did you mean 'EQUALS'?"}},
    {"records/query",
     QUERY("'filterBy': [{'fieldName': 'count', 'comparator': 'EQUALS', 'fieldValue': {'value': "
           "'x'}}]"),
     INVALID,
     {"INT64", "STRING", "'count'"}},
    {"records/query",
     QUERY("'sortBy': ['title']"),
     INVALID,
     {"query.sortBy[0]: ", "an object with the keys fieldName"}},
    {"records/query",
     "{'query': {'recordType': 'Note'}, 'limit': 5}",
     INVALID,
     {"unknown key 'limit'", "did you mean 'resultsLimit'?"}},
    {"records/query",
     "{'zoneID': {'zoneName': 'Notes'}, 'query': {'recordType': 'Note'}, 'resultsLimit': 0}",
     INVALID,
     {"resultsLimit", "is 0", "1 or more"}},
    {"records/query",
     "{'zoneID': {'zoneName': 'Notes'}, 'query': {'recordType': 'Note'}, 'continuationMarker': "
     "'x'}",
     INVALID,
     {"Invalid continuation format", "continuationMarker"}},

    /* The harness. */
    {"mock/clock/advance",
     "{'seconds': '5'}",
     BAD,
     {"seconds: ", "must be a number, not a string"}},
    {"mock/clock/advance", "{'second': 5}", BAD, {"'second'", "did you mean 'seconds'?"}},
    {"mock/clock/advance", "{'seconds': -5}", BAD, {"seconds: ", "is -5", "not negative"}},
    {"mock/clock/advance", "{'minutes': 5}", BAD, {"'minutes'", "expected seconds"}},
    {"mock/clock/set",
     "{'now': 'tomorrow'}",
     BAD,
     {"now: ", "'tomorrow'", "2026-01-01T00:00:00.000Z"}},
    {"mock/clock/set",
     "{'now': '2026-02-30T00:00:00Z'}",
     BAD,
     {"now: ", "not a time", "2026-01-01T00:00:00.000Z"}},
    {"mock/clock/set",
     "{'now': 1767225600000}",
     BAD,
     {"now: ", "must be a string", "2026-01-01T00:00:00.000Z"}},
    {"mock/error/set", "{'error': 'busy'}", BAD, {"error: ", "'busy'", "zoneBusy"}},
    {"mock/error/set", "{'error': 'ZoneBusy'}", BAD, {"error: ", "did you mean 'zoneBusy'?"}},
    {"mock/error/set", "{'error': 99}", BAD, {"error: ", "99", "1 to 37"}},
    {"mock/error/set",
     "{'error': 'zoneBusy', 'operations': []}",
     BAD,
     {"'operations'", "did you mean 'operation'?"}},
    {"mock/error/set",
     "{'error': 'zoneBusy', 'operation': 'records/modfy'}",
     BAD,
     {"operation: ", "did you mean 'records/modify'?"}},
    {"mock/error/set", "{'error': 'zoneBusy', 'times': 0}", BAD, {"times: ", "is 0", "1 or more"}},
    {"mock/error/set",
     "{'error': {'code': 'zoneBusy', 'retryAfter': '3'}}",
     BAD,
     {"error.retryAfter", "must be a number, not a string"}},
    {"mock/recordErrors/set",
     "{'recordNames': 'n1', 'error': 'zoneBusy'}",
     BAD,
     {"recordNames: ", "must be a list, not a string"}},
    {"mock/account/set",
     "{'accountStatus': 'signedOut'}",
     BAD,
     {"accountStatus: ", "'signedOut'", "noAccount"}},
    {"mock/account/set",
     "{'status': 'noAccount'}",
     BAD,
     {"'status'", "did you mean 'accountStatus'?"}},
    {"mock/seed", "{'record': []}", BAD, {"'record'", "did you mean 'records'?"}},
    {"mock/seed",
     "{'records': [{'recordName': 'a'}]}",
     BAD,
     {"records[0]", "'recordType' is missing"}},
    {"mock/seed",
     "{'records': [{'recordName': 'a', 'recordType': 'Note', 'fields': {'count': {'value': "
     "'x'}}}]}",
     BAD,
     {"records[0]", "'count'", "INT64"}},
    {"mock/users/add", "{'name': 'bob'}", BAD, {"'name'", "expected alias"}},
    {"mock/restore", "{'name': 'before'}", BAD, {"name: ", "'before'", "mock/snapshot"}},
    {"mock/network/set", "{'network': 'off'}", BAD, {"network: ", "'off'", "online, offline"}},
    {"mock/limits/set",
     "{'limits': {'recordsPerRequest': 10}}",
     BAD,
     {"limits.recordsPerRequest", "did you mean 'itemsPerRequest'?"}},
    {"mock/faults/add",
     "{'rules': [{'when': {'operation': 'records/modify'}, 'then': []}]}",
     BAD,
     {"rules[0].when.operation", "did you mean 'op'?"}},
    {"mock/faults/profile", "{'name': 'airplan'}", BAD, {"name: ", "did you mean 'airplane'?"}},
    {"mock/state/load",
     "{'path': '/nowhere/state.json'}",
     BAD,
     {"path: ", "'/nowhere/state.json' cannot be read"}},
    {"mock/schema/load",
     "{'schema': 'DEFINE SCHEMA RECORD TYPE Note (t STRNG);'}",
     BAD,
     {"schema: line 1", "did you mean 'STRING'?"}},

    /* Configurations. */
    {NULL, "{'sead': 1}", BAD, {"'sead'", "did you mean 'seed'?"}},
    {NULL, "{'seed': 'x'}", BAD, {"seed: ", "must be an integer, not a string"}},
    {NULL, "{'users': ['bob']}", BAD, {"users[0]: ", "an object with the keys alias"}},
    {NULL, "{'clock': 'yesterday'}", BAD, {"clock: ", "'yesterday'", "2026-01-01T00:00:00.000Z"}},
    {NULL, "{'environment': 'production'}", BAD, {"'environment'", "expected", "defaults"}},
    {NULL, "{'defaults': {'user': 'bob'}}", BAD, {"user", "'bob'"}},
    {NULL,
     "{'limits': {'itemsPerRequest': -1}}",
     BAD,
     {"limits.itemsPerRequest", "is -1", "or more"}},
    {NULL,
     "{'faults': [{'when': {'op': 'records/modfy'}, 'then': [{'fail': 'zoneBusy'}]}]}",
     BAD,
     {"faults[0].when", "did you mean 'records/modify'?"}},
};

/* Formats of mockcloud_callf(), which may have one text as an argument. */
static const wrong_input formats[] = {
    {"records/lookup", "{'records': [{'recordName': %s}]", MOCKCLOUD_BAD_JSON, {"line 1, column"}},
    {"records/lookup", "{'records': [{'recordName': '%s}]}", BAD, {"format, line 1, column", "'"}},
    {"records/lookup", "{'records': [{'recordName': %q}]}", BAD, {"format, line 1, column", "%q"}},
    {"records/lookup", "{'records': [{'recordName': %}]}", BAD, {"format, line 1, column", "%s"}},
    {"records/lookup", "{'records': [{'recordName': n%s}]}", BAD, {"format, line 1, column"}},
    {"records/lookup", "{'records': [{'recordName': %S}]}", BAD, {"format, line 1, column"}},
};

/* The request as JSON: ' represents ". */
static const char *json_of(const char *request, char *json, size_t size) {
  assert_true(strlen(request) < size);
  for (size_t i = 0; i <= strlen(request); i++)
    json[i] = request[i] == '\'' ? '"' : request[i];
  return json;
}

/* The message of an error of the library, of the service, or of a request's first failed item. */
static char *message_of(const char *answer) {
  static const char *const places[] = {"/error/partialErrors/0/reason", "/error/reason",
                                       "/error/message"};
  char *message = NULL;
  for (size_t i = 0; i < sizeof places / sizeof *places && message == NULL; i++)
    mockcloud_json_text(answer, places[i], &message);
  return message;
}

/* Counts the inputs that return another status, or a text that lacks something. */
static int wrong_answers(const wrong_input *rows, size_t count) {
  int wrong = 0;
  for (size_t i = 0; i < count; i++) {
    const wrong_input *row = &rows[i];
    mockcloud *cloud = NULL, *made = NULL;
    assert_int_equal(mockcloud_fork(world, &cloud), MOCKCLOUD_OK);
    char *answer = NULL, json[512];
    mockcloud_status status =
        row->operation ? mockcloud_callf(cloud, &answer, row->operation, row->request, "n1")
                       : mockcloud_create(json_of(row->request, json, sizeof json), &made, &answer);
    char *message = message_of(answer);
    bool is_right = status == row->status && message != NULL;
    for (size_t j = 0; j < sizeof row->says / sizeof *row->says && row->says[j]; j++)
      is_right = is_right && strstr(message, row->says[j]) != NULL;
    if (!is_right) {
      print_error("%s %s: %d %s\n", row->operation ? row->operation : "create", row->request,
                  (int)status, message ? message : answer);
      wrong++;
    }
    mockcloud_string_free(message);
    mockcloud_string_free(answer);
    mockcloud_destroy(made);
    mockcloud_destroy(cloud);
  }
  return wrong;
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void each_error_names_the_place_and_the_remedy(void **state) {
  (void)state;
  assert_true(COUNT(inputs) >= 67);
  assert_int_equal(wrong_answers(inputs, COUNT(inputs)), 0);
}

static void formats_are_refused_with_their_place(void **state) {
  (void)state;
  assert_int_equal(wrong_answers(formats, COUNT(formats)), 0);
}

static void pointers_and_handles(void **state) {
  (void)state;
  mockcloud *stale = NULL;
  assert_int_equal(mockcloud_fork(world, &stale), MOCKCLOUD_OK);
  mockcloud_destroy(stale);
  int on_the_stack = 0;
  mockcloud *handles[] = {stale, (mockcloud *)&on_the_stack, NULL};
  static const char *const texts[] = {"invalid or destroyed cloud handle",
                                      "invalid or destroyed cloud handle",
                                      "cloud must not be NULL"};
  for (size_t i = 0; i < COUNT(handles); i++) {
    char *answer = NULL;
    mockcloud_status status = mockcloud_call(handles[i], "mock/clock", "{}", &answer);
    assert_int_equal(status, handles[i] ? MOCKCLOUD_BAD_HANDLE : MOCKCLOUD_NULL_ARGUMENT);
    char *message = message_of(answer);
    assert_non_null(strstr(message, texts[i]));
    mockcloud_string_free(message);
    mockcloud_string_free(answer);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_error_names_the_place_and_the_remedy),
      cmocka_unit_test(formats_are_refused_with_their_place),
      cmocka_unit_test(pointers_and_handles),
  };
  count_clouds(NULL);
  return cmocka_run_group_tests_name("wrong inputs", tests, open_world, close_world);
}
