// The harness's only loop over iterations and its only clock.
#pragma once

#include <nlohmann/json.hpp>

#include "harness/run_options.h"
#include "harness/trial.h"

namespace simbench {

// One row of iterations.csv and timings.csv.
struct Record {
  int step;                                   // from 1
  int iteration;                              // from 0 in each step
  std::vector<std::optional<double>> values;  // one per column of the trial
  double iteration_seconds;                   // the time of this iteration
  double elapsed_seconds;                     // the sum over all iterations up to this one, recorded or not
};

struct RunResult {
  Columns columns;  // of the records
  std::vector<Record> records;
  std::vector<std::optional<Reference>> references;  // f* of each step
  std::optional<double> start_objective;             // of the first step, if the trial has one [J]
  double setup_seconds = 0;                          // assembly and factorisation, all steps
  double iteration_seconds = 0;                      // all iterations
  int iterations = 0;                                // all steps
  Status status = Status::max_iterations;            // of the last step
  std::string message;                               // the reason for the status; may be empty
  nlohmann::ordered_json manifest_entries;           // of the trial

  // The value of a record in a column.
  std::optional<double> value(const Record& record, std::string_view column) const {
    return record.values[columns.index(column)];
  }
};

struct RunLength {
  int steps = 1;
  int iterations = 0;    // of each step
  double time_step = 0;  // [s]
};

// Functions that run() calls during the run. They cannot affect the solver. An empty function is not called.
struct RunListener {
  std::function<void(const Columns&, const Record&)> record = {};  // for each record
  std::function<void(int step, int iteration)> snapshot = {};      // whenever a snapshot is due
  std::function<void(int step)> state = {};                        // whenever the state is due
  std::function<void(int step)> checkpoint = {};                   // whenever a checkpoint is due
};

// The number of recorded iterates whose objective is infinite, for example because a tet is inverted under a
// law that forbids inversion.
int infinite_objectives(const RunResult& result);

// When the context's Stop is due, the run ends after the present iteration. If it is due while the first
// step's reference is computed, run() throws Stopped, because nothing is recorded yet. The context's Stop
// measures `options.max_wall_seconds`, because that time begins before the run.
RunResult run(Trial& trial, const RunLength& length, const RunOptions& options, const Context& context = {},
              const RunListener& listener = {});

// For `--reference best`: computes the relative errors of all results with the lowest recorded objective as
// f*.
void measure_against_best(const std::vector<RunResult*>& results);

// (f − f*)/(f₀ − f*); absent if f₀ = f* to rounding, if f₀ is infinite, or if there is no f*.
std::optional<double> relative_error(double objective, double start_objective,
                                     std::optional<double> reference_minimum);

}  // namespace simbench
