// The index of a plan's runs, index.csv in the folder of a sweep: a row for each run, in the order of the
// plan. Making it reads the scene of every run. A process that does a few of many runs reads the index
// instead, and then the scenes of its own runs.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sweep/plan.h"

namespace simbench {

class RunIndex {
 public:
  // Reads the scene of every run, which checks every value of the plan. Equal runs occur once. Throws Error
  // (usage), also if the plan excludes every run. `visit` may take each run.
  static RunIndex of(const Plan& plan, SharedObjects& shared,
                     const std::function<void(SweepRun&&)>& visit = {});
  // Throws Error (output) if the file cannot be read or is damaged.
  static RunIndex read(const std::filesystem::path& file);
  std::string text() const;
  // Whether a text begins like text().
  static bool is_one(std::string_view text);

  const std::vector<IndexedRun>& runs() const { return runs_; }
  // A hash of the ids, which depend on inputs that are not in the plan, such as tuned weights.
  std::string hash() const;

 private:
  std::vector<IndexedRun> runs_;
};

}  // namespace simbench
