// Registers the names of the module CloudKit's classes in archives when the program starts: an
// archive may be read before any class of the module is used.

void mockcloud_cloudkit_start(void);

__attribute__((constructor)) static void start(void) { mockcloud_cloudkit_start(); }
