// Which runs of a plan a command is for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "study/plan.h"

namespace simbench {

struct Selection {
  std::optional<std::string> only;   // id of the one run
  std::optional<std::string> shard;  // "i/n": every n-th run from the i-th on
  std::vector<std::string> filters;  // "axis=value" or "solver=name"; all must hold

  // These of all runs of the plan, in their order: first the filters, then the shard. A run that is derived goes with its
  // source. Throws Error (usage) for a run, an axis or a value that the plan does not have, and where no run meets all filters.
  std::vector<StudyRun> of(const Plan& plan, const std::vector<StudyRun>& all) const;
};

// A value on one line, as --list shows it: a text as it is if that is plain, else as JSON; "-" for none.
std::string value_text(const nlohmann::ordered_json& value);
// "ID solver axis=value ...", without the end of the line.
std::string run_text(const StudyRun& run);

}  // namespace simbench
