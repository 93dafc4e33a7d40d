/*
 * mockcloud.h: the C interface of MockCloud, a simulated iCloud for tests.
 *
 * This file is the authority on the interface. What does not appear in it is
 * not published, and the library exports nothing else.
 *
 * In short
 *
 *   mockcloud *cloud = NULL;
 *   char *answer = NULL;
 *   mockcloud_create("{\"seed\": 1}", &cloud, NULL);
 *   mockcloud_set_error(cloud, "{\"error\": \"zoneBusy\"}", NULL);
 *   if (mockcloud_call(cloud, "records/query",
 *                      "{\"query\": {\"recordType\": \"Note\"}}", &answer)
 *       == MOCKCLOUD_CKERROR_ZONE_BUSY)
 *     puts(answer);
 *   mockcloud_string_free(answer);
 *   mockcloud_destroy(cloud);
 *
 * A cloud is a whole iCloud: users, devices, containers, databases, records, a
 * clock that moves only when it is told to, and a plan of the errors that it
 * will answer with. Requests and answers are JSON in the dialect of CloudKit
 * Web Services; docs/DIALECT.md lists every operation with its keys.
 *
 * Ownership
 *   Everything that is passed in is copied before the function returns.
 *   Everything that comes out is a NUL-terminated UTF-8 string which the caller
 *   owns and gives back to mockcloud_string_free(), never to free(). A function
 *   with an out parameter sets it on every path, to a result or to NULL; where
 *   the out parameter itself is NULL, the result is dropped.
 *
 * Errors
 *   Two kinds are kept apart. A positive status is an error of CloudKit's that
 *   the mock answered with, its number that of CKErrorCode. A negative status
 *   means that the library was misused, and nothing happened. Both come with a
 *   JSON object {"error": {...}} that says what and where. There is no errno
 *   and no "last error". No input makes the library trap, abort or hang.
 *
 * Threads
 *   Every function may be called from every thread. Calls on one cloud take
 *   turns; calls on different clouds do not wait for each other. The library
 *   starts no thread, calls nothing back, and is usable in a child after
 *   fork(): the child then has its own copy of every cloud, and its handles
 *   keep their values. fork() waits for the calls that are under way on all
 *   clouds, and calls that begin meanwhile wait for fork(). Neither fork() nor
 *   any of these functions may be called from a signal handler that interrupted
 *   one of them.
 *
 * Stability
 *   Stable within one ABI version (mockcloud_abi_version(), the number behind
 *   libmockcloud.so.): every function below, every status, the keys of the
 *   dialect. Functions, statuses and keys may be added. While the library's
 *   version is 0.x, a change of the ABI version may come with a minor version.
 */
#ifndef MOCKCLOUD_H
#define MOCKCLOUD_H

#include <stdarg.h>
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

/* The version of this header. The functions of the like names tell that of the
 * library which is loaded; a program may insist that the two agree:
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
 * The pointer is a key into a table of the library and never an address, so it
 * must not be dereferenced, and a stale or invented one does no harm: every
 * function answers it with MOCKCLOUD_BAD_HANDLE. Keys are never used again.
 */
typedef struct mockcloud mockcloud;

/*
 * What a call came to: MOCKCLOUD_OK, a positive CKErrorCode that the mock
 * answered with, or a negative code for a misuse of the library.
 */
typedef int32_t mockcloud_status;

enum {
  /* The call succeeded. */
  MOCKCLOUD_OK = 0,

