#include "base/cache.h"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file_lock.h"
#include "base/sha256.h"

namespace simbench {

namespace fs = std::filesystem;

namespace {

// The first line of a cache file: format, key, and the hash of the numbers, which follow as raw doubles.
std::string header(const CacheKey& key, std::string_view bytes) {
  return fmt::format("simbench cache 1 {} {} {} bytes sha256 {}\n", key.kind(), key.hash(), bytes.size(),
                     sha256(bytes));
}

}  // namespace

CacheKey::CacheKey(std::string kind, std::string_view recipe)
    : kind_(std::move(kind)), hash_(sha256(recipe)) {}

Cache::Cache(fs::path folder, std::function<void(const std::string&)> warn)
    : folder_(std::move(folder)), warn_(std::move(warn)) {}

fs::path Cache::default_folder() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return fs::path(value ? value : "");
  };
  if (const fs::path own = variable("SIMBENCH_CACHE"); !own.empty()) return own;
  if (const fs::path shared = variable("XDG_CACHE_HOME"); !shared.empty()) return shared / "simbench";
  if (const fs::path home = variable("HOME"); !home.empty()) return home / ".cache" / "simbench";
  return {};
}

std::vector<double> Cache::read_or_compute(const CacheKey& key, std::optional<std::size_t> count,
                                           const std::function<std::vector<double>()>& compute,
                                           const Stop& stop) const {
  if (std::optional<std::vector<double>> found = read(key, count)) return *std::move(found);
  std::optional<FileLock> lock;
  std::string unlocked;  // why the lock could not be taken; empty if it was
  try {
    const fs::path lock_file = folder_ / ("." + key.file_name() + ".lock");
    if (!folder_.empty()) lock = FileLock::try_lock(lock_file);
    if (!folder_.empty() && !lock) {  // another process is computing the numbers
      lock = FileLock::wait(lock_file, stop);
      if (std::optional<std::vector<double>> found = read(key, count)) return *std::move(found);
    }
  } catch (const Stopped&) {
    throw;
  } catch (const Error& failure) {
    unlocked = failure.what();
  }
  std::vector<double> numbers = compute();
  if (write(key, numbers) && !unlocked.empty())
    warn_(unlocked + "; another run may have computed the same numbers");
  return numbers;
}

std::optional<std::vector<double>> Cache::read(const CacheKey& key, std::optional<std::size_t> count) const {
  const fs::path file = folder_ / key.file_name();
  std::error_code error;
  if (folder_.empty() || !fs::exists(file, error)) return {};
  std::string contents;
  try {
    contents = read_file(file, std::size_t{1} << 32);
  } catch (const Error& failure) {
    warn_(fmt::format("{}; computing it again", failure.what()));
    return {};
  }
  const std::size_t line_end = contents.find('\n');
  const std::string_view bytes =
      line_end == std::string::npos ? std::string_view() : std::string_view(contents).substr(line_end + 1);
  std::vector<double> numbers(count.value_or(bytes.size() / sizeof(double)));
  if (bytes.size() != numbers.size() * sizeof(double) ||
      !std::string_view(contents).starts_with(header(key, bytes))) {
    warn_(fmt::format("{}: damaged; computing it again", file.string()));
    return {};
  }
  std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

bool Cache::write(const CacheKey& key, std::span<const double> numbers) const {
  if (folder_.empty()) return true;
  const std::string_view bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
  try {
    create_folders(folder_);
    // A file that a power failure damages is noticed by its hash, and computed again.
    write_file_atomically(folder_ / key.file_name(), header(key, bytes) + std::string(bytes), Sync::later);
  } catch (const Error& failure) {
    warn_(fmt::format("{}; the next run computes it again", failure.what()));
    return false;
  }
  return true;
}

}  // namespace simbench
