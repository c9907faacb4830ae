// One solver on one scene, step by step. run() drives a trial, times it and records its metrics. Only the
// trial itself knows the coordinates and the metrics.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/context.h"
#include "base/status.h"
#include "harness/checkpoint.h"

namespace simbench {

// A column of iterations.csv.
struct Column {
  std::string_view name;
  std::string_view unit;
  std::string_view meaning;
};

// The columns after "iteration". The column "step" follows the first `before_step` of them.
struct Columns {
  std::vector<Column> list;
  std::size_t before_step = 0;

  // The index of a column. Throws std::logic_error if there is none. Every trial has "objective" and
  // "relative_error".
  std::size_t index(std::string_view name) const;
};

// f* of a step, the reference of relative errors.
struct Reference {
  double minimum = 0;                   // [J]
  std::optional<double> gradient_norm;  // at Newton's f*: a measure of its accuracy [N]
};

// The file of a snapshot is named <stem>_<step>_<iteration><extension>.
struct SnapshotFile {
  std::string stem;
  std::string extension;
  std::string contents;
};

// Rows of a table that grows during a run, as lines of CSV.
struct TableRows {
  std::string file;    // "bodies.csv"
  std::string header;  // a line
  std::string rows;    // lines
};

class Trial {
 public:
  virtual ~Trial() = default;

  virtual const Columns& columns() const = 0;

  // Sets up the problem of the next step. Returns f* according to the options, or empty if there is none. Not
  // timed. Throws Stopped.
  virtual std::optional<Reference> pose_step(bool is_last, const Context& context) = 0;
  // Calls the solver's set-up for that step, which sets the iterate to the start of the step. Timed. Returns
  // why the step cannot begin; empty if it can.
  virtual std::optional<Failure> begin_step() = 0;
  // Does one outer iteration. Timed. Returns the reason if the solver could not or need not do it; the
  // iterate is then unchanged.
  virtual std::optional<Failure> iterate() = 0;
  // The metrics of the current iterate: one entry per column, empty if there is no value.
  virtual std::vector<std::optional<double>> observe() = 0;
  // The objective in the denominator of relative errors, once iteration 0 is observed [J]; empty if it is
  // that of iteration 0.
  virtual std::optional<double> start_objective() const { return {}; }
  // Why the run cannot continue from this iterate, for example because coordinates are not finite; empty if
  // it can.
  virtual std::optional<Failure> breakdown() const = 0;
  virtual std::vector<SnapshotFile> snapshot() const = 0;
  // The state that the step ends with, as rows of tables; of step 0, the start of the run. A system without
  // such tables declines the option state_every.
  virtual std::vector<TableRows> state(int /*step*/) const { return {}; }
  // The same state with all that the next step depends on, but without the kind of scene and the solver's
  // name. If the run follows the trajectory of the minima, it is the minimum's.
  virtual Checkpoint checkpoint(int step) const = 0;
  // Advances from the end of this step to the start of the next one. Returns why the next step cannot begin;
  // empty if it can.
  virtual std::optional<Failure> end_step() = 0;

  // A sentence on the whole run that its reader should know; empty if there is none.
  virtual std::string remark() const { return {}; }

  // Members of the manifest that are specific to this system and solver.
  virtual nlohmann::ordered_json manifest_entries() const = 0;
};

}  // namespace simbench
