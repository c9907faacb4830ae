#include "base/file_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>
#include <utility>

#include "base/atomic_file.h"
#include "base/error.h"

namespace simbench {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view holder_start = "process ";

// The start of the text of a holder in an open file, which is empty if no holder has written there yet. No
// value if the file is no lock file. It does not wait for data: a FIFO is not a lock file.
std::optional<std::string> start_of_holder(int descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return {};
  std::string start(holder_start.size(), '\0');
  const ssize_t count = ::pread(descriptor, start.data(), start.size(), 0);
  if (count < 0) return {};
  start.resize(static_cast<std::size_t>(count));
  if (!holder_start.starts_with(start)) return {};
  return start;
}

// Whether flock() says that the file system, and not this file, is to blame.
bool has_no_locks(int error_number) {
  return error_number == ENOSYS || error_number == EOPNOTSUPP || error_number == ENOLCK;
}

// The next pause of a process that has waited this long: an eighth of that, so that a short wait is short,
// and that a thousand waiting processes do not keep a file server busy.
std::chrono::milliseconds pause_after(std::chrono::steady_clock::duration waited) {
  using std::chrono::milliseconds;
  return std::clamp(std::chrono::duration_cast<milliseconds>(waited / 8), milliseconds(1),
                    milliseconds(1000));
}

}  // namespace

std::optional<FileLock> FileLock::try_lock(const fs::path& file) {
  if (file.has_parent_path()) create_folders(file.parent_path());
  const auto fail = [&](int error_number) {
    throw Error(ExitCode::output,
                fmt::format("cannot lock '{}': {}", file.string(), std::strerror(error_number)));
  };
  while (true) {
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno == EINTR) continue;
    if (descriptor < 0) fail(errno);
    FileLock lock(file, descriptor);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
      const int error_number = errno;
      // We close the file without removing it, because it belongs to the other holder.
      ::close(std::exchange(lock.descriptor_, -1));
      if (error_number == EINTR) continue;
      if (has_no_locks(error_number))
        throw Error(
            ExitCode::output,
            fmt::format("cannot lock '{}': {}: this file system does not lock files, so two processes "
                        "could write the same run; choose a folder on another one, or ask for locks "
                        "(Lustre: mount it with the option flock)",
                        file.string(), std::strerror(error_number)));
      if (error_number != EWOULDBLOCK) fail(error_number);
      return {};
    }
    // The previous holder may have removed the file between our open() and our flock(). Then other processes
    // do not see the file that we locked.
    struct stat ours {
    }, seen{};
    if (::fstat(descriptor, &ours) == 0 && ::stat(file.c_str(), &seen) == 0 && ours.st_ino == seen.st_ino) {
      const std::optional<std::string> holder = start_of_holder(descriptor);
      if (!holder) {
        ::close(std::exchange(lock.descriptor_, -1));
        throw Error(
            ExitCode::output,
            fmt::format("cannot lock '{}': simbench did not write this file; move it away", file.string()));
      }
      const std::string text = fmt::format("{}{} on {}\n", holder_start, ::getpid(), host_name());
      // In this order, so that a killed process never leaves an empty file in place of the text of a holder.
      if (::pwrite(descriptor, text.data(), text.size(), 0) < 0 ||
          ::ftruncate(descriptor, static_cast<off_t>(text.size())) != 0)
        fail(errno);
      lock.was_left_behind_ = !holder->empty();
      return lock;
    }
    ::close(std::exchange(lock.descriptor_, -1));
  }
}

FileLock FileLock::wait(const fs::path& file, const Stop& stop) {
  const auto start = std::chrono::steady_clock::now();
  while (true) {
    if (std::optional<FileLock> lock = try_lock(file)) return std::move(*lock);
    stop.throw_if_due();
    std::this_thread::sleep_for(pause_after(std::chrono::steady_clock::now() - start));
  }
}

bool FileLock::move_to(const fs::path& file) {
  if (::renameat2(AT_FDCWD, file_.c_str(), AT_FDCWD, file.c_str(), RENAME_NOREPLACE) != 0) return false;
  file_ = file;
  was_left_behind_ = false;
  return true;
}

bool FileLock::is_held(const fs::path& file) {
  const int descriptor =
      ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);  // a FIFO must not make us wait
  if (descriptor < 0) return false;
  const bool held = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(descriptor);
  return held;
}

std::string FileLock::holder(const fs::path& file) {
  try {
    const std::string text = read_file(file, 4096);
    return text.substr(0, text.find('\n'));
  } catch (const Error&) {
    return "another process";
  }
}

FileLock::~FileLock() {
  if (descriptor_ < 0) return;
  ::unlink(file_.c_str());
  ::close(descriptor_);
}

FileLock::FileLock(FileLock&& other) noexcept
    : file_(std::move(other.file_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      was_left_behind_(other.was_left_behind_) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(was_left_behind_, other.was_left_behind_);
  return *this;
}

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

}  // namespace simbench
