// Preloaded into simbench by test_resource_faults.py: lets allocations fail, as where memory has run out.
//
//   FAULT_FIRST, FAULT_LAST  numbers of the allocations that fail, counted from 1 where main() begins: before
//   that there is
//                            nobody who could say so; a child counts on from its parent
//   FAULT_LOG                file that is told how many there were when main() has ended; if not set, none
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The C library's own, which need no dlsym: that would allocate.
extern void* __libc_malloc(size_t size);
extern void* __libc_calloc(size_t count, size_t size);
extern void* __libc_realloc(void* block, size_t size);
extern void* __libc_memalign(size_t alignment, size_t size);
int __libc_start_main(int (*)(int, char**, char**), int, char**, void (*)(void), void (*)(void),
                      void (*)(void), void*);

static atomic_long number, first, last;

static int fails(void) {
  const long n = ++number;
  if (first == 0 || n < first || n > last) return 0;
  errno = ENOMEM;
  return 1;
}

void* malloc(size_t size) {
  return fails() ? NULL : __libc_malloc(size);
}

void* calloc(size_t count, size_t size) {
  return fails() ? NULL : __libc_calloc(count, size);
}

void* realloc(void* block, size_t size) {
  return fails() ? NULL : __libc_realloc(block, size);
}

void* memalign(size_t alignment, size_t size) {
  return fails() ? NULL : __libc_memalign(alignment, size);
}

void* aligned_alloc(size_t alignment, size_t size) {
  return fails() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void** block, size_t alignment, size_t size) {
  if (fails()) return ENOMEM;
  *block = __libc_memalign(alignment, size);
  return *block ? 0 : ENOMEM;
}

__attribute__((destructor)) static void tell(void) {
  const char* log = getenv("FAULT_LOG");
  if (!log) return;
  char text[32];
  const int length = snprintf(text, sizeof text, "%ld\n", (long)number);
  const int file = open(log, O_WRONLY | O_CREAT | O_APPEND, 0666);
  if (file < 0 || write(file, text, (size_t)length) != length) abort();
  close(file);
}

typedef int Main(int, char**, char**);
static Main* program;

static int counted_main(int count, char** arguments, char** environment) {
  const char *from = getenv("FAULT_FIRST"), *to = getenv("FAULT_LAST");
  number = 0;
  last = to ? atol(to) : 0;
  first = from ? atol(from) : 0;
  return program(count, arguments, environment);
}

// Where a program begins: the C library calls main() from here.
int __libc_start_main(Main* main, int count, char** arguments, void (*begin)(void), void (*end)(void),
                      void (*finish)(void), void* stack) {
  __typeof__(&__libc_start_main) next = (__typeof__(&__libc_start_main))dlsym(RTLD_NEXT, "__libc_start_main");
  program = main;
  return next(counted_main, count, arguments, begin, end, finish, stack);
}
