#include "base/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <new>
#include <system_error>
#include <utility>

#include "base/temporary_name.h"

namespace simbench {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(ExitCode code, std::string_view action, const fs::path& path, int error_number) {
  throw Error(code, fmt::format("cannot {} '{}': {}", action, path.string(),
                                std::generic_category().message(error_number)));
}

class Descriptor {
 public:
  Descriptor(const fs::path& path, int flags) : value_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return value_; }
  bool is_open() const { return value_ >= 0; }
  bool close() { return ::close(std::exchange(value_, -1)) == 0; }

 private:
  int value_;
};

// Some file systems cannot sync a folder and report EINVAL; this is not an error.
void sync_folder(const fs::path& folder) {
  const Descriptor descriptor(folder, O_RDONLY | O_DIRECTORY);
  if (!descriptor.is_open() || (::fsync(descriptor.get()) != 0 && errno != EINVAL)) {
    fail(ExitCode::output, "sync", folder, errno);
  }
}

// `flag` is O_TRUNC or O_APPEND.
void write_file(const fs::path& path, std::string_view contents, Sync sync = Sync::at_once,
                int flag = O_TRUNC) {
  Descriptor descriptor(path, O_WRONLY | O_CREAT | flag);
  if (!descriptor.is_open()) fail(ExitCode::output, "write", path, errno);
  while (!contents.empty()) {
    const ssize_t written = ::write(descriptor.get(), contents.data(), contents.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail(ExitCode::output, "write", path, written == 0 ? ENOSPC : errno);
    contents.remove_prefix(static_cast<std::size_t>(written));
  }
  if ((sync == Sync::at_once && ::fsync(descriptor.get()) != 0) || !descriptor.close())
    fail(ExitCode::output, "write", path, errno);
}

// The first part of the temporary_name() of hidden folders and files next to `path`.
std::string partial_start(const fs::path& path) {
  return fmt::format(".{}.partial-", path.filename().string());
}
std::string replaced_start(const fs::path& path) {
  return fmt::format(".{}.replaced-", path.filename().string());
}

}  // namespace

std::string read_file(const fs::path& path, std::size_t maximum_bytes, ExitCode code) {
  const Descriptor descriptor(path, O_RDONLY | O_NONBLOCK);  // O_NONBLOCK: a FIFO must not make us wait
  struct stat status {};
  if (!descriptor.is_open() || ::fstat(descriptor.get(), &status) != 0) fail(code, "read", path, errno);
  if (!S_ISREG(status.st_mode)) {
    throw Error(code, fmt::format("cannot read '{}': it is {}", path.string(),
                                  S_ISDIR(status.st_mode) ? "a folder" : "not a regular file"));
  }
  std::string contents;
  std::string block(std::size_t{1} << 16, '\0');
  while (true) {
    const ssize_t count = ::read(descriptor.get(), block.data(), block.size());
    if (count == 0) return contents;
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(code, "read", path, errno);
    contents.append(block, 0, static_cast<std::size_t>(count));
    if (contents.size() > maximum_bytes) {
      throw Error(code,
                  fmt::format("cannot read '{}': it is larger than {} bytes", path.string(), maximum_bytes));
    }
  }
}

void create_folders(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) fail(ExitCode::output, "create the folder", path, error.value());
}

void write_file_atomically(const fs::path& path, std::string_view contents, Sync sync) {
  static std::atomic<unsigned> count = 0;  // threads may write the same file at the same time
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const fs::path temporary = folder / temporary_name(fmt::format("{}{}-", partial_start(path), count++));
  try {
    write_file(temporary, contents, sync);
    if (::rename(temporary.c_str(), path.c_str()) != 0) fail(ExitCode::output, "write", path, errno);
  } catch (const Error&) {
    ::unlink(temporary.c_str());
    throw;
  }
  if (sync == Sync::at_once) sync_folder(folder);
}

void sync_file_system(const fs::path& folder) {
  const Descriptor descriptor(folder, O_RDONLY | O_DIRECTORY);
  if (!descriptor.is_open() || ::syncfs(descriptor.get()) != 0) fail(ExitCode::output, "sync", folder, errno);
}

