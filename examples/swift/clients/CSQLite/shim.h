#ifndef EXAMPLES_CSQLITE_SHIM_H
#define EXAMPLES_CSQLITE_SHIM_H
#include <sqlite3.h>
#endif
