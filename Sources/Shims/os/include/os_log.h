// The module os.log, whose declarations are in Swift.
#ifndef MOCKCLOUD_OS_LOG_H
#define MOCKCLOUD_OS_LOG_H
#endif
