// Selects some of the runs of a plan.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sweep/combinations.h"
#include "sweep/run_index.h"

namespace simbench {

struct Selection {
  std::optional<std::string> only;       // id of a single run
  std::optional<std::string> only_file;  // a file whose lines begin with ids of runs
  std::optional<std::string> shard;      // "i/n": every n-th run from the i-th on
  std::vector<std::string> filters;      // "axis=value" or "solver=name"; all must hold

  // Whether these are a part of the runs that other processes complete.
  bool is_share() const { return only || only_file || shard; }

  // Returns the selected runs out of the index in their order; applies the filters before the shard. A
  // derived run is in the shard of its source. Reads no scene. Throws Error (usage) if the plan does not have
  // the run, axis or value, or if no run meets all filters.
  std::vector<IndexedRun> of(const Plan& plan, const RunIndex& index) const;
};

// A value on one line, as --list shows it: plain text without quotes, other values as JSON, and "-" if there
// is no value.
std::string value_text(const nlohmann::ordered_json& value);
// "ID solver axis=value ...", without a newline.
std::string run_text(const IndexedRun& run, const Combinations& combinations);

}  // namespace simbench
