// A folder of computed numbers that are expensive to find again: start states and reference minima. Files are
// named by the hash of what they were computed from, written atomically, and verified when read.
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
  // `recipe`: everything that the numbers depend on.
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
  // An empty folder name: nothing is ever found or kept. `warn` is told of files that are damaged or cannot
  // be written; neither stops a run.
  Cache(std::filesystem::path folder, std::function<void(const std::string&)> warn);

  // $SIMBENCH_CACHE, else $XDG_CACHE_HOME/simbench, else $HOME/.cache/simbench, else none.
  static std::filesystem::path default_folder();

  // `count` numbers from the cache (any number of them if `count` is empty) if it holds exactly that many under this key and
  // they are undamaged; else those of `compute`, which are kept. Of several processes that want the same numbers one computes
  // and the others wait. Throws Stopped where the waiting shall end, and what `compute` throws.
  std::vector<double> read_or_compute(const CacheKey& key, std::optional<std::size_t> count,
                                      const std::function<std::vector<double>()>& compute,
                                      const Stop& stop = {}) const;

 private:
  std::optional<std::vector<double>> read(const CacheKey& key, std::optional<std::size_t> count) const;
  // False if it cannot; then it has warned.
  bool write(const CacheKey& key, std::span<const double> numbers) const;

  std::filesystem::path folder_;
  std::function<void(const std::string&)> warn_;
};

}  // namespace simbench
