/*
 * mockcloud.h: the C interface of MockCloud, a simulated iCloud for tests.
 *
 * This file is the authority on the interface. The library exports only the
 * functions that are declared here.
 *
 * In short
 *
 *   #include <mockcloud.h>
 *   #include <stdio.h>
 *
 *   int main(void) {
 *     mockcloud *cloud = NULL;
 *     char *response = NULL;
 *     mockcloud_create("{\"seed\": 1}", &cloud, NULL);
 *     mockcloud_set_error(cloud, "{\"error\": \"zoneBusy\"}", NULL);
 *     if (mockcloud_call(cloud, "records/query",
 *                        "{\"query\": {\"recordType\": \"Note\"}}", &response)
 *         == MOCKCLOUD_CKERROR_ZONE_BUSY)
 *       puts(response);
 *     mockcloud_string_free(response);
 *     mockcloud_destroy(cloud);
 *   }
 *
 * A cloud is a complete iCloud: users, devices, containers, databases, records,
 * a clock that moves only when a test moves it, and the errors that calls fail
 * with. Requests and responses are JSON in the format of CloudKit Web Services;
 * docs/DIALECT.md describes every operation with its keys.
 *
 * Ownership
 *   Every argument is copied before the function returns. Every string that a
 *   function returns is NUL-terminated UTF-8 which the caller owns and frees
 *   with mockcloud_string_free(), never with free(). A function with an out
 *   parameter always sets it, to a result or to NULL. If the out parameter
 *   itself is NULL, the result is dropped.
 *
 * Errors
 *   A positive status is a CloudKit error, with the number of CKErrorCode: the
 *   simulated service returned it. A negative status means that the library was
 *   misused and nothing was done; after MOCKCLOUD_INTERNAL, a failure of the
 *   library, the operation may have taken effect. A function with an out
 *   parameter for a response or an error sets it to a JSON object
 *   {"error": {...}} that describes the error and its place, if there is memory
 *   for it. There is no errno and no "last error". No input makes the library
 *   trap, abort or hang.
 *
 * Memory
 *   Functions return MOCKCLOUD_INTERNAL if there is no memory for a JSON text
 *   while it is read, for a request that is made from a format, or for a response,
 *   an event or a found value as text. Without memory for anything else, such as
 *   the data of the cloud, its journal, or the difference that mockcloud_expect()
 *   describes, the process ends, as every program in Swift does.
 *
 * Stack
 *   A call needs at most 256 KB: a predicate with 38 nested brackets needs 160 KB,
 *   most calls need less than 64 KB. The default of musl, 128 KB for each thread,
 *   is not enough for all inputs.
 *
 * Threads
 *   Every function may be called from every thread. Calls on one cloud are
 *   serialised; calls on different clouds do not wait for each other. The
 *   library starts no thread, calls no callback, and can be used in a child
 *   process after fork(): the child has its own copy of every cloud, and its
 *   handles keep their values. fork() waits for running calls on all clouds, and
 *   calls that begin meanwhile wait for fork(). Neither fork() nor any of these
 *   functions may be called from a signal handler that interrupted one of them.
 *   A thread that is cancelled by pthread_cancel() completes its call first, also
 *   if its cancellation is asynchronous.
 *
 * Stability
 *   Stable within one ABI version (mockcloud_abi_version(), the number behind
 *   libmockcloud.so.): every function below, every status, the keys of the
 *   dialect. Functions, statuses and keys may be added. While the library's
 *   version is 0.x, a minor version may change the ABI version.
 */
#ifndef MOCKCLOUD_H
#define MOCKCLOUD_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef MOCKCLOUD_API
#if defined(__GNUC__) && __GNUC__ >= 4
#define MOCKCLOUD_API __attribute__((visibility("default")))
#else
#define MOCKCLOUD_API
#endif
#endif

/* ---- Version -------------------------------------------------------------- */

/* The version of this header. The functions of the same names return the version
 * of the loaded library. A program can check that the two agree:
 *
 *   assert(mockcloud_version_number() == MOCKCLOUD_VERSION_NUMBER);
 */
