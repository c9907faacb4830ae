#include "simbench/result_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiment/metrics.h"

namespace simbench {

namespace {

std::string cell(const std::optional<double>& value, const char* format) {
  return value && std::isfinite(*value) ? fmt::format(fmt::runtime(format), *value) : "-";
}

}  // namespace

void print_table(const std::vector<PlannedRun*>& runs) {
  const auto steps_of = [](const PlannedRun* planned) {
    return planned->configuration.scene["step"]["steps"].get<int>();
  };
  const bool several_steps = steps_of(runs.front()) > 1;
  std::size_t width = 8;
  for (const PlannedRun* planned : runs) width = std::max(width, planned->label.size());
  fmt::print("{:<{}} {}{:>10} {:>14} {:>15} {:>9} {:>9}  {:<15} {}\n", "solver", width,
             several_steps ? "     step " : "", "iterations", "objective [J]", "relative error", "ms/iter.",
             "set-up s", "status", "files");
  for (const PlannedRun* planned : runs) {
    const RunResult& result = planned->result;
    const Record& last = result.records.back();
    const double milliseconds =
        result.iterations > 0 ? 1000 * result.iteration_seconds / result.iterations : 0;
    const std::string step = fmt::format("{:>9} ", fmt::format("{}/{}", last.step, steps_of(planned)));
    fmt::print("{:<{}} {}{:>10} {:>14} {:>15} {:>9.3f} {:>9.3f}  {:<15} {}\n", planned->label, width,
               several_steps ? step : "", result.iterations,
               cell(last.values[metric_index("objective")], "{:.9g}"),
               cell(last.values[metric_index("relative_error")], "{:.3e}"), milliseconds,
               result.setup_seconds, to_string(result.status), planned->folder.string());
  }
  if (several_steps)
    fmt::print(
        "Objective and relative error are those at the end of the step named; iterations.csv has every "
        "step.\n");
}

}  // namespace simbench
