#include "simbench/show_results.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "base/print_out.h"
#include "simbench/ascii.h"
#include "simbench/braille_plot.h"
#include "simbench/fastest.h"
#include "simbench/result_table.h"
#include "simbench/solver_colours.h"
#include "simbench/sparkline.h"
#include "simbench/terminal.h"

namespace simbench {

namespace {

constexpr int max_plot_width = 100;  // characters
constexpr int plot_rows = 12;
constexpr int sparkline_columns = 8;

std::optional<double> error_of(const RunResult& result, const Record& record) {
  const std::optional<double> error = result.value(record, "relative_error");
  return error && std::isfinite(*error) ? error : std::nullopt;
}

// The last step that all runs have reached.
int common_step(const std::vector<PlannedRun*>& runs) {
  int step = runs.front()->experiment.length().steps;
  for (const PlannedRun* run : runs) step = std::min(step, run->done.result.records.back().step);
  return step;
}

ErrorCurve curve_of(const PlannedRun& run, int step) {
  ErrorCurve curve{run.label, {}, colour_of(run.experiment.solver)};
  for (const Record& record : run.done.result.records) {
    const std::optional<double> error = error_of(run.done.result, record);
    if (record.step == step && error) curve.points.push_back({static_cast<double>(record.iteration), *error});
  }
  return curve;
}

// The times to the first record of each step whose error is at most `error`, summed over the steps. Empty if
// a step has no such record.
TimesToError times_to(double error, const PlannedRun& run) {
  const Executed& done = run.done;
  TimesToError times{run.label, std::vector<double>(done.elapsed_seconds.size(), 0.0)};
  std::size_t begin = 0;  // first record of the step
  int reached = 0;        // number of steps that reached the error
  for (std::size_t i = 0; i < done.result.records.size(); ++i) {
    const Record& record = done.result.records[i];
    if (record.iteration == 0) begin = i;
    if (record.step != reached + 1 || error_of(done.result, record).value_or(INFINITY) > error) continue;
    ++reached;
    for (std::size_t repetition = 0; repetition < times.seconds.size(); ++repetition) {
      const std::vector<double>& elapsed = done.elapsed_seconds[repetition];
      times.seconds[repetition] += elapsed[i] - elapsed[begin];
    }
  }
  if (reached < run.experiment.length().steps) times.seconds.clear();
  return times;
}

// Compares the times to the target error of the runs. Without a target, it takes the smallest one of three
// errors that at least two runs have reached.
std::vector<std::string> fastest_run(const std::vector<PlannedRun*>& runs) {
  std::vector<double> errors = {1e-6, 1e-3, 1e-1};
  if (const std::optional<double> until = runs.front()->experiment.options.until_relative_error)
    errors = {*until};
  for (const double error : errors) {
    std::vector<TimesToError> times;
    for (const PlannedRun* run : runs) times.push_back(times_to(error, *run));
    std::vector<std::string> lines = fastest(error, std::move(times));
    if (!lines.empty()) return lines;
  }
  return {};
}

// What the terminal can show of a text.
std::string shown(const std::string& text, const Terminal& terminal) {
  return terminal.is_utf8 ? text : in_ascii(text);
}

void print_lines(const std::vector<std::string>& lines, const Terminal& terminal) {
  for (const std::string& line : lines) print_raw(shown(line, terminal) + "\n");
}

}  // namespace

void show_results(const std::vector<PlannedRun*>& runs) {
  const std::optional<Terminal> terminal = terminal_of(STDOUT_FILENO);
  if (!terminal) return print_table(runs);
  if (runs.size() < 2) return print_table(runs, {}, terminal->columns);

  const int steps = runs.front()->experiment.length().steps;
  const int step = common_step(runs);
  std::vector<ErrorCurve> curves;
  for (const PlannedRun* run : runs) curves.push_back(curve_of(*run, step));
  const Decades decades = decades_of(curves);
  std::vector<std::string> sparklines;
  for (const ErrorCurve& curve : curves)
    sparklines.push_back(shown(sparkline(curve, sparkline_columns, decades), *terminal));

  const std::string title =
      steps > 1 ? fmt::format("relative error, step {} of {}", step, steps) : "relative error";
  print_lines(braille_plot(title, curves, {std::min(terminal->columns, max_plot_width), plot_rows},
                           terminal->colours),
              *terminal);
  print_table(runs, sparklines, terminal->columns);
  print_lines(fastest_run(runs), *terminal);
  for (const PlannedRun* run : runs) {
    const std::optional<std::string> noise = run->done.environment.noise();
    if (!noise) continue;
    print_out("Times are noisy: {}.\n", *noise);
    break;
  }
}

}  // namespace simbench
