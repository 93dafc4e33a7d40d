/* The cost of queries through the C interface, compared with SQLite running the same query over the
 * same records in typed columns: SQLite also parses the query's text, and reads every column of
 * every row. */
#include <malloc.h>
#include <mockcloud.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cloud.h"
#include "measure.h"

enum { SEED = 1000, TEXT = 4096, FEW = 10000, MANY = 100000, MOST = 1000000 };

/* Runs a query, and checks that the answer contains the given part. */
static void ask_for(mockcloud *cloud, const char *operation, const char *request,
                    const char *part) {
  char *answer = answer_of(cloud, operation, request);
  require(strstr(answer, part) != NULL, part);
  mockcloud_string_free(answer);
}

/* ---- Records ----------------------------------------------------------------------------------
 */

/* Returns record `number` of `total`: ten records have the same group, all the same constant, and a
 * thousand each the same column and the same shelf, ten of them both. */
static long column_of(long number) { return number % 100; }
static long shelf_of(long number) { return number / 1000; }
static long group_of(long number) { return number / 10; }
static long rank_of(long number, long total) { return number * 7919 % total; }
static double latitude_of(long number) { return 40 + (double)(number % 1000) / 100; }
static double longitude_of(long number) { return 5 + (double)(number / 1000) / 10; }
static const char *word_of(long number) { return number % 5000 == 0 ? "seldom" : "often"; }

static mockcloud *world_of(long total) {
  mockcloud *cloud = new_cloud();
  size_t size = (size_t)SEED * 500;
  char *text = malloc(size);
  require(text != NULL, "malloc");
  for (long number = 0; number < total;) {
    size_t length = (size_t)sprintf(text, "{\"records\":[");
    for (int index = 0; index < SEED && number < total; index++, number++)
      length += (size_t)snprintf(
          text + length, size - length,
          "%s{\"recordName\":\"r%07ld\",\"recordType\":\"Item\",\"fields\":{"
          "\"column\":{\"value\":%ld,\"type\":\"INT64\"},"
          "\"constant\":{\"value\":1,\"type\":\"INT64\"},"
          "\"group\":{\"value\":%ld,\"type\":\"INT64\"},"
          "\"place\":{\"value\":{\"latitude\":%f,\"longitude\":%f},\"type\":\"LOCATION\"},"
          "\"rank\":{\"value\":%ld,\"type\":\"INT64\"},"
          "\"shelf\":{\"value\":%ld,\"type\":\"INT64\"},"
          "\"text\":{\"value\":\"Item %ld %s\",\"type\":\"STRING\"}}}",
          index == 0 ? "" : ",", number, column_of(number), group_of(number), latitude_of(number),
          longitude_of(number), rank_of(number, total), shelf_of(number), number, word_of(number));
    snprintf(text + length, size - length, "]}");
    ask(cloud, "mock/seed", text);
  }
  free(text);
  return cloud;
}

