#ifndef MOCKCLOUD_CJSONC_SHIM_H
#define MOCKCLOUD_CJSONC_SHIM_H
#include <json-c/json.h>
#include <json-c/printbuf.h>
#endif