StagedDirectory::StagedDirectory(const fs::path& final_path, Sync sync, Leftovers leftovers) : sync_(sync) {
  std::error_code error;
  final_path_ = fs::absolute(final_path).lexically_normal();
  if (!final_path_.has_filename()) final_path_ = final_path_.parent_path();
  create_folders(final_path_.parent_path());
  const fs::file_status status = fs::symlink_status(final_path_, error);
  if (fs::is_symlink(status))
    throw Error(ExitCode::output,
                fmt::format("cannot replace '{}': it is a link, not a folder", final_path.string()));
  if (fs::exists(status) && !fs::is_directory(status)) fail(ExitCode::output, "replace", final_path, ENOTDIR);

  if (leftovers == Leftovers::remove) remove_leftovers(final_path_);
  const fs::path partial_path = final_path_.parent_path() / temporary_name(partial_start(final_path_));
  if (::mkdir(partial_path.c_str(), 0777) != 0) {
    fail(ExitCode::output, "create the folder", partial_path, errno);
  }
  path_ = partial_path;
}

StagedDirectory::~StagedDirectory() {
  if (path_ == final_path_) return;
  try {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  } catch (const std::bad_alloc&) {  // the next run removes the folder
  }
}

void StagedDirectory::remove_leftovers(const fs::path& final_path) {
  std::error_code ignored;
  for (fs::directory_iterator entry(final_path.parent_path(), ignored), end; entry != end;
       entry.increment(ignored)) {
    remove_leftover(final_path, entry->path().filename().string());
  }
}

// A leftover that cannot be removed does no harm, and its error is ignored.
void StagedDirectory::remove_leftover(const fs::path& final_path, const std::string& name) {
  const bool was_replaced = is_temporary_name(name, replaced_start(final_path));
  if (!was_replaced && !is_temporary_name(name, partial_start(final_path))) return;
  std::error_code ignored;
  const fs::path leftover = final_path.parent_path() / name;
  if (!fs::is_directory(fs::symlink_status(leftover, ignored))) return;
  // A process was killed between the two renames of replace_final_path(); this is the finished folder.
  if (was_replaced && !fs::exists(final_path, ignored)) {
    if (::rename(leftover.c_str(), final_path.c_str()) != 0)
      fail(ExitCode::output, "move back", leftover, errno);
  } else {
    fs::remove_all(leftover, ignored);
  }
}

void StagedDirectory::write(std::string_view name, std::string_view contents) {
  write_file(path_ / name, contents, sync_);
}

void StagedDirectory::append(std::string_view name, std::string_view contents) {
  write_file(path_ / name, contents, Sync::later, O_APPEND);
  appended_.emplace(name);
}

void StagedDirectory::commit() {
  for (const std::string& name : appended_)
    write_file(path_ / name, {}, sync_, O_APPEND);  // adds nothing and syncs
  if (sync_ == Sync::at_once) sync_folder(path_);
  replace_final_path();
  path_ = final_path_;
  if (sync_ == Sync::at_once) sync_folder(final_path_.parent_path());
}

void StagedDirectory::commit_to(const fs::path& other) {
  create_folders(other.parent_path());
  final_path_ = fs::absolute(other).lexically_normal();
  commit();
}

void StagedDirectory::replace_final_path() {
  std::error_code ignored;
  const char* from = path_.c_str();
  const char* to = final_path_.c_str();
  if (!fs::exists(fs::symlink_status(final_path_, ignored))) {
    if (::rename(from, to) != 0) fail(ExitCode::output, "create", final_path_, errno);
    return;
  }
  if (::renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_EXCHANGE) == 0) {
    fs::remove_all(path_, ignored);  // the old folder; the next run removes the rest
    return;
  }
  if (errno != EINVAL && errno != ENOSYS) fail(ExitCode::output, "replace", final_path_, errno);
  const fs::path old = final_path_.parent_path() / temporary_name(replaced_start(final_path_));
  if (::rename(to, old.c_str()) != 0) fail(ExitCode::output, "replace", final_path_, errno);
  if (::rename(from, to) != 0) {
    const int error_number = errno;
    ::rename(old.c_str(), to);
    fail(ExitCode::output, "replace", final_path_, error_number);
  }
  fs::remove_all(old, ignored);
}

}  // namespace simbench
