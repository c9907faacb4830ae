// A folder of cached numbers that are expensive to compute: start states and reference minima. A file is
// named by the hash of its recipe, written atomically, and verified when read.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/stop.h"

namespace simbench {

class CacheKey {
 public:
  // `recipe` holds everything that the numbers depend on.
  CacheKey(std::string kind, std::string_view recipe);
  std::string file_name() const { return kind_ + "-" + hash_.substr(0, 32) + ".cache"; }
  const std::string& kind() const { return kind_; }
  const std::string& hash() const { return hash_; }

 private:
  std::string kind_;
  std::string hash_;
};

class Cache {
 public:
  Cache() = default;  // nothing is found or kept
  // If `folder` is empty, nothing is found or kept. `warn` is called for files that are damaged or cannot be
  // written; neither stops a run.
  Cache(std::filesystem::path folder, std::function<void(const std::string&)> warn);

  // $SIMBENCH_CACHE, else $XDG_CACHE_HOME/simbench, else $HOME/.cache/simbench, else empty.
  static std::filesystem::path default_folder();
  // The default folder's cache, for processes whose warnings nobody would read.
  static Cache without_warnings() {
    return {default_folder(), [](const std::string&) {}};
  }

  // Returns the cached numbers of this key if they are undamaged and there are `count` of them (any number of
  // them if `count` is empty). Otherwise calls `compute` and keeps its numbers. If several processes want the
  // same numbers, one computes and the others wait. Throws Stopped if `stop` ends the waiting, and the
  // exceptions of `compute`.
  std::vector<double> read_or_compute(const CacheKey& key, std::optional<std::size_t> count,
                                      const std::function<std::vector<double>()>& compute,
                                      const Stop& stop = {}) const;

 private:
  std::optional<std::vector<double>> read(const CacheKey& key, std::optional<std::size_t> count) const;
  // Returns false, after a warning, if the numbers cannot be written.
  bool write(const CacheKey& key, std::span<const double> numbers) const;

  std::filesystem::path folder_;
  std::function<void(const std::string&)> warn_;
};

}  // namespace simbench
