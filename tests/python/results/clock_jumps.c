// Preloaded into simbench by test_resource_faults.py: every clock jumps at each look, a day ahead and two
// days back, as when a machine is suspended, moved to another host, or has its time set.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/time.h>
#include <time.h>

static atomic_uint looks;

// Without a period: a program that looks at clocks five times per iteration must meet every jump.
static time_t jump(void) {
  static const time_t days[] = {0, 1, -1, 2, -3};
  const unsigned hash = (looks++ + 1) * 2654435761u;
  return 86400 * days[(hash >> 16) % (sizeof days / sizeof *days)];
}

int clock_gettime(clockid_t clock, struct timespec* now) {
  static int (*next)(clockid_t, struct timespec*);
  if (!next) next = (int (*)(clockid_t, struct timespec*))dlsym(RTLD_NEXT, "clock_gettime");
  const int result = next(clock, now);
  if (result == 0) now->tv_sec += jump();
  return result;
}

time_t time(time_t* result) {
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}

int gettimeofday(struct timeval* restrict now, void* restrict zone) {
  (void)zone;
  struct timespec precise;
  if (clock_gettime(CLOCK_REALTIME, &precise) != 0) return -1;
  now->tv_sec = precise.tv_sec;
  now->tv_usec = precise.tv_nsec / 1000;
  return 0;
}
