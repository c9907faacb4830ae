#include "base/temporary_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>

#include "base/error.h"
#include "base/temporary_name.h"

namespace simbench {

namespace fs = std::filesystem;

namespace {

constexpr const char* first_letters = "simbench-";

int opened(const fs::path& folder) {
  return ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  static std::atomic<unsigned> count = 0;
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  const auto check = [&](bool good, int error_number) {
    if (good) return;
    throw Error(ExitCode::output,
                fmt::format("cannot create the temporary folder '{}': {}; $TMPDIR may name another place",
                            path_.string(), std::generic_category().message(error_number)));
  };
  path_ = first_letters;
  check(!error, error.value());
  while (true) {
    path_ = parent / temporary_name(fmt::format("{}{}-", first_letters, count++));
    if (::mkdir(path_.c_str(), 0700) != 0) {
      check(errno == EEXIST, errno);  // a process in another container may have the same id
      continue;
    }
    lock_ = opened(path_);
    check(lock_ >= 0 || errno == ENOENT, errno);
    const bool taken = lock_ < 0 || (::flock(lock_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK);
    if (!taken && fs::exists(path_, error)) return;
    if (lock_ >= 0) ::close(lock_);  // another process removed it as a leftover before we locked it
  }
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  ::close(lock_);
}

void TemporaryFolder::remove_leftovers() {
  std::error_code ignored;
  for (fs::directory_iterator entry(fs::temp_directory_path(ignored), ignored), end; entry != end;
       entry.increment(ignored)) {
    if (!is_temporary_name(entry->path().filename().string(), first_letters)) continue;
    const int lock = opened(entry->path());
    if (lock < 0) continue;
    struct stat status {};
    const bool ours = ::fstat(lock, &status) == 0 && status.st_uid == ::geteuid();
    if (ours && ::flock(lock, LOCK_EX | LOCK_NB) == 0) fs::remove_all(entry->path(), ignored);
    ::close(lock);
  }
}

}  // namespace simbench
