// The module os.signpost, whose declarations are in Swift.
#ifndef MOCKCLOUD_OS_SIGNPOST_H
#define MOCKCLOUD_OS_SIGNPOST_H
#endif
