#include "simbench/result_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "results/repetitions.h"

namespace simbench {

namespace {

std::string cell(const std::optional<double>& value, const char* format) {
  return value && std::isfinite(*value) ? fmt::format(fmt::runtime(format), *value) : "-";
}

}  // namespace

void print_table(const std::vector<PlannedRun*>& runs) {
  const auto steps_of = [](const PlannedRun* planned) { return planned->experiment.length().steps; };
  const bool several_steps = steps_of(runs.front()) > 1;
  const bool repeated = runs.front()->done.environment.repeats.size() > 1;
  std::size_t width = 8;
  for (const PlannedRun* planned : runs) width = std::max(width, planned->label.size());
  // These two columns are there where they say something.
  const auto step_cell = [&](const std::string& text) {
    return several_steps ? fmt::format("{:>9} ", text) : "";
  };
  const auto spread_cell = [&](const std::string& text) {
    return repeated ? fmt::format("{:>7} ", text) : "";
  };
  fmt::print("{:<{}} {}{:>10} {:>14} {:>15} {:>9} {}{:>9}  {:<15} {}\n", "solver", width, step_cell("step"),
             "iterations", "objective [J]", "relative error", "ms/iter.", spread_cell("spread"), "set-up s",
             "status", "files");
  for (const PlannedRun* planned : runs) {
    const RunResult& result = planned->done.result;
    const Record& last = result.records.back();
    const double milliseconds =
        result.iterations > 0 ? 1000 * result.iteration_seconds / result.iterations : 0;
    fmt::print("{:<{}} {}{:>10} {:>14} {:>15} {:>9.3f} {}{:>9.3f}  {:<15} {}\n", planned->label, width,
               step_cell(fmt::format("{}/{}", last.step, steps_of(planned))), result.iterations,
               cell(result.value(last, "objective"), "{:.9g}"),
               cell(result.value(last, "relative_error"), "{:.3e}"), milliseconds,
               spread_cell(fmt::format("{:.1f}%", 100 * spread(planned->done.environment.repeats))),
               result.setup_seconds, to_string(result.status), planned->folder.string());
  }
  if (repeated)
    fmt::print(
        "ms/iter. is the median of the repetitions; spread is the range from the fastest to the slowest, in "
        "% of "
        "it.\n");
  if (several_steps)
    fmt::print(
        "Objective and relative error are those at the end of the step named; iterations.csv has every "
        "step.\n");
}

}  // namespace simbench