#define MOCKCLOUD_VERSION_MAJOR 0
#define MOCKCLOUD_VERSION_MINOR 1
#define MOCKCLOUD_VERSION_PATCH 0
#define MOCKCLOUD_VERSION_NUMBER                                                                   \
  (MOCKCLOUD_VERSION_MAJOR * 1000000 + MOCKCLOUD_VERSION_MINOR * 1000 + MOCKCLOUD_VERSION_PATCH)
#define MOCKCLOUD_VERSION_STRING "0.1.0"

/* The version of the binary interface, which is also the digit of the soname. */
#define MOCKCLOUD_ABI_VERSION 0

/* ---- Types ---------------------------------------------------------------- */

/*
 * One simulated iCloud.
 *
 * The pointer is a key into a table of the library and never an address. It must
 * not be dereferenced. For an invalid or destroyed handle every function returns
 * MOCKCLOUD_BAD_HANDLE. Keys are never reused.
 */
typedef struct mockcloud mockcloud;

/*
 * The result of a call: MOCKCLOUD_OK, a positive CKErrorCode of the simulated
 * service, or a negative code for a misuse of the library.
 */
typedef int32_t mockcloud_status;

enum {
  /* The call succeeded. */
  MOCKCLOUD_OK = 0,

  /* A required pointer is NULL. */
  MOCKCLOUD_NULL_ARGUMENT = -1,
  /* Invalid or destroyed cloud handle. A view whose cloud was destroyed is one too. */
  MOCKCLOUD_BAD_HANDLE = -2,
  /* The text is not a strict JSON object. The error contains line and column. */
  MOCKCLOUD_BAD_JSON = -3,
  /* Unknown operation. The error contains the nearest known name if one is similar. */
  MOCKCLOUD_UNKNOWN_OPERATION = -4,
  /* An invalid configuration, an invalid request of a "mock/..." operation, or a request of any
   * operation that names an unknown user or device. */
  MOCKCLOUD_BAD_MOCK_REQUEST = -5,
  /* A call of the service differs from the one that the script expects; the error contains the
   * differences. Or mockcloud_expect() found a difference. */
  MOCKCLOUD_SCRIPT_MISMATCH = -6,
  /* The library failed: out of memory, or a defect of the library. */
  MOCKCLOUD_INTERNAL = -7,
  /* The client has ended: a fault of the kind "crash" acted on a call of its device, perhaps while
   * this call waited, and mock/devices/restart was not called yet; or a run of an exploration made
   * too many calls. The client must return to its test. */
  MOCKCLOUD_CLIENT_ENDED = -8,

