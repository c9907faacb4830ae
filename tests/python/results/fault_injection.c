// Preloaded into simbench by test_fault_injection.py: makes system calls on files below one folder fail, as a
// disk does that is full or breaks. It comes before the C library, so that calls of the program and of
// libstdc++ arrive here.
//
//   FAULT_FOLDER       absolute path; calls on it and on what is below it are counted, all others are left
//   alone FAULT_LOG          file elsewhere; every counted call appends a record to it: its kind and its path
//   FAULT_FIRST, FAULT_LAST  numbers of the calls that fail, counted from 1
//   FAULT_ERROR        errno of a call that fails
//   FAULT_NO_EXCHANGE  if set, folders cannot be exchanged: some file systems refuse it
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

// The function that would have been called without us.
#define NEXT(function) ((__typeof__(&(function)))dlsym(RTLD_NEXT, #function))

// Records are of equal length: then the size of the log is the number of calls, in all processes of a sweep,
// also in children that have closed every file that their parent had opened.
enum { record_size = 512 };

static long append_to_log(const char* kind, const char* path) {
  char record[record_size + 1];
  snprintf(record, sizeof record, "%-9s%-*.*s\n", kind, record_size - 10, record_size - 10, path);
  const int log = NEXT(open)(getenv("FAULT_LOG"), O_WRONLY | O_APPEND);
  if (log < 0 || NEXT(write)(log, record, record_size) != record_size) abort();
  const long end = lseek(log, 0, SEEK_CUR);
  NEXT(close)(log);
  return end / record_size;
}

static void path_of_descriptor(int descriptor, char* path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t length = readlink(link, path, PATH_MAX - 1);
  path[length < 0 ? 0 : length] = '\0';
}

// Counts a call on `path`, which may be relative to the folder `descriptor`; where `path` is NULL, on the
// file `descriptor`. True, with errno set, if the call is to fail.
static int fails(const char* kind, int descriptor, const char* path) {
  const int errno_before = errno;
  char whole[2 * PATH_MAX] = "";
  if (!path) {
    path_of_descriptor(descriptor, whole);
  } else {
    if (path[0] != '/') {
      if (descriptor != AT_FDCWD) {
        path_of_descriptor(descriptor, whole);
      } else if (!getcwd(whole, PATH_MAX)) {
        abort();
      }
      strcat(whole, "/");
    }
    strncat(whole, path, PATH_MAX - 1);
  }
  const char* folder = getenv("FAULT_FOLDER");
  const size_t length = strlen(folder);
  errno = errno_before;
  if (strncmp(whole, folder, length) != 0 || (whole[length] != '/' && whole[length] != '\0')) return 0;

  const long number = append_to_log(kind, whole);
  errno = errno_before;
  if (number < atol(getenv("FAULT_FIRST")) || number > atol(getenv("FAULT_LAST"))) return 0;
  errno = atoi(getenv("FAULT_ERROR"));
  return 1;
}

static mode_t mode_argument(int flags, va_list arguments) {
  return flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
}

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_argument(flags, arguments);
  va_end(arguments);
  return fails("open", AT_FDCWD, path) ? -1 : NEXT(open)(path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_argument(flags, arguments);
  va_end(arguments);
  return fails("open", folder, path) ? -1 : NEXT(openat)(folder, path, flags, mode);
}

// std::ifstream opens with this one.
FILE* fopen64(const char* path, const char* mode) {
  return fails("open", AT_FDCWD, path) ? NULL : NEXT(fopen64)(path, mode);
}

ssize_t read(int descriptor, void* bytes, size_t size) {
  return fails("read", descriptor, NULL) ? -1 : NEXT(read)(descriptor, bytes, size);
}

ssize_t write(int descriptor, const void* bytes, size_t size) {
  return fails("write", descriptor, NULL) ? -1 : NEXT(write)(descriptor, bytes, size);
}

// Nothing here has to survive the machine, and thousands of real ones would make a busy disk the measure of
// the test.
int fsync(int descriptor) {
  return fails("fsync", descriptor, NULL) ? -1 : 0;
}

int ftruncate(int descriptor, off_t size) {
  return fails("truncate", descriptor, NULL) ? -1 : NEXT(ftruncate)(descriptor, size);
}

int flock(int descriptor, int operation) {
  return fails("flock", descriptor, NULL) ? -1 : NEXT(flock)(descriptor, operation);
}

// A descriptor is gone also where closing it reports that what was written is lost.
int close(int descriptor) {
  const int failed = fails("close", descriptor, NULL);
  const int error_number = errno;
  const int result = NEXT(close)(descriptor);
  if (!failed) return result;
  errno = error_number;
  return -1;
}

int mkdir(const char* path, mode_t mode) {
  return fails("mkdir", AT_FDCWD, path) ? -1 : NEXT(mkdir)(path, mode);
}

int rename(const char* from, const char* to) {
  return fails("rename", AT_FDCWD, to) ? -1 : NEXT(rename)(from, to);
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  if (getenv("FAULT_NO_EXCHANGE")) {
    errno = EINVAL;
    return -1;
  }
  return fails("exchange", to_folder, to) ? -1 : NEXT(renameat2)(from_folder, from, to_folder, to, flags);
}

int unlink(const char* path) {
  return fails("remove", AT_FDCWD, path) ? -1 : NEXT(unlink)(path);
}

int unlinkat(int folder, const char* path, int flags) {
  return fails("remove", folder, path) ? -1 : NEXT(unlinkat)(folder, path, flags);
}

// std::filesystem::remove calls this one.
int remove(const char* path) {
  return fails("remove", AT_FDCWD, path) ? -1 : NEXT(remove)(path);
}
