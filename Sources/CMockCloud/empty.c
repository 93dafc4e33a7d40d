/* A target of SwiftPM needs a source file. This one has the compiler read the header. */
#include "mockcloud.h"

typedef int mockcloud_translation_unit_is_not_empty;