  /* CloudKit's own codes: CKErrorCode of CKError.h. */
  MOCKCLOUD_CKERROR_INTERNAL_ERROR = 1,
  MOCKCLOUD_CKERROR_PARTIAL_FAILURE = 2,
  MOCKCLOUD_CKERROR_NETWORK_UNAVAILABLE = 3,
  MOCKCLOUD_CKERROR_NETWORK_FAILURE = 4,
  MOCKCLOUD_CKERROR_BAD_CONTAINER = 5,
  MOCKCLOUD_CKERROR_SERVICE_UNAVAILABLE = 6,
  MOCKCLOUD_CKERROR_REQUEST_RATE_LIMITED = 7,
  MOCKCLOUD_CKERROR_MISSING_ENTITLEMENT = 8,
  MOCKCLOUD_CKERROR_NOT_AUTHENTICATED = 9,
  MOCKCLOUD_CKERROR_PERMISSION_FAILURE = 10,
  MOCKCLOUD_CKERROR_UNKNOWN_ITEM = 11,
  MOCKCLOUD_CKERROR_INVALID_ARGUMENTS = 12,
  MOCKCLOUD_CKERROR_RESULTS_TRUNCATED = 13,
  MOCKCLOUD_CKERROR_SERVER_RECORD_CHANGED = 14,
  MOCKCLOUD_CKERROR_SERVER_REJECTED_REQUEST = 15,
  MOCKCLOUD_CKERROR_ASSET_FILE_NOT_FOUND = 16,
  MOCKCLOUD_CKERROR_ASSET_FILE_MODIFIED = 17,
  MOCKCLOUD_CKERROR_INCOMPATIBLE_VERSION = 18,
  MOCKCLOUD_CKERROR_CONSTRAINT_VIOLATION = 19,
  MOCKCLOUD_CKERROR_OPERATION_CANCELLED = 20,
  MOCKCLOUD_CKERROR_CHANGE_TOKEN_EXPIRED = 21,
  MOCKCLOUD_CKERROR_BATCH_REQUEST_FAILED = 22,
  MOCKCLOUD_CKERROR_ZONE_BUSY = 23,
  MOCKCLOUD_CKERROR_BAD_DATABASE = 24,
  MOCKCLOUD_CKERROR_QUOTA_EXCEEDED = 25,
  MOCKCLOUD_CKERROR_ZONE_NOT_FOUND = 26,
  MOCKCLOUD_CKERROR_LIMIT_EXCEEDED = 27,
  MOCKCLOUD_CKERROR_USER_DELETED_ZONE = 28,
  MOCKCLOUD_CKERROR_TOO_MANY_PARTICIPANTS = 29,
  MOCKCLOUD_CKERROR_ALREADY_SHARED = 30,
  MOCKCLOUD_CKERROR_REFERENCE_VIOLATION = 31,
  MOCKCLOUD_CKERROR_MANAGED_ACCOUNT_RESTRICTED = 32,
  MOCKCLOUD_CKERROR_PARTICIPANT_MAY_NEED_VERIFICATION = 33,
  MOCKCLOUD_CKERROR_SERVER_RESPONSE_LOST = 34,
  MOCKCLOUD_CKERROR_ASSET_NOT_AVAILABLE = 35,
  MOCKCLOUD_CKERROR_ACCOUNT_TEMPORARILY_UNAVAILABLE = 36,
  MOCKCLOUD_CKERROR_PARTICIPANT_ALREADY_INVITED = 37
};

/*
 * The result of a mockcloud_json_...() function. A negative number is a misuse
 * of the library, as in mockcloud_status. No CKErrorCode has these numbers, so
 * mockcloud_status_name() names them too.
 */
enum {
  /* The value exists and has the requested type. */
  MOCKCLOUD_JSON_FOUND = 0,
  /* There is no value at the pointer. */
  MOCKCLOUD_JSON_ABSENT = 1001,
  /* The value has another type, or the requested type cannot hold it. */
  MOCKCLOUD_JSON_OTHER_TYPE = 1002
};

/* ---- Clouds --------------------------------------------------------------- */

/*
 * Creates a cloud. Clouds share nothing with each other.
 *
 *   config_json     a JSON object: seed, clock, defaults, account, users,
 *                   containers, limits, schema, state, script, faults; "{}"
 *                   for the defaults. NULL reads environment variables instead,
 *                   so that a test can configure a program that it starts:
 *                   MOCKCLOUD_CONFIG, MOCKCLOUD_STATE, MOCKCLOUD_SCRIPT and
 *                   MOCKCLOUD_FAULTS, each JSON text or the path of a file;
 *                   MOCKCLOUD_JOURNAL, a file to which each call is appended;
 *                   MOCKCLOUD_STATE_OUT, a file to which mockcloud_destroy()
 *                   writes the state. See docs/DIALECT.md, "The launch
 *                   environment".
 *   out_cloud       receives the handle, or NULL. Required.
 *   out_error_json  receives NULL on success, otherwise {"error": {...}}. May be
 *                   NULL.
 *
 * Ownership: destroy the cloud with mockcloud_destroy(), free the error with
 *   mockcloud_string_free().
 * Errors: MOCKCLOUD_NULL_ARGUMENT (out_cloud), MOCKCLOUD_BAD_JSON,
 *   MOCKCLOUD_BAD_MOCK_REQUEST, MOCKCLOUD_INTERNAL.
 * Threads: any; waits for no other cloud.
 * Since: 0.1.0
 */
MOCKCLOUD_API mockcloud_status mockcloud_create(const char *config_json, mockcloud **out_cloud,
                                                char **out_error_json);

