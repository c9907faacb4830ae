// Preloaded into simbench by test_sweep_batches.py: kills the process right before or after it renames
// something to a path that ends with KILL_BEFORE_RENAME_TO or KILL_AFTER_RENAME_TO, as an accident between
// two system calls would.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void kill_if(const char* variable, const char* path) {
  const char* end = getenv(variable);
  const size_t length = strlen(path), wanted = end ? strlen(end) : 0;
  if (wanted > 0 && length >= wanted && strcmp(path + length - wanted, end) == 0) raise(SIGKILL);
}

int rename(const char* from, const char* to) {
  kill_if("KILL_BEFORE_RENAME_TO", to);
  const int result = ((__typeof__(&rename))dlsym(RTLD_NEXT, "rename"))(from, to);
  if (result == 0) kill_if("KILL_AFTER_RENAME_TO", to);
  return result;
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  kill_if("KILL_BEFORE_RENAME_TO", to);
  const int result =
      ((__typeof__(&renameat2))dlsym(RTLD_NEXT, "renameat2"))(from_folder, from, to_folder, to, flags);
  if (result == 0) kill_if("KILL_AFTER_RENAME_TO", to);
  return result;
}
