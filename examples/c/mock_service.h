/* Shared by both suites: a service of the client that calls a MockCloud and advances its clock
 * instead of waiting. */
#ifndef MOCK_SERVICE_H
#define MOCK_SERVICE_H

#include <mockcloud.h>

#include "notes.h"

struct mock {
  mockcloud *cloud;
  double waited;     /* the total time that the client waited, in virtual seconds */
  int waits;         /* the number of waits */
  int clears_errors; /* the injected error is cleared after that many waits; 0: never */
};

/* Returns a service for the client over this mock. */
struct notes_service mock_service(struct mock *mock);

#endif