/*
 * Creates an independent copy of a cloud: records, users, clock, injected
 * errors, journal, snapshots and queued events. The cost does not depend on the
 * size of the cloud.
 *
 *   cloud     the cloud to copy. Required. For a view, its whole
 *             cloud is copied, and the new handle has the view's defaults.
 *   out_copy  receives the handle of the copy, or NULL. Required.
 *
 * Ownership: destroy the copy with mockcloud_destroy(), before or after the
 *   original.
 * Errors: MOCKCLOUD_NULL_ARGUMENT, MOCKCLOUD_BAD_HANDLE, MOCKCLOUD_INTERNAL.
 * Threads: any; waits for calls on the same cloud.
 * Since: 0.1.0
 */
MOCKCLOUD_API mockcloud_status mockcloud_fork(mockcloud *cloud, mockcloud **out_copy);

/*
 * Compares the states of two clouds: two state documents (mock/state/save in
 * docs/DIALECT.md) without the records, deletions and zones that are the same in
 * both. The cost of comparing a cloud with its fork depends on what differs, not
 * on the size of the clouds.
 *
 *   before, after  the clouds. Required. For a view, its whole cloud is meant.
 *   out_json       receives {"before": {...}, "after": {...}}, or an error. If it
 *                  is NULL, the result is dropped.
 *
 * The two documents are not complete and cannot be loaded.
 *
 * Ownership: free the JSON with mockcloud_string_free().
 * Errors: MOCKCLOUD_NULL_ARGUMENT, MOCKCLOUD_BAD_HANDLE, MOCKCLOUD_INTERNAL.
 * Threads: any; waits for calls on the two clouds, one after the other.
 * Since: 0.1.0
 */
MOCKCLOUD_API mockcloud_status mockcloud_diff(mockcloud *before, mockcloud *after, char **out_json);

/*
 * Creates another handle of the same cloud, with its own defaults for user,
 * device, container, environment, database and zone of the calls through it.
 *
 *   mockcloud_view(cloud, "{\"user\": \"bob\", \"device\": \"phone\"}", &bob, NULL);
 *
 *   cloud         a cloud or a view. Required. A view of a view inherits
 *                 the defaults that it does not set itself.
 *   context_json  a JSON object with some of the keys user, device, container,
 *                 environment, database, zoneID. Required; "{}" is allowed.
 *                 Null removes an inherited default; for user, null means that
 *                 no user is signed in.
 *   out_view      receives the handle of the view, or NULL. Required.
 *   out_error_json  receives NULL on success, otherwise {"error": {...}}. May be
 *                 NULL.
 *
 * A call through the view uses each of these keys if the operation accepts it at
 * the top level of its request and the request does not contain it. A key that
 * the request contains, even as null, takes precedence. Operations of the harness
 * do the same: mock/error/set through the view above sets an error for Bob's
 * phone alone. The user and the device must exist; a zone may be created later.
 *
 * mockcloud_next_event() on a view that names a user or a device takes only the
 * events for the device of the view's calls. It returns
 * MOCKCLOUD_BAD_MOCK_REQUEST if that user or device does not exist any more,
 * for example after mock/reset.
 *
 * Ownership: destroy the view with mockcloud_destroy(), which does not affect the
 *   cloud or other views. Destroying the cloud destroys its views: they return
 *   MOCKCLOUD_BAD_HANDLE and need not be destroyed. mockcloud_live_clouds() does
 *   not count views. Free the error with mockcloud_string_free().
 * Errors: MOCKCLOUD_NULL_ARGUMENT, MOCKCLOUD_BAD_HANDLE, MOCKCLOUD_BAD_JSON
 *   (context_json is not a JSON object), MOCKCLOUD_BAD_MOCK_REQUEST (an unknown
 *   key, an invalid value, an unknown user or device), MOCKCLOUD_INTERNAL.
 * Threads: any; waits for calls on the same cloud.
 * Since: 0.1.0
 */
MOCKCLOUD_API mockcloud_status mockcloud_view(mockcloud *cloud, const char *context_json,
                                              mockcloud **out_view, char **out_error_json);

