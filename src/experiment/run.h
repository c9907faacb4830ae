// The only loop over iterations and the only clock.
#pragma once

#include <nlohmann/json.hpp>

#include "experiment/run_options.h"
#include "experiment/trial.h"

namespace simbench {

// One row of iterations.csv and timings.csv.
struct Record {
  int step;                                   // from 1
  int iteration;                              // from 0 in each step
  std::vector<std::optional<double>> values;  // one a column of the trial
  double iteration_seconds;                   // of this iteration
  double elapsed_seconds;                     // of all iterations of the run up to this one, recorded or not
};

struct RunResult {
  const Columns* columns = nullptr;  // of the records
  std::vector<Record> records;
  std::vector<std::optional<Reference>> references;  // f* of each step
  double setup_seconds = 0;                          // assembly and factorisation, all steps
  double iteration_seconds = 0;                      // all iterations
  int iterations = 0;                                // all steps
  Status status = Status::max_iterations;            // of the last step
  std::string message;                               // what the status leaves unsaid
  nlohmann::ordered_json manifest_entries;           // of the trial

  // The value of a record in a column.
  std::optional<double> value(const Record& record, std::string_view column) const {
    return record.values[columns->index(column)];
  }
};

struct RunLength {
  int steps = 1;
  int iterations = 0;    // of each step
  double time_step = 0;  // [s]
};

// Told of the run while it goes on; nothing that it does can reach the solver. What is empty is not told.
struct RunListener {
  std::function<void(const std::string&)> note = {};               // what takes long before iterations start
  std::function<void(const Columns&, const Record&)> record = {};  // each record, when it is taken
  std::function<void(int step, int iteration)> snapshot = {};      // when one is due
  Stop stop = {};                                                  // due: finish the iteration and stop
};

// How many of the recorded iterates have an objective that is no finite number: an inverted tet under a law that forbids it.
int infinite_objectives(const RunResult& result);

// Throws Stopped where nothing is recorded yet: while the first step's reference is looked for. The seconds of
// `options.max_wall_seconds` are counted by the listener's Stop, since they begin before the run.
RunResult run(Trial& trial, const RunLength& length, const RunOptions& options, const RunListener& listener);

// For `--reference best`: puts the relative errors of all results against the lowest objective that any
// reached.
void measure_against_best(const std::vector<RunResult*>& results);

// (f − f*)/(f₀ − f*); absent if f₀ = f* to rounding, if f₀ is infinite, or if there is no f*.
std::optional<double> relative_error(double objective, double start_objective,
                                     std::optional<double> reference_minimum);

}  // namespace simbench
