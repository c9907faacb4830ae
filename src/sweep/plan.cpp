#include "sweep/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "sweep/collapse.h"

namespace simbench {

using nlohmann::ordered_json;

namespace {

bool matches(const Assignments& condition, const Assignments& coordinates, const std::string& solver) {
  return std::all_of(condition.begin(), condition.end(), [&](const auto& member) {
    const ordered_json& wanted = member.second;
    ordered_json value = solver;
    if (member.first != "solver") {
      const auto found = std::find_if(coordinates.begin(), coordinates.end(),
                                      [&](const auto& c) { return c.first == member.first; });
      value = found->second;
    }
    if (!wanted.is_array()) return value == wanted;
    return std::find(wanted.begin(), wanted.end(), value) != wanted.end();
  });
}

// The run of the plan at these coordinates. Reads the scene, which checks every value. Messages about a value
// begin with its place in the plan.
SweepRun run_at(const Plan& plan, Assignments coordinates, const std::string& solver, SharedObjects& shared) {
  RunOptions options = plan.options;
  config::Document document = plan.scene;
  const auto assign = [&](const std::string& place, const std::string& path, const ordered_json& value) {
    if (path == "precision") {
      options.precision =
          value == precision_words[0] ? Precision::double_precision : Precision::single_precision;
    } else if (!value.is_null()) {
      document.set_value(path, value, fmt::format("{}{}={}", place, path, value.dump()));
    }
  };
  for (const auto& [path, value] : plan.set) assign("--set ", path, value);
  for (std::size_t i = 0; i < plan.axes.size(); ++i)
    assign(plan.axes[i].place + ": ", coordinates[i].first, coordinates[i].second);
  for (const PlanOverride& change : plan.overrides) {
    if (!matches(change.where, coordinates, solver)) continue;
    for (const auto& [path, value] : change.set) assign(change.place + ": ", path, value);
  }
  const auto& set_folder = plan.set_folder.empty() ? plan.scene.folder() : plan.set_folder;
  SceneFile file = read_scene_file(std::move(document), {}, set_folder, shared);
  SweepRun run;
  file.look_up_settings(solver);
  run.experiment = {plan.scene_name, std::move(file), solver, options};
  Declines declined = run.experiment.scene->declines(solver, options.precision);
  if (!declined) declined = run.experiment.scene->declines_options(options);
  run.declined = declined.value_or("");
  run.coordinates = std::move(coordinates);
  run.id = run.experiment.run_id();
  return run;
}

}  // namespace

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

std::vector<SweepRun> Plan::runs() const {
  std::size_t combinations = 1;
  for (const Axis& axis : axes) combinations *= axis.values.size();
  std::vector<SweepRun> result;
  std::set<std::string> ids;
  SharedObjects shared;
  for (std::size_t combination = 0; combination < combinations; ++combination) {
    for (const std::string& solver : solvers) {
      Assignments coordinates;
      std::size_t rest = combination;
      for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
        const std::string_view concerned = solver_of_path(axis->path);
        const ordered_json& value = axis->values[rest % axis->values.size()];
        coordinates.emplace(coordinates.begin(), axis->path,
                            concerned.empty() || concerned == solver ? value : nullptr);
        rest /= axis->values.size();
      }
      const bool excluded = std::any_of(exclude.begin(), exclude.end(), [&](const Assignments& condition) {
        return matches(condition, coordinates, solver);
      });
      if (excluded) continue;
      SweepRun run = run_at(*this, std::move(coordinates), solver, shared);
      if (ids.insert(run.id).second) result.push_back(std::move(run));
    }
  }
  if (result.empty()) throw Error(ExitCode::usage, "the plan excludes every run");
  if (collapse) find_sources(result);
  return result;
}

}  // namespace simbench
