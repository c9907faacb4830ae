#include "sweep/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <compare>
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

namespace {

// A value of each axis, by its number, and a solver. Axes that do not apply to the solver have the number 0.
struct Combination {
  std::vector<std::size_t> values;
  std::size_t solver;
  auto operator<=>(const Combination&) const = default;
};

// In the order of runs().
std::vector<Combination> combinations_of(const Plan& plan) {
  std::vector<Combination> result;
  for (std::size_t solver = 0; solver < plan.solvers.size(); ++solver) {
    std::vector<Combination> own = {{std::vector<std::size_t>(plan.axes.size()), solver}};
    for (std::size_t axis = 0; axis < plan.axes.size(); ++axis) {
      if (!plan.axes[axis].applies_to(plan.solvers[solver])) continue;
      const std::vector<Combination> before = std::move(own);
      own.clear();
      for (std::size_t value = 0; value < plan.axes[axis].values.size(); ++value) {
        for (const Combination& combination : before) own.emplace_back(combination).values[axis] = value;
      }
    }
    result.insert(result.end(), own.begin(), own.end());
  }
  std::ranges::sort(result);
  return result;
}

}  // namespace

std::vector<SweepRun> Plan::runs() const {
  std::vector<SweepRun> result;
  std::set<std::string> ids;
  SharedObjects shared;
  for (const auto& [values, number] : combinations_of(*this)) {
    const std::string& solver = solvers[number];
    Assignments coordinates;
    for (std::size_t i = 0; i < axes.size(); ++i)
      coordinates.emplace_back(axes[i].path,
                               axes[i].applies_to(solver) ? axes[i].values[values[i]] : nullptr);
    const bool excluded = std::any_of(exclude.begin(), exclude.end(), [&](const Assignments& condition) {
      return matches(condition, coordinates, solver);
    });
    if (excluded) continue;
    SweepRun run = run_at(*this, std::move(coordinates), solver, shared);
    if (ids.insert(run.id).second) result.push_back(std::move(run));
  }
  if (result.empty()) throw Error(ExitCode::usage, "the plan excludes every run");
  if (collapse) find_sources(result);
  return result;
}

}  // namespace simbench
