#include "sweep/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/sha256.h"
#include "sweep/combinations.h"
#include "sweep/run_index.h"

namespace simbench {

using nlohmann::ordered_json;

SweepRun Plan::run(const Combinations& combinations, std::size_t number, SharedObjects& shared) const {
  const std::string& solver = combinations.solver(number);
  Assignments coordinates = combinations.coordinates(number);
  RunOptions run_options = options;
  config::Document document = scene;
  const auto assign = [&](const std::string& place, const std::string& path, const ordered_json& value) {
    if (path == "precision") {
      run_options.precision =
          value == precision_words[0] ? Precision::double_precision : Precision::single_precision;
    } else if (!value.is_null()) {
      document.set_value(path, value, fmt::format("{}{}={}", place, path, value.dump()));
    }
  };
  for (const auto& [path, value] : set) assign("--set ", path, value);
  for (std::size_t i = 0; i < axes.size(); ++i)
    assign(axes[i].place + ": ", coordinates[i].first, coordinates[i].second);
  for (const PlanOverride& change : overrides) {
    if (!holds(change.where, coordinates, solver)) continue;
    for (const auto& [path, value] : change.set) assign(change.place + ": ", path, value);
  }
  const auto& folder = set_folder.empty() ? scene.folder() : set_folder;
  SceneFile file = read_scene_file(std::move(document), {}, folder, shared);
  SweepRun run;
  file.look_up_settings(solver);
  run.experiment = {scene_name, std::move(file), solver, run_options};
  Declines declined = run.experiment.scene->declines(solver, run_options.precision);
  if (!declined) declined = run.experiment.scene->declines_options(run_options);
  run.declined = declined.value_or("");
  run.coordinates = std::move(coordinates);
  run.id = run.experiment.run_id();
  run.combination = number;
  if (const std::string recipe = run.experiment.scene->preparation(); !recipe.empty())
    run.preparation = sha256(recipe).substr(0, 16);
  return run;
}

SweepRun Plan::run(const Combinations& combinations, const IndexedRun& known, SharedObjects& shared) const {
  SweepRun found = run(combinations, known.combination, shared);
  if (found.id != known.id)
    throw Error(
        ExitCode::usage,
        fmt::format("the plan no longer has the run {}, because a file that its scene names or a tuned "
                    "weight has changed; write the index again with --plan --replace-plan",
                    known.id));
  found.source = known.source;
  found.time_unit = known.time_unit;
  return found;
}

bool overlap(std::string_view path, std::string_view other) {
  if (path.size() < other.size()) std::swap(path, other);
  return path.starts_with(other) && (path.size() == other.size() || path[other.size()] == '.');
}

std::string_view solver_of_path(std::string_view path) {
  constexpr std::string_view prefix = "solvers.";
  if (!path.starts_with(prefix)) return {};
  path.remove_prefix(prefix.size());
  return path.substr(0, path.find('.'));
}

void Plan::set_for_all(const std::string& assignment) {
  const std::string path(config::split_assignment(assignment).first);
  for (const Axis& axis : axes) {
    if (overlap(path, axis.path))
      throw Error(ExitCode::usage, fmt::format("--set {}: the plan's axis {} sets it", path, axis.path));
  }
  config::Document document = scene;
  document.set(assignment);  // checks the assignment and parses its value as JSON or text
  std::string pointer = "/" + path;
  std::replace(pointer.begin(), pointer.end(), '.', '/');
  const ordered_json read = document.root().at(ordered_json::json_pointer(pointer));
  if (overlap(path, "body")) set_folder = std::filesystem::current_path();
  std::erase_if(set, [&](const auto& member) { return member.first == path; });
  set.emplace_back(path, read);
  json["set"] = ordered_json::object();
  for (const auto& [member, assigned] : set) json["set"][member] = assigned;
}

bool Axis::applies_to(std::string_view solver) const {
  const std::string_view concerned = solver_of_path(path);
  return concerned.empty() || concerned == solver;
}

double Plan::combination_count() const {
  double count = 0;
  for (const std::string& solver : solvers) {
    double combinations = 1;
    for (const Axis& axis : axes)
      if (axis.applies_to(solver)) combinations *= static_cast<double>(axis.values.size());
    count += combinations;
  }
  return count;
}

std::vector<SweepRun> Plan::runs() const {
  std::vector<SweepRun> result;
  SharedObjects shared;
  RunIndex::of(*this, shared, [&](SweepRun&& run) { result.push_back(std::move(run)); });
  return result;
}

}  // namespace simbench