/*
 * Destroys a cloud with its views, or a view alone. NULL and handles that were
 * destroyed before have no effect.
 *
 * Ownership: the handle becomes invalid. Strings that the cloud returned stay
 *   valid until they are freed.
 * Errors: none.
 * Threads: any, also while other threads call into the same cloud: waits for the
 *   running call; later calls return MOCKCLOUD_BAD_HANDLE. The files that the
 *   launch environment names are complete when the function returns, also if
 *   another thread destroys the same cloud at the same time.
 * Since: 0.1.0
 */
MOCKCLOUD_API void mockcloud_destroy(mockcloud *cloud);

/*
 * Returns the number of clouds of this process that were created or forked and
 * not destroyed. Views are not counted.
 * A test suite can compare it with 0 after each test to find leaks.
 *
 * Errors: none.
 * Threads: any.
 * Since: 0.1.0
 */
MOCKCLOUD_API int64_t mockcloud_live_clouds(void);

/* ---- Calls ---------------------------------------------------------------- */

/*
 * Runs one operation: one of CloudKit's ("records/modify", "records/query",
 * "zones/list", ...), or one of the harness's own ("mock/seed", ...).
 *
 *   cloud              Required.
 *   operation          the operation's name. Required.
 *   request_json       a JSON object with the operation's keys; NULL means "{}".
 *   out_response_json  receives the response: a JSON object, also when the
 *                      status is an error. May be NULL. It receives NULL only
 *                      with MOCKCLOUD_INTERNAL, when there is no memory for the
 *                      response. Without memory for the whole response but with
 *                      some for the error it receives the error. In both cases
 *                      the operation may have taken effect.
 *
 * Returns 0 on success, the code of the response's "error" if the call failed as
 * a whole, or MOCKCLOUD_CKERROR_PARTIAL_FAILURE if some of its items failed; each
 * failed item in the response has its own error.
 *
 * Ownership: free the response with mockcloud_string_free().
 * Errors: every CKErrorCode; MOCKCLOUD_NULL_ARGUMENT (cloud, operation),
 *   MOCKCLOUD_BAD_HANDLE, MOCKCLOUD_BAD_JSON, MOCKCLOUD_UNKNOWN_OPERATION (also
 *   for a name that is not UTF-8), MOCKCLOUD_BAD_MOCK_REQUEST,
 *   MOCKCLOUD_SCRIPT_MISMATCH (if a script is loaded), MOCKCLOUD_INTERNAL,
 *   MOCKCLOUD_CLIENT_ENDED.
 * Threads: any; waits for calls on the same cloud.
 * Since: 0.1.0
 */
MOCKCLOUD_API mockcloud_status mockcloud_call(mockcloud *cloud, const char *operation,
                                              const char *request_json, char **out_response_json);

/*
 * Runs one operation, as mockcloud_call() does, with a request made from a format:
 *
 *   mockcloud_callf(cloud, &response, "records/lookup",
 *                   "{'records': [{'recordName': %s}]}", name);
 *
 *   cloud              Required.
 *   out_response_json  receives the response, as from mockcloud_call(). May be NULL.
 *   operation          the operation's name. Required.
 *   format             the request. NULL means "{}".
 *   ...                one argument for each conversion, of exactly its type. As
 *                      with printf(), the types cannot be checked.
 *
 * A format is JSON whose strings may also be written in single quotes. Between
 * single quotes, a double quote needs no escape and \' is a single quote; between
 * double quotes, a single quote needs no escape. The conversions:
 *
 *   %s         const char *: a JSON string. NULL is an error; for a null, write
 *              null, or %j with the argument "null".
 *   %d         int
 *   %ld        long
 *   %lld       long long
 *   %zu        size_t, at most INT64_MAX
 *   %f %g      double, finite: the shortest decimal number that is the same
 *              double. It always has a fraction or an exponent. The locale has
 *              no effect.
 *   %b         const void *, size_t: these bytes as a base64 string
 *   %j         const char *: one JSON value, unchanged, at most 64 levels deep
 *              A boolean is %j with the argument ok ? "true" : "false".
 *   %%         a percent sign
 *
 * There are no flags, widths or precisions. Outside of quotes a conversion is a
 * whole value or key. Between quotes it is part of the string: '/notes/%s-%d';
 * %j is an error there. Text is always escaped: no argument can close the
 * string that contains it.
 *
 * Compilers cannot check formats: the attribute format(printf, 4, 5) of GCC and
 * Clang supports neither %b nor %j, so it is not used.
 *
 * Ownership: free the response with mockcloud_string_free().
 * Errors: those of mockcloud_call(); MOCKCLOUD_BAD_MOCK_REQUEST also for an
 *   invalid format and for an argument that JSON cannot represent (NULL, text that
 *   is not UTF-8, NaN, infinity, %j that is not a JSON value), with line and column
 *   of the conversion in the format; the operation is not run. With
 *   MOCKCLOUD_BAD_JSON, line and column refer to the request that was made from
 *   the format.
 * Threads: any; waits for calls on the same cloud.
 * Since: 0.1.0
 */
