/* The cloud with which every task begins, and helpers for all of them. */
#ifndef TASKS_H
#define TASKS_H

/* set-up begins */
/* tasks.h */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <mockcloud_test.h>

/* A task is a test of cmocka, and RUN(name) its entry in the list of tests. */
#define TASK(name) static void name(void **state __attribute__((unused)))
#define RUN(name) cmocka_unit_test_setup_teardown(name, open_cloud, close_cloud)
int open_cloud(void **state);
int close_cloud(void **state);

/* The cloud; my phone and my pad, for both of which the zone Notes of my private database is the
 * default; and Bob. */
extern mockcloud *cloud, *phone, *pad, *bob;

/* Requests of many tasks. A token of NULL means the beginning. */
#define SAVE                                                                                       \
  "{'operations': [{'operationType': 'forceUpdate', 'record': {'recordName': %s, "                 \
  "'recordType': 'Note', 'fields': {'title': {'value': %s}}}}]}"
#define CREATE                                                                                     \
  "{'operations': [{'operationType': 'create', 'record': {'recordName': %s, "                      \
  "'recordType': 'Note', 'fields': {'title': {'value': %s}}}}]}"
#define DELETE "{'operations': [{'operationType': 'forceDelete', 'record': {'recordName': %s}}]}"
#define LOOKUP "{'records': [{'recordName': %s}]}"
#define QUERY "{'query': {'recordType': 'Note'}}"
#define ALL_CHANGES "{'zones': [{'zoneID': {'zoneName': 'Notes'}}]}"
#define CHANGES "{'zones': [{'zoneID': {'zoneName': 'Notes'}, 'syncToken': %s}]}"

/* A pattern: the record has that title. */
#define TITLED(title) "{'records': [{'fields': {'title': {'value': '" title "'}}}]}"

/* Makes a call, and returns the text, the number, or the number of a list's members at that JSON
 * pointer of the response. Texts are valid until the task ends. */
const char *text_of(mockcloud *view, const char *pointer, const char *operation, const char *format,
                    ...);
int64_t number_of(mockcloud *view, const char *pointer, const char *operation, const char *format,
                  ...);
int64_t count_of(mockcloud *view, const char *pointer, const char *operation, const char *format,
                 ...);

/* The cloud's time in seconds since the month began. */
double now(void);

/* Adds a number of notes to the zone Notes: b0, b1, ... */
void seed_notes(int count);

/* Writes a file of the host. */
void write_file(const char *path, const char *text);
/* set-up ends */

#define RUN_GROUP(group, tests) cmocka_run_group_tests_name(group, tests, NULL, NULL)

int run_network(void);
int run_service(void);
int run_saving(void);
int run_schema(void);
int run_feeds(void);
int run_zones(void);
int run_pushes(void);
int run_accounts(void);
int run_sharing(void);
int run_files(void);
int run_operations(void);
int run_programs(void);

/* The program that the tasks of programs.c start: the same file, with an argument. */
int program(void);
extern const char *program_path;

#endif
