#include <mockcloud.h>
#include <node_api.h>
#include <stdlib.h>

static char *text(napi_env env, napi_value value) {
  size_t length = 0;
  napi_get_value_string_utf8(env, value, NULL, 0, &length);
  char *copy = malloc(length + 1);
  napi_get_value_string_utf8(env, value, copy, length + 1, &length);
  return copy;
}

/* exchange(cloud, operation, request) returns {status, response}. */
static napi_value exchange(napi_env env, napi_callback_info info) {
  napi_value arguments[3], result, value;
  size_t count = 3;
  void *cloud = NULL;
  char *response = NULL;
  napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
  napi_get_value_external(env, arguments[0], &cloud);
  char *operation = text(env, arguments[1]), *request = text(env, arguments[2]);
  int32_t status = mockcloud_call(cloud, operation, request, &response);
  free(operation), free(request);
  napi_create_object(env, &result);
  napi_create_int32(env, status, &value);
  napi_set_named_property(env, result, "status", value);
  napi_create_string_utf8(env, response ? response : "null", NAPI_AUTO_LENGTH, &value);
  napi_set_named_property(env, result, "response", value);
  mockcloud_string_free(response);
  return result;
}

static void destroy(napi_env env, void *cloud, void *hint) {
  (void)env, (void)hint;
  mockcloud_destroy(cloud);
}

/* create() returns a cloud, which is destroyed when nothing refers to it. */
static napi_value create(napi_env env, napi_callback_info info) {
  (void)info;
  mockcloud *cloud = NULL;
  napi_value value = NULL;
  if (mockcloud_create("{}", &cloud, NULL) != MOCKCLOUD_OK)
    napi_throw_error(env, NULL, "mockcloud_create failed");
  else
    napi_create_external(env, cloud, destroy, NULL, &value);
  return value;
}

NAPI_MODULE_INIT() {
  napi_value function;
  napi_create_function(env, "create", NAPI_AUTO_LENGTH, create, NULL, &function);
  napi_set_named_property(env, exports, "create", function);
  napi_create_function(env, "exchange", NAPI_AUTO_LENGTH, exchange, NULL, &function);
  napi_set_named_property(env, exports, "exchange", function);
  return exports;
}