MOCKCLOUD_API mockcloud_status mockcloud_callf(mockcloud *cloud, char **out_response_json,
                                               const char *operation, const char *format, ...);

/*
 * mockcloud_callf() with an argument list, for variadic functions. The caller
 * ends the list with va_end(). The list is copied, so it can be used again.
 *
 * Ownership, errors, threads: as mockcloud_callf().
 * Since: 0.1.0
 */
MOCKCLOUD_API mockcloud_status mockcloud_vcallf(mockcloud *cloud, char **out_response_json,
                                                const char *operation, const char *format,
                                                va_list arguments);

/*
 * Runs one operation, as mockcloud_callf() does, and compares status and response
 * with what is expected:
 *
 *   mockcloud_expect(cloud, MOCKCLOUD_OK, "{'records': [{'recordChangeTag': '$any'}]}",
 *                    &difference, "records/lookup", "{'records': [{'recordName': %s}]}", name);
 *
 *   cloud           Required.
 *   status          the expected status, which may be negative.
 *   pattern         a pattern that the response must match, in the language of
 *                   mock/match: an object matches if every key of the pattern
 *                   matches, a list matches element by element, "$any" matches
 *                   every value, "$absent" a missing key, and "$x" in two places
 *                   equal values. JSON text whose strings may be written in
 *                   single quotes; a percent sign has no special meaning. NULL
 *                   matches every response.
 *   out_difference  receives NULL if nothing differs, otherwise a readable text:
 *                   lines with the path, the expected and the actual value, and
 *                   the nearest key, then the response, at most 2000 bytes of
 *                   it. May be NULL.
 *   operation, format, ...  as in mockcloud_callf().
 *
 * mockcloud_test.h has macros that print the difference and fail the test.
 *
 * Returns MOCKCLOUD_OK if nothing differs, otherwise MOCKCLOUD_SCRIPT_MISMATCH.
 *
 * Ownership: free the difference with mockcloud_string_free().
 * Errors: MOCKCLOUD_BAD_JSON and MOCKCLOUD_BAD_MOCK_REQUEST for an invalid
 *   pattern, which out_difference describes; the operation is not run. Errors of
 *   the call are a status that is compared. MOCKCLOUD_INTERNAL.
 * Threads: any; waits for calls on the same cloud.
 * Since: 0.1.0
 */
MOCKCLOUD_API mockcloud_status mockcloud_expect(mockcloud *cloud, mockcloud_status status,
                                                const char *pattern, char **out_difference,
                                                const char *operation, const char *format, ...);

/*
 * mockcloud_expect() with an argument list, as in mockcloud_vcallf().
 *
 * Ownership, errors, threads: as mockcloud_expect().
 * Since: 0.1.0
 */
MOCKCLOUD_API mockcloud_status mockcloud_vexpect(mockcloud *cloud, mockcloud_status status,
                                                 const char *pattern, char **out_difference,
                                                 const char *operation, const char *format,
                                                 va_list arguments);

