#include "sweep/collapse.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/number_text.h"
#include "base/sha256.h"
#include "base/units.h"
#include "config/writer.h"
#include "results/result_folder.h"

namespace simbench {

using nlohmann::ordered_json;

namespace {

// The JSON of a scene without its preparation, converted to a time unit of `unit` seconds. Numbers are
// rounded to 12 digits, so that rounding errors of k h² do not make equal problems differ.
ordered_json steps_in_time_unit(const Experiment& experiment, double unit) {
  SceneFile scene(experiment.scene->without_preparation());
  const auto describe = [&](config::Fields& fields) { scene.describe_with(fields, experiment.solver); };
  return config::write(describe, [&](double value, std::string_view of) {
    const double converted = in_time_unit(value, of, unit);
    return parse_number(fmt::format("{:.12g}", converted)).value_or(converted);
  });
}

[[noreturn]] void refuse(const SweepRun& run, const std::string& why) {
  std::string where = run.solver();
  for (const auto& [path, value] : run.coordinates) {
    if (!value.is_null()) where += fmt::format(", {} = {}", path, value.dump());
  }
  throw Error(
      ExitCode::usage,
      fmt::format(
          "collapse: {} ({}); problems with equal k h^2 are equal only if they start at rest, move no "
          "anchors and have no forces or absolute weights: leave collapse out",
          why, where));
}

// Refuses a run that cannot be converted. Only the time step and the numbers of the material may depend on
// the unit of time. A number depends on it if it differs between two units.
void check(const SweepRun& run) {
  const Experiment& experiment = run.experiment;
  if (!experiment.scene->without_preparation())
    refuse(run, "the scene is of kind " + std::string(experiment.scene->kind()) +
                    ", or begins in a state from files");
  if (experiment.options.precision == Precision::single_precision) refuse(run, "precision is single");
  if (experiment.options.reference == ReferenceKind::number) refuse(run, "options.reference is a number");
  const ordered_json changes =
      ordered_json::diff(steps_in_time_unit(experiment, 1), steps_in_time_unit(experiment, 2));
  for (const ordered_json& change : changes) {
    std::string path = change.at("path");
    if (path.starts_with("/material/") || path == "/step/time_step") continue;
    std::replace(path.begin(), path.end(), '/', '.');
    refuse(run, path.substr(1) + " is not 0, and its unit contains time");
  }
}

double time_step_of(const SweepRun& run) {
  return run.experiment.length().time_step;
}

// A text that is the same for all runs of equal problems.
std::string problem_of(const SweepRun& run) {
  check(run);
  ordered_json what = run.experiment.json();
  what["scene"].update(steps_in_time_unit(run.experiment, time_step_of(run)));
  what["scene"].erase("description");
  return what.dump();
}

}  // namespace

void Sources::find_source(SweepRun& run) {
  const auto [first, is_new] = first_of_.emplace(sha256(problem_of(run)), First{run.id, time_step_of(run)});
  if (is_new) return;
  run.source = first->second.id;
  run.time_unit = first->second.time_step / time_step_of(run);
}

void derive_run(const SweepFolder& folder, const SweepRun& run) {
  ResultFolder results(folder.run(run.id), run.experiment, Replace::damaged_run, Sync::later);
  if (folder.holds(run)) return;  // another process has done it in the meantime
  if (!ResultFolder::holds(folder.run(run.source), run.source)) {
    throw Error(ExitCode::output, fmt::format("run {}, which it is derived from, has no result", run.source));
  }
  results.derive(folder.run(run.source), run.time_unit);
}

}  // namespace simbench
