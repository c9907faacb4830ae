#include "base/file_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

#include "base/atomic_file.h"
#include "base/error.h"

namespace simbench {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view holder_start = "process ";

// Whether an open file is empty or holds the text of a holder. It does not wait for data: a FIFO is not a
// lock file.
bool is_lock_file(int descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return false;
  std::array<char, holder_start.size()> start{};
  const ssize_t count = ::pread(descriptor, start.data(), start.size(), 0);
  return count >= 0 &&
         holder_start.starts_with(std::string_view(start.data(), static_cast<std::size_t>(count)));
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
      if (error_number != EWOULDBLOCK) fail(error_number);
      return {};
    }
    // The previous holder may have removed the file between our open() and our flock(). Then other processes
    // do not see the file that we locked.
    struct stat ours {
    }, seen{};
    if (::fstat(descriptor, &ours) == 0 && ::stat(file.c_str(), &seen) == 0 && ours.st_ino == seen.st_ino) {
      if (!is_lock_file(descriptor)) {
        ::close(std::exchange(lock.descriptor_, -1));
        throw Error(
            ExitCode::output,
            fmt::format("cannot lock '{}': simbench did not write this file; move it away", file.string()));
      }
      const std::string text = fmt::format("{}{} on {}\n", holder_start, ::getpid(), host_name());
      if (::ftruncate(descriptor, 0) != 0 || ::write(descriptor, text.data(), text.size()) < 0) fail(errno);
      return lock;
    }
    ::close(std::exchange(lock.descriptor_, -1));
  }
}

FileLock FileLock::wait(const fs::path& file, const Stop& stop) {
  while (true) {
    if (std::optional<FileLock> lock = try_lock(file)) return std::move(*lock);
    stop.throw_if_due();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
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
    : file_(std::move(other.file_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

}  // namespace simbench