/*
 * Removes the oldest event from the queue and returns it: a push, an account
 * change, or a block of an operation. It does not wait for an event.
 *
 *   cloud           Required. A view that names a user or a device takes only the
 *                   events for its device, see mockcloud_view().
 *   out_event_json  receives the event, a JSON object, or NULL if the queue is
 *                   empty. May be NULL: the event is removed and dropped.
 *
 * Ownership: free the event with mockcloud_string_free().
 * Errors: MOCKCLOUD_NULL_ARGUMENT (cloud), MOCKCLOUD_BAD_HANDLE,
 *   MOCKCLOUD_BAD_MOCK_REQUEST (a view of a user or a device that does not
 *   exist), MOCKCLOUD_INTERNAL; out_event_json then receives NULL, and no event
 *   is removed.
 * Threads: any; waits for calls on the same cloud.
 * Since: 0.1.0
 */
MOCKCLOUD_API mockcloud_status mockcloud_next_event(mockcloud *cloud, char **out_event_json);

/*
 * Frees a string that this library returned. NULL has no effect.
 *
 * Ownership: takes the string. Do not pass it to free(), which test frameworks
 *   replace.
 * Errors: none.
 * Threads: any.
 * Since: 0.1.0
 */
MOCKCLOUD_API void mockcloud_string_free(char *json);

/* ---- Reading responses ------------------------------------------------------ */

/*
 * Each of these functions returns one value of a JSON text, for tests without a
 * JSON library:
 *
 *   int64_t stars = 0;
 *   mockcloud_json_int(response, "/records/0/fields/stars/value", &stars);
 *
 *   json     any JSON text, read as strictly as requests are. Required.
 *   pointer  a JSON Pointer (RFC 6901): "" is the whole text, "/a/0" the first
 *            element of the list a; "~0" and "~1" stand for "~" and "/". As an
 *            extension, "-1" is the last element of a list, "-2" the one before.
 *            Required.
 *   out      receives the value, or NULL or 0 if the result is not
 *            MOCKCLOUD_JSON_FOUND. May be NULL.
 *
 * Returns MOCKCLOUD_JSON_FOUND, MOCKCLOUD_JSON_ABSENT, MOCKCLOUD_JSON_OTHER_TYPE,
 *   or a negative status. A null is of another type, except for
 *   mockcloud_json_get().
 *
 * Ownership: free a text with mockcloud_string_free().
 * Errors: MOCKCLOUD_NULL_ARGUMENT (json, pointer), MOCKCLOUD_BAD_JSON,
 *   MOCKCLOUD_BAD_MOCK_REQUEST (invalid pointer), MOCKCLOUD_INTERNAL.
 * Threads: any; waits for no cloud.
 * Since: 0.1.0
 */

/* A string, without quotes and escapes. A string that contains U+0000 cannot be a C string and is
 * MOCKCLOUD_JSON_OTHER_TYPE. */
MOCKCLOUD_API int32_t mockcloud_json_text(const char *json, const char *pointer, char **out);

/* A number whose value is a 64-bit integer, written 5 or 5.0. It is never rounded: every other
 * number is MOCKCLOUD_JSON_OTHER_TYPE. */
MOCKCLOUD_API int32_t mockcloud_json_int(const char *json, const char *pointer, int64_t *out);

/* A number, as the nearest double. A 64-bit integer that a double cannot represent, written in any
 * way, and a number other than 0 whose nearest double is 0, are MOCKCLOUD_JSON_OTHER_TYPE. */
MOCKCLOUD_API int32_t mockcloud_json_double(const char *json, const char *pointer, double *out);

/* true (1) or false (0). */
MOCKCLOUD_API int32_t mockcloud_json_bool(const char *json, const char *pointer, int32_t *out);

/* The number of elements of a list, or of members of an object. */
MOCKCLOUD_API int32_t mockcloud_json_count(const char *json, const char *pointer, int64_t *out);

/* Any value, as compact JSON text; a null as "null". */
MOCKCLOUD_API int32_t mockcloud_json_get(const char *json, const char *pointer, char **out);

/* ---- Shorthands for operations of the harness ------------------------------- */

/*
 * Each of these functions is mockcloud_call() with the operation that its comment
 * names.
 *
 *   cloud              Required.
 *   request_json       a JSON object with the operation's keys; NULL means "{}".
 *   out_response_json  receives the response, a JSON object. May be NULL.
 *
 * Ownership: free the response with mockcloud_string_free().
 * Errors: MOCKCLOUD_NULL_ARGUMENT (cloud), MOCKCLOUD_BAD_HANDLE,
 *   MOCKCLOUD_BAD_JSON, MOCKCLOUD_BAD_MOCK_REQUEST, MOCKCLOUD_INTERNAL.
 * Threads: any; waits for calls on the same cloud.
 * Since: 0.1.0
 */

