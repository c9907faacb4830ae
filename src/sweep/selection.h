// Selects some of the runs of a plan.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sweep/plan.h"

namespace simbench {

struct Selection {
  std::optional<std::string> only;   // id of a single run
  std::optional<std::string> shard;  // "i/n": every n-th run from the i-th on
  std::vector<std::string> filters;  // "axis=value" or "solver=name"; all must hold

  // Returns the selected runs out of `all` in their order; applies the filters before the shard. A derived
  // run is in the shard of its source. Throws Error (usage) if the plan does not have the run, axis or value,
  // or if no run meets all filters.
  std::vector<SweepRun> of(const Plan& plan, const std::vector<SweepRun>& all) const;
};

// A value on one line, as --list shows it: plain text without quotes, other values as JSON, and "-" if there
// is no value.
std::string value_text(const nlohmann::ordered_json& value);
// "ID solver axis=value ...", without a newline.
std::string run_text(const SweepRun& run);

}  // namespace simbench
