#include "study/collapse.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.h"
#include "base/number_text.h"
#include "base/units.h"
#include "config/writer.h"
#include "results/result_folder.h"

namespace simbench {

using nlohmann::ordered_json;

namespace {

// A scene's steps (its preparation apart) with time measured in `unit` seconds. Digits that k h² owes to rounding are
// dropped.
ordered_json steps_in_time_unit(const Experiment& experiment, double unit) {
  SceneFile scene = experiment.scene;
  scene.as<DeformableScene>()->scene.preparation.reset();
  const auto describe = [&](config::Fields& fields) { scene.describe_with(fields, experiment.solver); };
  return config::write(describe, [&](double value, std::string_view of) {
    const double converted = in_time_unit(value, of, unit);
    return parse_number(fmt::format("{:.12g}", converted)).value_or(converted);
  });
}

[[noreturn]] void refuse(const StudyRun& run, const std::string& why) {
  std::string where = run.solver();
  for (const auto& [path, value] : run.coordinates) {
    if (!value.is_null()) where += fmt::format(", {} = {}", path, value.dump());
  }
  throw Error(
      ExitCode::usage,
      fmt::format("collapse: {} ({}); only problems from rest with nothing moving, no forces and no absolute "
                  "numbers but the material's are equal for equal k h^2: leave collapse out",
                  why, where));
}

// Two numbers are different where they are given in other units of time: those must be the time step and the material's.
void check(const StudyRun& run) {
  const Experiment& experiment = run.experiment;
  if (!experiment.scene.as<DeformableScene>())
    refuse(run, "the scene is of kind " + std::string(experiment.scene.kind()));
  if (experiment.options.precision == Precision::single_precision) refuse(run, "precision is single");
  if (experiment.options.reference == ReferenceKind::number) refuse(run, "options.reference is a number");
  const ordered_json changes =
      ordered_json::diff(steps_in_time_unit(experiment, 1), steps_in_time_unit(experiment, 2));
  for (const ordered_json& change : changes) {
    std::string path = change.at("path");
    if (path.starts_with("/material/") || path == "/step/time_step") continue;
    std::replace(path.begin(), path.end(), '/', '.');
    refuse(run, path.substr(1) + " is not 0, and time enters it");
  }
}

double time_step_of(const StudyRun& run) {
  return run.experiment.scene.as<DeformableScene>()->scene.step.time_step;
}

// What runs of equal problems have in common, to the letter.
std::string problem_of(const StudyRun& run) {
  check(run);
  ordered_json what = run.experiment.json();
  what["scene"].update(steps_in_time_unit(run.experiment, time_step_of(run)));
  what["scene"].erase("description");
  return what.dump();
}

}  // namespace

void find_sources(std::vector<StudyRun>& runs) {
  std::map<std::string, const StudyRun*> first_of;  // the first run, by problem
  for (StudyRun& run : runs) {
    const auto [first, is_new] = first_of.emplace(problem_of(run), &run);
    if (is_new) continue;
    run.source = first->second->id;
    run.time_unit = time_step_of(*first->second) / time_step_of(run);
  }
}

void derive_run(const StudyFolder& folder, const StudyRun& run) {
  ResultFolder results(folder.run(run.id), run.experiment, Replace::damaged_run, Sync::later);
  if (folder.holds(run)) return;  // another process has done it in the meantime
  if (!ResultFolder::holds(folder.run(run.source), run.source)) {
    throw Error(ExitCode::output, fmt::format("run {}, which it is derived from, has no result", run.source));
  }
  results.derive(folder.run(run.source), run.time_unit);
}

}  // namespace simbench