static sqlite3 *table_of(long total) {
  sqlite3 *table;
  require(sqlite3_open(":memory:", &table) == SQLITE_OK, "sqlite3_open");
  const char *create = "CREATE TABLE item (name TEXT PRIMARY KEY, tag TEXT, created INTEGER,"
                       " modified INTEGER, user TEXT, \"column\" INTEGER, constant INTEGER,"
                       " \"group\" INTEGER, latitude REAL, longitude REAL, rank INTEGER,"
                       " shelf INTEGER, text TEXT) WITHOUT ROWID;"
                       "CREATE INDEX ranks ON item (rank);"
                       "CREATE INDEX columns ON item (\"column\");"
                       "CREATE INDEX shelves ON item (shelf); BEGIN";
  require(sqlite3_exec(table, create, NULL, NULL, NULL) == SQLITE_OK, "CREATE");
  sqlite3_stmt *insert;
  const char *sql = "INSERT INTO item VALUES (?, 'tag', 1767225600000, 1767225600000,"
                    " '_0123456789abcdef0123456789abcdef', ?, 1, ?, ?, ?, ?, ?, ?)";
  require(sqlite3_prepare_v2(table, sql, -1, &insert, NULL) == SQLITE_OK, sql);
  for (long number = 0; number < total; number++) {
    char name[32], text[64];
    snprintf(name, sizeof name, "r%07ld", number);
    snprintf(text, sizeof text, "Item %ld %s", number, word_of(number));
    sqlite3_bind_text(insert, 1, name, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int64(insert, 2, column_of(number));
    sqlite3_bind_int64(insert, 3, group_of(number));
    sqlite3_bind_double(insert, 4, latitude_of(number));
    sqlite3_bind_double(insert, 5, longitude_of(number));
    sqlite3_bind_int64(insert, 6, rank_of(number, total));
    sqlite3_bind_int64(insert, 7, shelf_of(number));
    sqlite3_bind_text(insert, 8, text, -1, SQLITE_TRANSIENT);
    require(sqlite3_step(insert) == SQLITE_DONE, "INSERT");
    sqlite3_reset(insert);
  }
  sqlite3_finalize(insert);
  require(sqlite3_exec(table, "COMMIT", NULL, NULL, NULL) == SQLITE_OK, "COMMIT");
  return table;
}

/* ---- Questions --------------------------------------------------------------------------------
 */

/* A query, and a part of its answer, to check the result. */
typedef struct {
  mockcloud *cloud;
  const char *operation, *part;
  char text[TEXT];
} question;

static void run_question(void *context, int turn) {
  (void)turn;
  const question *question = context;
  ask_for(question->cloud, question->operation, question->text, question->part);
}

static void clear_journal(void *context) {
  ask(((question *)context)->cloud, "mock/journal/clear", NULL);
}

__attribute__((format(printf, 4, 5))) static question
asking(mockcloud *cloud, const char *operation, const char *part, const char *format, ...) {
  question question = {cloud, operation, part, ""};
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(question.text, TEXT, format, arguments);
  va_end(arguments);
  require(length > 0 && length < TEXT, "the question's length");
  return question;
}

static subject turns(question *question, int turns) {
  return (subject){run_question, question, turns, clear_journal};
}

/* Runs the same query in SQLite; it must have that many rows. */
typedef struct {
  sqlite3 *table;
  const char *sql;
  int rows;
} statement;

static void run_statement(void *context, int turn) {
  (void)turn;
  const statement *statement = context;
  sqlite3_stmt *select;
  require(sqlite3_prepare_v2(statement->table, statement->sql, -1, &select, NULL) == SQLITE_OK,
          statement->sql);
  int rows = 0;
  volatile unsigned char kept = 0;
  for (; sqlite3_step(select) == SQLITE_ROW; rows++)
    for (int column = 0; column < sqlite3_column_count(select); column++) {
      const unsigned char *text = sqlite3_column_text(select, column);
      kept = text == NULL ? 0 : text[0];
    }
  (void)kept;
  sqlite3_finalize(select);
  require(rows == statement->rows, statement->sql);
}

/* ---- Rows -------------------------------------------------------------------------------------
 */

static question equality(mockcloud *cloud, long total) {
  return asking(cloud, "records/query", "\"group\"",
                "{\"query\":{\"recordType\":\"Item\",\"filterBy\":[{\"fieldName\":\"group\","
                "\"comparator\":\"EQUALS\",\"fieldValue\":{\"value\":%ld,\"type\":\"INT64\"}}]}}",
                group_of(total / 2));
}

/* The cost of the first query, which builds the index, and the size of the index. */
static void first_query(const char *what, question *question, long total) {
  char text[80];
  size_t before = mallinfo2().uordblks;
  double start = now();
  run_question(question, 0);
  double time = now() - start;
  snprintf(text, sizeof text, "  first %s among %ld", what, total);
  row(text, time);
  clear_journal(question);
  double bytes = (double)(mallinfo2().uordblks - before) / (double)total;
  printf("    its index, per record\t%.0f\tB\t\t\t\n", bytes);
}

static void equalities(mockcloud *most) {
  mockcloud *few = world_of(FEW);
  question small = equality(few, FEW), large = equality(most, MOST);
  question names = asking(most, "records/lookup", "\"group\"", "{\"records\":[");
  for (int index = 0; index < 10; index++)
    sprintf(names.text + strlen(names.text), "%s{\"recordName\":\"r%07d\"}", index ? "," : "",
            MOST / 2 + index);
  strcat(names.text, "]}");
  first_query("equality", &large, MOST);
  subject yardstick = turns(&small, 100), lookup = turns(&names, 100),
          measured = turns(&large, 100);
  comparison result = compare(&measured, &yardstick);
  row("query: 10 equal in 10,000", result.yardstick);
  row_within("query: 10 equal in 1,000,000", result, 1.5);
  result = compare(&measured, &lookup);
  row("  lookup of these 10 by name", result.yardstick);
  row_within("  the query beside it", result, 2);
  mockcloud_destroy(few);
}

/* A query to both, as two rows. */
static void beside(const char *what, question *question, statement *statement, int turns_of_each,
                   double limit) {
  char text[80];
  subject measured = turns(question, turns_of_each);
  subject yardstick = {run_statement, statement, turns_of_each, NULL};
  comparison result = compare(&measured, &yardstick);
  snprintf(text, sizeof text, "SQLite: %s", what);
  row(text, result.yardstick);
  snprintf(text, sizeof text, "query: %s", what);
  row_within(text, result, limit);
}

static void indexed(mockcloud *cloud, sqlite3 *table) {
  question range = asking(
      cloud, "records/query", "\"rank\"",
      "{\"query\":{\"recordType\":\"Item\",\"filterBy\":[{\"fieldName\":\"rank\",\"comparator\":"
      "\"GREATER_THAN_OR_EQUALS\",\"fieldValue\":{\"value\":25000,\"type\":\"INT64\"}},"
      "{\"fieldName\":\"rank\",\"comparator\":\"LESS_THAN\",\"fieldValue\":{\"value\":50000,"
      "\"type\":\"INT64\"}}],\"sortBy\":[{\"fieldName\":\"rank\"}]},\"resultsLimit\":100}");
  statement ranged = {
      table, "SELECT * FROM item WHERE rank >= 25000 AND rank < 50000 ORDER BY rank LIMIT 100",
      100};
  first_query("range", &range, MANY);
  beside("range, sorted, 100 of 100,000, indexed", &range, &ranged, 20, 2);

  question both = asking(cloud, "records/query", "\"r0042007\"",
                         "{\"query\":{\"recordType\":\"Item\",\"predicate\":"
                         "\"column = 7 AND shelf = 42\"}}");
  statement crossed = {table, "SELECT * FROM item WHERE \"column\" = 7 AND shelf = 42", 10};
  first_query("two equalities", &both, MANY);
  beside("1,000 and 1,000 equal, 10 both, indexed", &both, &crossed, 20, 2);
}

static void scans(mockcloud *cloud, sqlite3 *table) {
  question number = asking(cloud, "records/query", "[]",
                           "{\"query\":{\"recordType\":\"Item\",\"filterBy\":[{\"fieldName\":"
                           "\"constant\",\"comparator\":\"NOT_EQUALS\",\"fieldValue\":{\"value\":1,"
                           "\"type\":\"INT64\"}}]}}");
  statement numbers = {table, "SELECT * FROM item WHERE constant <> 1", 0};
  beside("all of 100,000 looked at, no index", &number, &numbers, 1, 1);

  question text = asking(cloud, "records/query", "[]",
                         "{\"query\":{\"recordType\":\"Item\",\"predicate\":"
                         "\"NOT (text BEGINSWITH 'Item')\"}}");
  statement texts = {table, "SELECT * FROM item WHERE text < 'Item' OR text >= 'Iten'", 0};
  beside("the same by their text", &text, &texts, 1, 1);
}

static void beside_sqlite(mockcloud *cloud) {
  sqlite3 *table = table_of(MANY);
  indexed(cloud, table);
  scans(cloud, table);
  sqlite3_close(table);
}

static void places_and_words(mockcloud *cloud) {
  question near = asking(cloud, "records/query", "\"place\"",
                         "{\"query\":{\"recordType\":\"Item\",\"filterBy\":[{\"fieldName\":"
                         "\"place\",\"comparator\":\"NEAR\",\"fieldValue\":{\"value\":{"
                         "\"latitude\":45,\"longitude\":10},\"type\":\"LOCATION\"},"
                         "\"distance\":16000}]}}");
  first_query("NEAR", &near, MANY);
  subject measured = turns(&near, 20);
  row("query: NEAR, about 100 of 100,000", measure(&measured));
  question words = asking(cloud, "records/query", "seldom",
                          "{\"query\":{\"recordType\":\"Item\",\"predicate\":"
                          "\"self CONTAINS 'seldom'\"}}");
  first_query("full text", &words, MANY);
  measured = turns(&words, 100);
  row("query: full text, 20 of 100,000", measure(&measured));
}

int main(void) {
  pin();
  mockcloud *most = world_of(MOST);
  equalities(most);
  mockcloud_destroy(most);
  mockcloud *many = world_of(MANY);
  beside_sqlite(many);
  places_and_words(many);
  mockcloud_destroy(many);
  return 0;
}
