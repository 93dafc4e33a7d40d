/* What both suites share: the client's way to CloudKit leads into a MockCloud, whose clock stands
 * in for waiting. */
#ifndef MOCK_SERVICE_H
#define MOCK_SERVICE_H

#include <mockcloud.h>

#include "notes.h"

struct mock {
  mockcloud *cloud;
  double waited;     /* how long the client waited in all, in virtual seconds */
  int waits;         /* how often */
  int clears_errors; /* after that many waits the injected error goes away; 0: never */
};

/* The client's service over this mock. */
struct notes_service mock_service(struct mock *mock);

#endif
