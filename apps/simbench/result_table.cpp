#include "simbench/result_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/print_out.h"
#include "results/repetitions.h"

namespace simbench {

namespace {

std::string cell(const std::optional<double>& value, const char* format) {
  return value && std::isfinite(*value) ? fmt::format(fmt::runtime(format), *value) : "-";
}

// The cells of a row or of the header.
struct Row {
  std::string numbers, curve, status, files;
};

// Prints the curves if they fit into a line of `columns` characters: beside the files if there is room,
// otherwise instead of them.
void print_rows(const std::vector<Row>& rows, const std::filesystem::path& output, int columns) {
  constexpr std::size_t curve_width = 8, status_width = 15;
  const auto has_curve = [](const Row& row) { return !row.curve.empty(); };
  std::size_t width = rows.front().numbers.size() + 2 + curve_width + 2 + status_width;
  std::size_t files_width = 0;
  for (const Row& row : rows) files_width = std::max(files_width, row.files.size());
  const bool curves_fit =
      static_cast<int>(width) <= columns && std::any_of(rows.begin() + 1, rows.end(), has_curve);
  const bool files_fit = !curves_fit || static_cast<int>(width + 1 + files_width) <= columns;
  for (const Row& row : rows) {
    const std::string curve = curves_fit ? fmt::format("{:<{}}  ", row.curve, curve_width) : "";
    const std::string status =
        files_fit ? fmt::format("{:<{}} {}", row.status, status_width, row.files) : row.status;
    print_out("{}  {}{}\n", row.numbers, curve, status);
  }
  if (!files_fit) print_out("The files of each run are in {}\n", (output / "<solver>").string());
}

}  // namespace

void print_table(const std::vector<PlannedRun*>& runs, const std::vector<std::string>& sparklines,
                 int columns) {
  const auto steps_of = [](const PlannedRun* planned) { return planned->experiment.length().steps; };
  const bool several_steps = steps_of(runs.front()) > 1;
  const bool repeated = runs.front()->done.environment.repeats.size() > 1;
  std::size_t width = 8;
  for (const PlannedRun* planned : runs) width = std::max(width, planned->label.size());
  // The columns "step" and "spread" are present only if they carry information.
  const auto step_cell = [&](const std::string& text) {
    return several_steps ? fmt::format("{:>9} ", text) : "";
  };
  const auto spread_cell = [&](const std::string& text) {
    return repeated ? fmt::format("{:>7} ", text) : "";
  };
  std::vector<Row> rows;
  rows.push_back({fmt::format("{:<{}} {}{:>10} {:>14} {:>15} {:>9} {}{:>9}", "solver", width,
                              step_cell("step"), "iterations", "objective [J]", "relative error", "ms/iter.",
                              spread_cell("spread"), "set-up s"),
                  "error", "status", "files"});
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const PlannedRun* planned = runs[i];
    const RunResult& result = planned->done.result;
    const Record& last = result.records.back();
    const double milliseconds =
        result.iterations > 0 ? 1000 * result.iteration_seconds / result.iterations : 0;
    rows.push_back(
        {fmt::format("{:<{}} {}{:>10} {:>14} {:>15} {:>9.3f} {}{:>9.3f}", planned->label, width,
                     step_cell(fmt::format("{}/{}", last.step, steps_of(planned))), result.iterations,
                     cell(result.value(last, "objective"), "{:.9g}"),
                     cell(result.value(last, "relative_error"), "{:.3e}"), milliseconds,
                     spread_cell(fmt::format("{:.1f}%", 100 * spread(planned->done.environment.repeats))),
                     result.setup_seconds),
         i < sparklines.size() ? sparklines[i] : "", std::string(to_string(result.status)),
         planned->folder.string()});
  }
  const std::filesystem::path output = runs.front()->folder.parent_path();
  const bool one_place = std::all_of(runs.begin(), runs.end(), [&](const PlannedRun* planned) {
    return planned->folder == output / planned->label;  // a run that was cut short may be in another folder
  });
  print_rows(rows, output, one_place ? columns : std::numeric_limits<int>::max());
  if (repeated)
    print_out(
        "ms/iter. is the median of the repetitions; spread is the range from the fastest to the slowest, in "
        "% of the median.\n");
  if (several_steps)
    print_out(
        "Objective and relative error are values at the end of the given step; iterations.csv has every "
        "step.\n");
}

}  // namespace simbench