  /* A pointer that is required was NULL. */
  MOCKCLOUD_NULL_ARGUMENT = -1,
  /* The handle is of no living cloud: destroyed, of a view whose cloud was destroyed, or never one
   * of this library's. */
  MOCKCLOUD_BAD_HANDLE = -2,
  /* The text is not the strict JSON object that is asked for; the answer tells line and column. */
  MOCKCLOUD_BAD_JSON = -3,
  /* No operation has that name; the answer tells the nearest that exists. */
  MOCKCLOUD_UNKNOWN_OPERATION = -4,
  /* A configuration or the request of a "mock/..." operation makes no sense. */
  MOCKCLOUD_BAD_MOCK_REQUEST = -5,
  /* A call of the service is not the one that the script expects, and the answer tells where; or
   * mockcloud_expect() found a difference. */
  MOCKCLOUD_SCRIPT_MISMATCH = -6,
  /* The library itself failed: memory ran out, or a defect of its own. */
  MOCKCLOUD_INTERNAL = -7,

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
 * What a mockcloud_json_...() function found. A negative number is a misuse of
 * the library, as in mockcloud_status.
 */
enum {
  /* The value is there and of the type that was asked for. */
  MOCKCLOUD_JSON_FOUND = 0,
  /* The pointer leads to nothing. */
  MOCKCLOUD_JSON_ABSENT = 1,
  /* The pointer leads to a value of another type, or one that the type cannot hold. */
  MOCKCLOUD_JSON_OTHER_TYPE = 2
};

/* ---- Clouds --------------------------------------------------------------- */

/*
 * Makes a new cloud, a world of its own that shares nothing with any other.
 *
 *   config_json     a JSON object: seed, clock, defaults, account, users,
 *                   containers, limits, schema, state, faults; "{}" for the
 *                   defaults. NULL reads the environment instead, so that
 *                   whoever starts a program under test can give it its world:
 *                   MOCKCLOUD_CONFIG, MOCKCLOUD_STATE and MOCKCLOUD_FAULTS, each
 *                   JSON text or the path of a file, and MOCKCLOUD_JOURNAL and
 *                   MOCKCLOUD_STATE_OUT, the paths of files that get each call
 *                   as it is made and the state when the cloud is destroyed;
 *                   docs/DIALECT.md, "The launch environment".
 *   out_cloud       receives the handle, or NULL. Required.
 *   out_error_json  receives NULL on success, else {"error": {...}}. May be NULL.
 *
 * Ownership: end the cloud with mockcloud_destroy(), free the error text with
 *   mockcloud_string_free().
 * Errors: MOCKCLOUD_NULL_ARGUMENT (out_cloud), MOCKCLOUD_BAD_JSON,
 *   MOCKCLOUD_BAD_MOCK_REQUEST, MOCKCLOUD_INTERNAL.
 * Threads: any; waits for no other cloud.
 * Since: 0.1.0
 */
MOCKCLOUD_API mockcloud_status mockcloud_create(const char *config_json, mockcloud **out_cloud,
                                                char **out_error_json);

/*
 * Makes an independent copy of a whole cloud: records, users, clock, injected
 * errors, journal, snapshots and waiting events. The cost does not depend on how
 * much it holds.
 *
 *   cloud     the cloud to copy. Required. A view gives a copy of its whole
 *             cloud, and the handle of the copy has the view's defaults.
 *   out_copy  receives the handle of the copy, or NULL. Required.
 *
 * Ownership: end the copy with mockcloud_destroy(), in any order with the first.
 * Errors: MOCKCLOUD_NULL_ARGUMENT, MOCKCLOUD_BAD_HANDLE, MOCKCLOUD_INTERNAL.
 * Threads: any; waits for calls on the same cloud.
 * Since: 0.1.0
 */
MOCKCLOUD_API mockcloud_status mockcloud_fork(mockcloud *cloud, mockcloud **out_copy);

/*
 * Makes another handle of the same cloud, with defaults of its own: whoever
 * calls through it is that user on that device, in that database.
 *
 *   mockcloud_view(cloud, "{\"user\": \"bob\", \"device\": \"phone\"}", &bob);
 *
 *   cloud         a cloud or a view. Required. A view of a view has the other's
 *                 defaults beneath its own.
 *   context_json  a JSON object with some of the keys user, device, container,
 *                 environment, database, zoneID. Required; "{}" is allowed.
 *                 Null takes away the default of the view beneath; for user it
 *                 means that nobody is signed in.
 *   out_view      receives the handle of the view, or NULL. Required.
 *
 * In a call through the view, each of these keys is added to the request where
 * the operation takes such a key at the top of its request and the request does
 * not have it; a request that has it, even as null, is left alone. This holds
 * for operations of the harness too: mock/error/set through the view above sets
 * an error for Bob's phone alone. That user and device exist is checked by the
 * calls.
 *
 * mockcloud_next_event() on a view that names a user or a device takes only
 * events for the device that calls through the view come from, and returns
 * MOCKCLOUD_BAD_MOCK_REQUEST where there is no such user or device.
 *
 * Ownership: end the view with mockcloud_destroy(), which leaves the cloud and
 *   other views alone. A view ends with its cloud: it is MOCKCLOUD_BAD_HANDLE
 *   then, and need not be destroyed. mockcloud_live_clouds() does not count it.
 * Errors: MOCKCLOUD_NULL_ARGUMENT, MOCKCLOUD_BAD_HANDLE, MOCKCLOUD_BAD_JSON
 *   (context_json is no JSON object), MOCKCLOUD_BAD_MOCK_REQUEST (an unknown
 *   key, or a value that its key cannot have), MOCKCLOUD_INTERNAL. What exactly
 *   is wrong with a context is in the error of mockcloud_call() with
 *   "mock/records", which takes the same keys.
 * Threads: any; waits for no call.
 * Since: 0.1.0
 */
MOCKCLOUD_API mockcloud_status mockcloud_view(mockcloud *cloud, const char *context_json,
                                              mockcloud **out_view);

/*
 * Ends a cloud with its views, or a view alone. NULL and stale handles are
 * harmless.
 *
 * Ownership: the handle is invalid from now on. Strings that came from the
 *   cloud stay valid until they are freed.
 * Errors: none.
 * Threads: any, also while other threads call into the same cloud: calls that
 *   are under way finish, later ones answer MOCKCLOUD_BAD_HANDLE.
 * Since: 0.1.0
 */
MOCKCLOUD_API void mockcloud_destroy(mockcloud *cloud);

/*
 * How many clouds live in this process: created or forked, and not destroyed.
 * Views are not counted.
 * A test suite compares it with 0 at its end to find the fixture that leaks.
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
 *   out_response_json  receives the answer: a JSON object, also when the status
 *                      is an error. May be NULL. NULL comes out only with
 *                      MOCKCLOUD_INTERNAL, when there was no memory for it; the
 *                      operation may have taken effect then.
 *
 * The status is 0 when all went well, the code of the answer's "error" when the
 * call failed as a whole, and MOCKCLOUD_CKERROR_PARTIAL_FAILURE when items of
 * it failed; each failed item then holds its own error.
 *
 * Ownership: free the answer with mockcloud_string_free().
 * Errors: every CKErrorCode; MOCKCLOUD_NULL_ARGUMENT (cloud, operation),
 *   MOCKCLOUD_BAD_HANDLE, MOCKCLOUD_BAD_JSON, MOCKCLOUD_UNKNOWN_OPERATION (also
 *   for a name that is not UTF-8), MOCKCLOUD_BAD_MOCK_REQUEST, MOCKCLOUD_INTERNAL.
 * Threads: any; waits for calls on the same cloud.
 * Since: 0.1.0
 */
MOCKCLOUD_API mockcloud_status mockcloud_call(mockcloud *cloud, const char *operation,
                                              const char *request_json, char **out_response_json);

/*
 * mockcloud_call() with a request that is written as a format:
 *
 *   mockcloud_callf(cloud, &answer, "records/lookup",
 *                   "{'records': [{'recordName': %s}]}", name);
 *
 *   cloud              Required.
 *   out_response_json  receives the answer, as from mockcloud_call(). May be NULL.
 *   operation          the operation's name. Required.
 *   format             the request. NULL means "{}".
 *   ...                an argument for each conversion, of exactly its type: as
 *                      with printf(), nothing can check that.
 *
 * A format is JSON in which a string may also stand in single quotes. Within
 * them a double quote is itself and \' is a single quote; within double quotes
 * a single quote is itself. The conversions:
 *
 *   %s         const char *: a JSON string. NULL is null.
 *   %d         int
 *   %ld        long
 *   %lld       long long
 *   %zu        size_t, at most INT64_MAX
 *   %f %g      double, finite: the shortest number that reads as the same
 *              double. It always has a fraction or an exponent. The locale has
 *              no effect.
 *   %b         const void *, size_t: these bytes as a base64 string
 *   %j         const char *: one JSON value as it is, at most 64 levels deep
 *   %%         a percent sign
 *
 * There are no flags, widths or precisions. Outside of quotes a conversion is a
 * whole value or key. Within quotes it is a part of the string: '/notes/%s-%d'.
 * There NULL and %j are refused. What an argument brings is always escaped: no
 * text can close the string that it stands in, whatever it holds.
 *
 * Compilers cannot check formats with %b and %j: the attribute
 * format(printf, 4, 5) of GCC and Clang would refuse them, so there is none.
 *
 * Ownership: free the answer with mockcloud_string_free().
 * Errors: those of mockcloud_call(); MOCKCLOUD_BAD_MOCK_REQUEST also for a wrong
 *   format and for an argument that no JSON can hold (text that is not UTF-8,
 *   NaN, infinity, %j that is no JSON value), with line and column of the
 *   conversion in the format. Nothing is called then. With MOCKCLOUD_BAD_JSON,
 *   line and column count in the request that the format made.
 * Threads: any; waits for calls on the same cloud.
 * Since: 0.1.0
 */
MOCKCLOUD_API mockcloud_status mockcloud_callf(mockcloud *cloud, char **out_response_json,
                                               const char *operation, const char *format, ...);

/*
 * mockcloud_callf() with its arguments in a list, for functions that have
 * arguments of any number themselves. The list stays the caller's, who ends it
 * with va_end(); what it holds may be read again, as the list is copied.
 *
 * Ownership, errors, threads: as mockcloud_callf().
 * Since: 0.1.0
 */
MOCKCLOUD_API mockcloud_status mockcloud_vcallf(mockcloud *cloud, char **out_response_json,
                                                const char *operation, const char *format,
                                                va_list arguments);

/*
 * Calls as mockcloud_callf() does, and compares what comes with what is expected:
 *
 *   mockcloud_expect(cloud, MOCKCLOUD_OK, "{'records': [{'recordChangeTag': '$any'}]}",
 *                    &difference, "records/lookup", "{'records': [{'recordName': %s}]}", name);
 *
 *   cloud           Required.
 *   status          the status that the call must come to, a misuse included.
 *   pattern         what the answer must match, in the language of mock/match:
 *                   an object matches when every key that the pattern names
 *                   matches, a list element by element, "$any" is anything,
 *                   "$absent" nothing. JSON text in which strings may stand in
 *                   single quotes; a percent sign is itself. NULL takes every
 *                   answer.
 *   out_difference  receives NULL where all is as expected, else a text for
 *                   people: in lines, the path, what was expected, what came,
 *                   the nearest key, and at last the answer, at most 2000 bytes
 *                   of it. May be NULL.
 *   operation, format, ...  as in mockcloud_callf().
 *
 * mockcloud_test.h has macros that print the difference and fail the test.
 *
 * Returns MOCKCLOUD_OK where all is as expected, else MOCKCLOUD_SCRIPT_MISMATCH.
 *
 * Ownership: free the difference with mockcloud_string_free().
 * Errors: MOCKCLOUD_BAD_JSON and MOCKCLOUD_BAD_MOCK_REQUEST for a wrong pattern,
 *   with what is wrong in out_difference; nothing is called then. All that is
 *   wrong with the call itself is its status, which is compared.
 *   MOCKCLOUD_INTERNAL.
 * Threads: any; waits for calls on the same cloud.
 * Since: 0.1.0
 */
MOCKCLOUD_API mockcloud_status mockcloud_expect(mockcloud *cloud, mockcloud_status status,
                                                const char *pattern, char **out_difference,
                                                const char *operation, const char *format, ...);

/*
 * mockcloud_expect() with its arguments in a list, which stays the caller's as
 * in mockcloud_vcallf().
 *
 * Ownership, errors, threads: as mockcloud_expect().
 * Since: 0.1.0
 */
MOCKCLOUD_API mockcloud_status mockcloud_vexpect(mockcloud *cloud, mockcloud_status status,
                                                 const char *pattern, char **out_difference,
                                                 const char *operation, const char *format,
                                                 va_list arguments);

/*
 * Takes the oldest event that nobody has taken: a push or a change of account.
 * It waits for no event.
 *
 *   cloud           Required. A view that names a user or a device takes only
 *                   what is for its device, see mockcloud_view().
 *   out_event_json  receives the event, a JSON object, or NULL when there is
 *                   none. May be NULL: the event is then taken and dropped.
 *
 * Ownership: free the event with mockcloud_string_free().
 * Errors: MOCKCLOUD_NULL_ARGUMENT (cloud), MOCKCLOUD_BAD_HANDLE,
 *   MOCKCLOUD_BAD_MOCK_REQUEST (a view of a user or a device that does not
 *   exist), MOCKCLOUD_INTERNAL; there is no event then, and out_event_json
 *   receives NULL.
 * Threads: any; waits for calls on the same cloud.
 * Since: 0.1.0
 */
MOCKCLOUD_API mockcloud_status mockcloud_next_event(mockcloud *cloud, char **out_event_json);

/*
 * Frees a string that came from this library. NULL is harmless.
 *
 * Ownership: takes the string. Strings of this library must go nowhere else:
 *   test frameworks replace free(), and theirs does not know them.
 * Errors: none.
 * Threads: any.
 * Since: 0.1.0
 */
MOCKCLOUD_API void mockcloud_string_free(char *json);

/* ---- Reading answers -------------------------------------------------------- */

/*
 * Each of these looks up one value in JSON text, for tests without a JSON
 * library:
 *
 *   int64_t stars = 0;
 *   mockcloud_json_int(answer, "/records/0/fields/stars/value", &stars);
 *
 *   json     any JSON text, read as strictly as requests are. Required.
 *   pointer  a JSON Pointer (RFC 6901): "" is the whole, "/a/0" the first
 *            element of the list a, "~0" and "~1" stand for "~" and "/". Beyond
 *            the RFC, "-1" is the last element of a list, "-2" the one before.
 *            Required.
 *   out      receives the value, or, with every other result than
 *            MOCKCLOUD_JSON_FOUND, NULL or 0. May be NULL.
 *
 * Returns MOCKCLOUD_JSON_FOUND, MOCKCLOUD_JSON_ABSENT, MOCKCLOUD_JSON_OTHER_TYPE,
 *   or a misuse. A null is there, and of another type for all but
 *   mockcloud_json_get().
 *
 * Ownership: free a text with mockcloud_string_free().
 * Errors: MOCKCLOUD_NULL_ARGUMENT (json, pointer), MOCKCLOUD_BAD_JSON,
 *   MOCKCLOUD_BAD_MOCK_REQUEST (pointer is none), MOCKCLOUD_INTERNAL.
 * Threads: any; waits for no cloud.
 * Since: 0.1.0
 */

/* A string, without quotes and escapes. One that holds U+0000, which would end it in C, is
 * MOCKCLOUD_JSON_OTHER_TYPE. */
MOCKCLOUD_API int32_t mockcloud_json_text(const char *json, const char *pointer, char **out);

/* A number whose value is a whole number of 64 bits, written 5 or 5.0. It is never rounded: another
 * number is MOCKCLOUD_JSON_OTHER_TYPE. */
MOCKCLOUD_API int32_t mockcloud_json_int(const char *json, const char *pointer, int64_t *out);

/* A number. A whole number that no double holds is MOCKCLOUD_JSON_OTHER_TYPE. */
MOCKCLOUD_API int32_t mockcloud_json_double(const char *json, const char *pointer, double *out);

/* true (1) or false (0). */
MOCKCLOUD_API int32_t mockcloud_json_bool(const char *json, const char *pointer, int32_t *out);

/* How many elements a list has, or members an object. */
MOCKCLOUD_API int32_t mockcloud_json_count(const char *json, const char *pointer, int64_t *out);

/* Any value, as compact JSON text; a null as "null". */
MOCKCLOUD_API int32_t mockcloud_json_get(const char *json, const char *pointer, char **out);

/* ---- The harness's everyday verbs ------------------------------------------ */

/*
 * Each of these is mockcloud_call() with the operation that stands above it.
 *
 *   cloud              Required.
 *   request_json       a JSON object with the operation's keys; NULL means "{}".
 *   out_response_json  receives the answer, a JSON object. May be NULL.
 *
 * Ownership: free the answer with mockcloud_string_free().
 * Errors: MOCKCLOUD_NULL_ARGUMENT (cloud), MOCKCLOUD_BAD_HANDLE,
 *   MOCKCLOUD_BAD_JSON, MOCKCLOUD_BAD_MOCK_REQUEST, MOCKCLOUD_INTERNAL.
 * Threads: any; waits for calls on the same cloud.
 * Since: 0.1.0
 */

/* mock/container/create: makes a container, for example
 * {"container": "iCloud.com.example.notes"}. */
MOCKCLOUD_API mockcloud_status mockcloud_create_container(mockcloud *cloud,
                                                          const char *request_json,
                                                          char **out_response_json);

/* mock/seed: puts zones, records, subscriptions and users into the cloud, past
 * permissions, tags and quotas; nothing is applied if anything of it is wrong. */
MOCKCLOUD_API mockcloud_status mockcloud_seed_records(mockcloud *cloud, const char *request_json,
                                                      char **out_response_json);

/* mock/error/set: every such operation fails with this error until it is
 * cleared, or "times" times, for example
 * {"operation": "records/modify", "error": "zoneBusy"}. */
MOCKCLOUD_API mockcloud_status mockcloud_set_error(mockcloud *cloud, const char *request_json,
                                                   char **out_response_json);

/* mock/recordErrors/set: these records fail until it is cleared, or "times"
 * times each, for example
 * {"recordNames": ["n1"], "error": "serverRecordChanged"}. */
MOCKCLOUD_API mockcloud_status mockcloud_set_record_errors(mockcloud *cloud,
                                                           const char *request_json,
                                                           char **out_response_json);

/* mock/account/set: sets an account's status, for example
 * {"accountStatus": "noAccount"}. */
MOCKCLOUD_API mockcloud_status mockcloud_set_account_status(mockcloud *cloud,
                                                            const char *request_json,
                                                            char **out_response_json);

/* mock/clock/advance: lets time pass, and what becomes due happen, for example
 * {"seconds": 2.5}. */
MOCKCLOUD_API mockcloud_status mockcloud_advance_clock(mockcloud *cloud, const char *request_json,
                                                       char **out_response_json);

/* mock/reset: makes the cloud what its configuration made it, but for what
 * "keep" names. Journal, snapshots and waiting events go. */
MOCKCLOUD_API mockcloud_status mockcloud_reset(mockcloud *cloud, const char *request_json,
                                               char **out_response_json);

/* ---- About the library ------------------------------------------------------ */

/*
 * The version of the loaded library, as MOCKCLOUD_VERSION_NUMBER:
 * 1000000 * major + 1000 * minor + patch.
 *
 * Errors: none.
 * Threads: any.
 * Since: 0.1.0
 */
MOCKCLOUD_API int32_t mockcloud_version_number(void);

/*
 * The version of the loaded library as text, for example "0.1.0".
 *
 * Ownership: the library's, for ever; it must not be freed.
 * Errors: none; never NULL.
 * Threads: any.
 * Since: 0.1.0
 */
MOCKCLOUD_API const char *mockcloud_version_string(void);

/*
 * The version of the binary interface of the loaded library, as
 * MOCKCLOUD_ABI_VERSION. A binding compares it once, after loading.
 *
 * Errors: none.
 * Threads: any.
 * Since: 0.1.0
 */
MOCKCLOUD_API int32_t mockcloud_abi_version(void);

/*
 * The name of a status: "ok"; CloudKit's name for a CKErrorCode, for example
 * "zoneNotFound", as "ckErrorName" has it in answers; "nullArgument",
 * "badHandle", "badJSON", "unknownOperation", "badMockRequest",
 * "scriptMismatch", "internal"; "unknown" for every other number.
 *
 * Ownership: the library's, for ever; it must not be freed.
 * Errors: none; never NULL.
 * Threads: any.
 * Since: 0.1.0
 */
MOCKCLOUD_API const char *mockcloud_status_name(mockcloud_status status);

#ifdef __cplusplus
}
#endif

#endif /* MOCKCLOUD_H */
