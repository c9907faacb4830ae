#include "sweep/collapse.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.h"
#include "base/number_text.h"
#include "base/units.h"
#include "config/writer.h"
#include "experiment/result_folder.h"

namespace simbench {

using nlohmann::ordered_json;

namespace {

// A scene's steps (its preparation apart) with time measured in `unit` seconds. Digits that k h² owes to rounding are
// dropped.
ordered_json steps_in_time_unit(Scene scene, const std::string& solver, double unit) {
  scene.preparation.reset();
  return config::write([&](config::Fields& fields) { scene.describe(fields, solver); },
                       [&](double value, std::string_view of) {
                         const double converted = in_time_unit(value, of, unit);
                         return parse_number(fmt::format("{:.12g}", converted)).value_or(converted);
                       });
}

[[noreturn]] void refuse(const SweepRun& run, const std::string& why) {
  std::string where = run.configuration.solver;
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
void check(const SweepRun& run, const Scene& scene) {
  if (run.configuration.options.precision == Precision::single_precision) refuse(run, "precision is single");
  if (run.configuration.options.reference.kind == ReferenceChoice::Kind::number)
    refuse(run, "options.reference is a number");
  const std::string& solver = run.configuration.solver;
  const ordered_json changes =
      ordered_json::diff(steps_in_time_unit(scene, solver, 1), steps_in_time_unit(scene, solver, 2));
  for (const ordered_json& change : changes) {
    std::string path = change.at("path");
    if (path.starts_with("/material/") || path == "/step/time_step") continue;
    std::replace(path.begin(), path.end(), '/', '.');
    refuse(run, path.substr(1) + " is not 0, and time enters it");
  }
}

// What runs of equal problems have in common, to the letter.
std::string problem_of(const SweepRun& run) {
  const Scene scene = run.configuration.parsed_scene();
  check(run, scene);
  ordered_json what = run.configuration.json();
  what["scene"].update(steps_in_time_unit(scene, run.configuration.solver, scene.step.time_step));
  what["scene"].erase("description");
  return what.dump();
}

double time_step_of(const ordered_json& scene) {
  return scene.at("step").at("time_step");
}

}  // namespace

void find_sources(std::vector<SweepRun>& runs) {
  std::map<std::string, std::string> first_of;  // id of the first run, by problem
  for (SweepRun& run : runs) {
    const auto [first, is_new] = first_of.emplace(problem_of(run), run.id);
    if (!is_new) run.source = first->second;
  }
}

void derive_run(const SweepFolder& folder, const SweepRun& run) {
  ResultFolder results(folder.run(run.id), run.configuration, Replace::damaged_run);
  if (folder.holds(run)) return;  // another process has done it in the meantime
  if (!ResultFolder::holds(folder.run(run.source), run.source)) {
    throw Error(ExitCode::output, fmt::format("run {}, which it is derived from, has no result", run.source));
  }
  const RunConfiguration source = RunConfiguration::from_manifest(folder.run(run.source) / "manifest.json");
  results.derive(folder.run(run.source), time_step_of(source.scene) / time_step_of(run.configuration.scene));
}

}  // namespace simbench
