// One solver on one system, step by step, as the harness sees it. run() drives a trial, times it and records what it observes.
// What the coordinates are, and what is measured of them, is the trial's own matter.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "base/stop.h"

namespace simbench {

// A column of iterations.csv.
struct Column {
  std::string_view name;
  std::string_view unit;
  std::string_view meaning;
};

// The columns after "iteration". The number of the step stands behind the first `before_step` of them.
struct Columns {
  std::vector<Column> list;
  std::size_t before_step = 0;

  // The place of a column; the name must exist. Each trial has "objective" and "relative_error".
  std::size_t index(std::string_view name) const;
};

// f* of a step, which relative errors are measured against.
struct Reference {
  double minimum = 0;                   // [J]
  std::optional<double> gradient_norm;  // of Newton at f*: how exact it is [N]
};

// The file of a snapshot is named <stem>_<step>_<iteration><extension>.
struct SnapshotFile {
  std::string stem;
  std::string extension;
  std::string contents;
};

class Trial {
 public:
  virtual ~Trial() = default;

  virtual const Columns& columns() const = 0;

  // Poses the problem of the next step, and finds f* as the options ask for it; empty: there is none. `note` is told what takes
  // long. Not timed. Throws Stopped.
  virtual std::optional<Reference> pose_step(bool is_last,
                                             const std::function<void(const std::string&)>& note,
                                             const Stop& stop) = 0;
  // The solver's set-up for that step; puts the iterate to where the step begins. Timed. Empty, or why the step cannot be begun.
  virtual std::optional<Failure> begin_step() = 0;
  // One outer iteration. Timed. Set if the solver could not or need not do one: then the iterate is the one before.
  virtual std::optional<Failure> iterate() = 0;
  // One value a column of the current iterate; absent: there is none.
  virtual std::vector<std::optional<double>> observe() = 0;
  // Why the iterate is of no use any more, as where coordinates are not finite; empty if it is.
  virtual std::optional<Failure> breakdown() const = 0;
  virtual std::vector<SnapshotFile> snapshot() const = 0;
  // Goes on from the end of the step to the start of the next one. Empty, or why that cannot be begun.
  virtual std::optional<Failure> end_step() = 0;

  // What the manifest says of this system and solver alone.
  virtual nlohmann::ordered_json manifest_entries() const = 0;
};

}  // namespace simbench
