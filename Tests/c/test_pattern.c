/* The scenario runner can fail: answers, requests and captures that it must refuse. mock/match, by
 * which it compares answers, has scenarios of its own. */
#include "pattern.h"
#include "support.h"

#include <string.h>

static const char kept[] =
    "{\"tag\": \"1\", \"list\": [1, {\"a\": null}], \"dollar\": \"$tag\", \"any\": 1}";

static const struct {
  const char *pattern, *value;
  /* Returns NULL if they match, otherwise the difference. */
  const char *text;
} cases[] = {
    {"{}", "{\"a\": 1}", NULL},
    {"{}", "[]", "the answer\n  expected {}\n  got      []"},
    {"{\"a\": [{\"b\": 1}]}", "{\"a\": [{\"b\": 2}]}", "a[0].b\n  expected 1\n  got      2"},
    {"{\"a\": 1}", "{\"b\": 1}", "a\n  expected 1\n  got      nothing"},
    {"{\"a\": null}", "{}", "a\n  expected null\n  got      nothing"},
    {"{\"a\": \"x\"}", "{\"a\": null}", "a\n  expected \"x\"\n  got      null"},
    {"{\"a\": \"$absent\"}", "{\"a\": null}", "a\n  expected \"$absent\"\n  got      null"},
    {"{\"a\": \"$tag\"}", "{\"a\": \"1\"}", NULL},
    {"{\"a\": \"$tag\"}", "{\"a\": \"2\"}", "a\n  expected \"1\"\n  got      \"2\""},
    {"{\"a\": \"$list\"}", "{\"a\": [1, {\"a\": null}]}", NULL},
    {"{\"a\": \"$dollar\"}", "{\"a\": \"$tag\"}", NULL},
    {"{\"a\": \"$never\"}", "{\"a\": 1}", "the pattern has a name that was not captured"},
    {"{\"a\": \"$$x\"}", "{\"a\": \"$x\"}", NULL},
    {"{\"a\": \"$\"}", "{\"a\": 1}", "mock/match: {\"error\":{\"message\":\"pattern: a name must"},
};

static void patterns(void **state) {
  (void)state;
  mockcloud *cloud = new_cloud();
  json_object *captured = json_tokener_parse(kept);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct mismatch mismatch = {.text = ""};
    json_object *pattern = json_tokener_parse(cases[i].pattern);
    bool matched = matches(cloud, pattern, cases[i].value, captured, &mismatch);
    if (matched != (cases[i].text == NULL) ||
        (!matched && strncmp(mismatch.text, cases[i].text, strlen(cases[i].text)) != 0))
      fail_msg("%s and %s: %s", cases[i].pattern, cases[i].value, mismatch.text);
    json_object_put(pattern);
  }
  json_object_put(captured);
  mockcloud_destroy(cloud);
}

static void substitution(void **state) {
  (void)state;
  json_object *captured = json_tokener_parse(kept), *result = NULL;
  json_object *request = json_tokener_parse("{\"a\": [\"$tag\", \"$list\", \"$$tag\", \"tag$\", "
                                            "1.0, null], \"b\": {\"c\": \"$dollar\"}}");
  struct mismatch mismatch;
  assert_true(substitute(request, captured, &result, &mismatch));
  assert_string_equal(
      json_object_to_json_string_ext(result, JSON_C_TO_STRING_PLAIN),
      "{\"a\":[\"1\",[1,{\"a\":null}],\"$tag\",\"tag$\",1.0,null],\"b\":{\"c\":\"$tag\"}}");
  json_object_put(result);
  json_object_put(request);
  request = json_tokener_parse("{\"a\": [{\"b\": \"$never\"}]}");
  assert_false(substitute(request, captured, &result, &mismatch));
  assert_null(result);
  assert_string_equal(mismatch.text, "nothing was captured as $never");
  json_object_put(request);
  json_object_put(captured);
}

static void captures(void **state) {
  (void)state;
  struct mismatch mismatch;
  json_object *captured = json_object_new_object();
  json_object *answer = json_tokener_parse("{\"a\": [{\"b\": \"x\"}, 2]}");
  json_object *capture = json_tokener_parse("{\"b\": \"a.0.b\", \"two\": \"a.1\", \"all\": \"a\"}");
  assert_true(capture_all(capture, answer, captured, &mismatch));
  assert_string_equal(json_object_to_json_string_ext(captured, JSON_C_TO_STRING_PLAIN),
                      "{\"b\":\"x\",\"two\":2,\"all\":[{\"b\":\"x\"},2]}");
  json_object_put(capture);
  static const char *const nowhere[] = {"{\"x\": \"a.2\"}", "{\"x\": \"c\"}",
                                        "{\"x\": \"a.0.b.c\"}"};
  for (size_t i = 0; i < 3; i++) {
    capture = json_tokener_parse(nowhere[i]);
    assert_false(capture_all(capture, answer, captured, &mismatch));
    json_object_put(capture);
  }
  json_object_put(answer);
  json_object_put(captured);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(patterns),
      cmocka_unit_test(substitution),
      cmocka_unit_test(captures),
  };
  return cmocka_run_group_tests_name("pattern", tests, NULL, NULL);
}
