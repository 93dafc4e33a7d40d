/* Runs the tasks of docs/TASKS.md in C. */
#include "tasks.h"

const char *program_path;

int main(int count, char **arguments) {
  if (count > 1 && strcmp(arguments[1], "program") == 0)
    return program();
  program_path = arguments[0];
  return run_network() + run_service() + run_saving() + run_schema() + run_feeds() + run_zones() +
         run_pushes() + run_accounts() + run_sharing() + run_files() + run_operations() +
         run_programs();
}
