/* The scenario runner can fail: each kind of pattern refuses the values that it must. */
#include "pattern.h"
#include "support.h"

#include <string.h>

static const char kept[] =
    "{\"tag\": \"1\", \"list\": [1, {\"a\": null}], \"dollar\": \"$tag\", \"any\": 1}";

static const struct {
  const char *pattern, *value;
  /* Returns NULL if they match, otherwise the place of the difference. */
  const char *path;
} cases[] = {
    {"{}", "{\"a\": 1}", NULL},
    {"{}", "[]", "the answer"},
    {"{\"a\": 1}", "{\"a\": 1, \"b\": 2}", NULL},
    {"{\"a\": 1}", "{\"a\": 2}", "a"},
    {"{\"a\": 1}", "{\"b\": 1}", "a"},
    {"{\"a\": 1}", "{\"a\": 1.0}", NULL},
    {"{\"a\": 1.5}", "{\"a\": 15e-1}", NULL},
    {"{\"a\": 1}", "{\"a\": \"1\"}", "a"},
    {"{\"a\": 1}", "{\"a\": true}", "a"},
    {"{\"a\": 9007199254740993}", "{\"a\": 9007199254740992}", "a"},
    {"{\"a\": true}", "{\"a\": true}", NULL},
    {"{\"a\": true}", "{\"a\": false}", "a"},
    {"{\"a\": false}", "{\"a\": null}", "a"},
    {"{\"a\": null}", "{\"a\": null}", NULL},
    {"{\"a\": null}", "{}", "a"},
    {"{\"a\": null}", "{\"a\": 0}", "a"},
    {"{\"a\": \"x\"}", "{\"a\": \"x\"}", NULL},
    {"{\"a\": \"x\"}", "{\"a\": \"x\\u0000y\"}", "a"},
    {"{\"a\": [1, 2]}", "{\"a\": [1, 2]}", NULL},
    {"{\"a\": [1, 2]}", "{\"a\": [1, 3]}", "a.1"},
    {"{\"a\": [1, 2]}", "{\"a\": [1]}", "a"},
    {"{\"a\": [1, 2]}", "{\"a\": [1, 2, 3]}", "a"},
    {"{\"a\": [{\"b\": {\"c\": 1}}]}", "{\"a\": [{\"b\": {\"c\": 2}}]}", "a.0.b.c"},
    {"{\"a\": \"$any\"}", "{\"a\": {\"b\": 1}}", NULL},
    {"{\"a\": \"$any\"}", "{\"a\": null}", NULL},
    {"{\"a\": \"$any\"}", "{}", "a"},
    {"{\"a\": \"$absent\"}", "{}", NULL},
    {"{\"a\": \"$absent\"}", "{\"a\": null}", "a"},
    {"[\"$absent\"]", "[1]", "0"},
    {"[\"$any\"]", "[]", "the answer"},
    {"{\"a\": \"$tag\"}", "{\"a\": \"1\"}", NULL},
    {"{\"a\": \"$tag\"}", "{\"a\": \"2\"}", "a"},
    {"{\"a\": \"$tag\"}", "{\"a\": 1}", "a"},
    {"{\"a\": \"$list\"}", "{\"a\": [1, {\"a\": null}]}", NULL},
    {"{\"a\": \"$list\"}", "{\"a\": [1, {\"a\": null, \"b\": 1}]}", "a.1"},
    {"{\"a\": \"$dollar\"}", "{\"a\": \"$tag\"}", NULL},
    {"{\"a\": \"$dollar\"}", "{\"a\": \"1\"}", "a"},
    {"{\"a\": \"$never\"}", "{\"a\": 1}", "a"},
    {"{\"a\": \"$$x\"}", "{\"a\": \"$x\"}", NULL},
    {"{\"a\": \"$$x\"}", "{\"a\": \"$$x\"}", "a"},
    {"{\"a\": \"$$tag\"}", "{\"a\": \"1\"}", "a"},
};

static void patterns(void **state) {
  (void)state;
  json_object *captured = json_tokener_parse(kept);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct mismatch mismatch = {.path = ""};
    json_object *pattern = json_tokener_parse(cases[i].pattern);
    json_object *value = json_tokener_parse(cases[i].value);
    bool matched = matches(pattern, value, captured, &mismatch);
    if (matched != (cases[i].path == NULL))
      fail_msg("%s and %s: %s", cases[i].pattern, cases[i].value, matched ? "match" : "differ");
    if (!matched)
      assert_string_equal(mismatch.path, cases[i].path);
    json_object_put(pattern);
    json_object_put(value);
  }
  json_object_put(captured);
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
  assert_string_equal(mismatch.got, "\"$never\"");
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