/* mock/container/create: creates a container, for example
 * {"container": "iCloud.com.example.notes"}. */
MOCKCLOUD_API mockcloud_status mockcloud_create_container(mockcloud *cloud,
                                                          const char *request_json,
                                                          char **out_response_json);

/* mock/seed: stores zones, records, subscriptions and users without checking
 * permissions, tags and quotas. If any of it is invalid, nothing is stored. */
MOCKCLOUD_API mockcloud_status mockcloud_seed_records(mockcloud *cloud, const char *request_json,
                                                      char **out_response_json);

/* mock/error/set: an operation fails with this error until the error is cleared,
 * or "times" times, for example
 * {"operation": "records/modify", "error": "zoneBusy"}. */
MOCKCLOUD_API mockcloud_status mockcloud_set_error(mockcloud *cloud, const char *request_json,
                                                   char **out_response_json);

/* mock/recordErrors/set: these records fail until the errors are cleared, or
 * "times" times each, for example
 * {"recordNames": ["n1"], "error": "serverRecordChanged"}. */
MOCKCLOUD_API mockcloud_status mockcloud_set_record_errors(mockcloud *cloud,
                                                           const char *request_json,
                                                           char **out_response_json);

/* mock/account/set: sets an account's status, for example
 * {"accountStatus": "noAccount"}. */
MOCKCLOUD_API mockcloud_status mockcloud_set_account_status(mockcloud *cloud,
                                                            const char *request_json,
                                                            char **out_response_json);

/* mock/clock/advance: advances the clock and runs everything that becomes due, for example
 * {"seconds": 2.5}. */
MOCKCLOUD_API mockcloud_status mockcloud_advance_clock(mockcloud *cloud, const char *request_json,
                                                       char **out_response_json);

/* mock/reset: restores the state after creation, except for the parts that "keep" names.
 * Journal, snapshots and queued events are removed. */
MOCKCLOUD_API mockcloud_status mockcloud_reset(mockcloud *cloud, const char *request_json,
                                               char **out_response_json);

/* ---- About the library ------------------------------------------------------ */

/*
 * Returns the version of the loaded library, as MOCKCLOUD_VERSION_NUMBER:
 * 1000000 * major + 1000 * minor + patch.
 *
 * Errors: none.
 * Threads: any.
 * Since: 0.1.0
 */
MOCKCLOUD_API int32_t mockcloud_version_number(void);

/*
 * Returns the version of the loaded library as text, for example "0.1.0".
 *
 * Ownership: the library's. It stays valid and must not be freed.
 * Errors: none; never NULL.
 * Threads: any.
 * Since: 0.1.0
 */
MOCKCLOUD_API const char *mockcloud_version_string(void);

/*
 * Returns the version of the binary interface of the loaded library, as
 * MOCKCLOUD_ABI_VERSION. A binding compares it once, after loading.
 *
 * Errors: none.
 * Threads: any.
 * Since: 0.1.0
 */
MOCKCLOUD_API int32_t mockcloud_abi_version(void);

/*
 * Returns the name of a status: "ok"; CloudKit's name of a CKErrorCode, for
 * example "zoneNotFound", as in "ckErrorName" of responses; "nullArgument",
 * "badHandle", "badJSON", "unknownOperation", "badMockRequest",
 * "scriptMismatch", "internal", "clientEnded"; "jsonAbsent" and "jsonOtherType"
 * for results of mockcloud_json_...(); "unknown" for every other number.
 *
 * Ownership: the library's. It stays valid and must not be freed.
 * Errors: none; never NULL.
 * Threads: any.
 * Since: 0.1.0
 */
MOCKCLOUD_API const char *mockcloud_status_name(mockcloud_status status);

#ifdef __cplusplus
}
#endif

#endif /* MOCKCLOUD_H */
