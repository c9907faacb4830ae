#include "sweep/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/error.h"
#include "base/nearest_name.h"
#include "base/number_text.h"
#include "config/reader.h"
#include "scene/world.h"

namespace simbench {

using nlohmann::ordered_json;

namespace {

constexpr std::size_t maximum_runs = 100000;

// The members of a JSON object.
Assignments assignments(const ordered_json& json, const std::string& what) {
  if (!json.is_null() && !json.is_object())
    throw Error(ExitCode::usage, what + ": expected an object of paths and values");
  Assignments result;
  for (const auto& [path, value] : json.items()) result.emplace_back(path, value);
  return result;
}

// `count` numbers from `from` to `to`, evenly spaced by their logarithms, rounded to 15 digits so that 1e5 is 1e5.
std::vector<ordered_json> logarithmic_range(double from, double to, int count) {
  std::vector<ordered_json> values;
  for (int i = 0; i < count; ++i) {
    const double share = count == 1 ? 0 : static_cast<double>(i) / (count - 1);
    const double value = std::pow(10, std::log10(from) + share * (std::log10(to) - std::log10(from)));
    values.push_back(*parse_number(fmt::format("{:.15g}", value)));
  }
  return values;
}

struct AxisReader {
  Axis axis;
  ordered_json values;
  bool has_range = false;
  double from = 1, to = 1;
  int count = 1;

  void describe(config::Fields& fields) {
    fields.text("path", axis.path, {.doc = "member of the scene, or precision", .required = true});
    fields.any("values", values, {.doc = "list of values"});
    fields.optional_object("range", has_range,
                           [&](config::Fields& members) {
                             members.number("from", from, {.range = config::positive, .required = true});
                             members.number("to", to, {.range = config::positive, .required = true});
                             members.integer("count", count,
                                             {.minimum = 1, .maximum = 100000, .required = true});
                           },
                           {.doc = "numbers evenly spaced by their logarithms"});
    fields.require(has_range != !values.is_null(), "path", "an axis needs values or a range, and not both");
    fields.require(has_range || (values.is_array() && !values.empty()), "values",
                   "expected a list of at least one value");
    axis.values = has_range ? logarithmic_range(from, to, count) : values.get<std::vector<ordered_json>>();
  }
};

// The solver that an axis or assignment is about; empty: all of them.
std::string_view solver_of(std::string_view path) {
  constexpr std::string_view prefix = "solvers.";
  if (!path.starts_with(prefix)) return {};
  path.remove_prefix(prefix.size());
  return path.substr(0, path.find('.'));
}

bool matches(const Assignments& condition, const Assignments& coordinates, const std::string& solver) {
  return std::all_of(condition.begin(), condition.end(), [&](const auto& member) {
    const auto& [path, wanted] = member;
    ordered_json value = solver;
    if (path != "solver") {
      const auto found = std::find_if(coordinates.begin(), coordinates.end(),
                                      [&](const auto& c) { return c.first == path; });
      value = found->second;
    }
    if (!wanted.is_array()) return value == wanted;
    return std::find(wanted.begin(), wanted.end(), value) != wanted.end();
  });
}

// Conditions can only speak of axes and of values that these have: anything else would silently never match.
void check_condition(const SweepPlan& plan, const Assignments& condition, const std::string& what) {
  std::vector<std::string> paths = {"solver"};
  for (const Axis& axis : plan.axes) paths.push_back(axis.path);
  for (const auto& [path, wanted] : condition) {
    const auto axis = std::find_if(plan.axes.begin(), plan.axes.end(),
                                   [&, p = path](const Axis& a) { return a.path == p; });
    if (axis == plan.axes.end() && path != "solver") {
      throw Error(ExitCode::usage,
                  fmt::format("{}: '{}' is no axis of this plan{}", what, path, did_you_mean(path, paths)));
    }
    const std::vector<ordered_json> any =
        wanted.is_array() ? wanted.get<std::vector<ordered_json>>() : std::vector<ordered_json>{wanted};
    for (const ordered_json& value : any) {
      const bool known =
          path == "solver" ? std::find(plan.solvers.begin(), plan.solvers.end(), value) != plan.solvers.end()
                           : std::find(axis->values.begin(), axis->values.end(), value) != axis->values.end();
      if (!known)
        throw Error(ExitCode::usage, fmt::format("{}: {} never has the value {}", what, path, value.dump()));
    }
  }
}

std::string as_text(const ordered_json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

// A run of the plan at these coordinates; its scene is read, so that every value is checked.
SweepRun run_at(const SweepPlan& plan, Assignments coordinates, const std::string& solver) {
  RunOptions options = plan.options;
  config::Document document = plan.scene;
  const auto assign = [&](const std::string& path, const ordered_json& value) {
    if (path == "precision") {
      if (value != "double" && value != "single") {
        throw Error(ExitCode::usage,
                    fmt::format("precision: {} is not allowed; allowed: double, single", value.dump()));
      }
      options.precision = value == "single" ? Precision::single_precision : Precision::double_precision;
    } else if (!value.is_null()) {
      document.set(path, as_text(value));
    }
  };
  for (const auto& [path, value] : plan.set) assign(path, value);
  for (const auto& [path, value] : coordinates) assign(path, value);
  for (const SweepOverride& change : plan.overrides) {
    if (!matches(change.where, coordinates, solver)) continue;
    for (const auto& [path, value] : change.set) assign(path, value);
  }
  const Scene scene = read_scene(document, {});
  SweepRun run;
  run.coordinates = std::move(coordinates);
  run.configuration = {plan.scene_name, resolved(scene, solver), solver, options};
  run.id = run.configuration.run_id();
  run.declined = find_solver(solver)
                     ->declines(terms_at_rest(scene), *scene.solver_settings.find(solver)->second)
                     .value_or("");
  return run;
}

}  // namespace

SweepPlan SweepPlan::read(const std::filesystem::path& file) {
  return read(config::Document::read(file), {});
}

SweepPlan SweepPlan::read(const config::Document& document, const std::optional<config::Document>& scene) {
  SweepPlan plan;
  plan.json = document.root();
  ordered_json set, solver_names, exclusions, changes;
  std::vector<AxisReader> axes;
  config::read(document, [&](config::Fields& fields) {
    fields.text("description", plan.description, {.doc = "what this sweep is for"});
    fields.text("scene", plan.scene_name, {.doc = "scene file, or the name of one", .required = true});
    fields.any("set", set, {.doc = "values of the scene for all runs, by path"});
    fields.list(
        "axes", axes.size(), [&](std::size_t size) { axes.resize(size); },
        [&](std::size_t i, config::Fields& members) { axes[i].describe(members); }, {.required = true});
    fields.any("solvers", solver_names, {.doc = "names of solvers", .required = true});
    fields.any("exclude", exclusions, {.doc = "conditions of runs that are left out"});
    fields.any("overrides", changes, {.doc = "where: condition, set: values for the runs that meet it"});
    fields.object("options", [&](config::Fields& members) { plan.options.describe(members); },
                  {.doc = "as of a run"});
  });
  const auto where = [&](const std::string& pointer) { return document.where(pointer); };

  plan.scene = scene ? *scene : config::Document::read(find_scene_file(plan.scene_name));
  plan.set = assignments(set, where("/set"));
  for (AxisReader& reader : axes) plan.axes.push_back(std::move(reader.axis));

  std::vector<std::string_view> known;
  for (const SolverEntry& entry : simbench::solvers()) known.push_back(entry.name);
  if (!solver_names.is_array() || solver_names.empty()) {
    throw Error(ExitCode::usage, where("/solvers") + ": expected a list of at least one solver");
  }
  for (const ordered_json& name : solver_names) {
    if (!name.is_string() || !find_solver(name.get<std::string>())) {
      throw Error(ExitCode::usage, fmt::format("{}: no solver {}{}", where("/solvers"), name.dump(),
                                               did_you_mean(as_text(name), known)));
    }
    plan.solvers.push_back(name);
  }
  for (std::size_t i = 0; i < exclusions.size(); ++i) {
    const std::string place = where("/exclude/" + std::to_string(i));
    plan.exclude.push_back(assignments(exclusions[i], place));
    check_condition(plan, plan.exclude.back(), place);
  }
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const std::string place = where("/overrides/" + std::to_string(i));
    const ordered_json& change = changes[i];
    if (!change.is_object() || change.size() != 2 || !change.contains("where") || !change.contains("set")) {
      throw Error(ExitCode::usage, place + ": expected an object with where and set");
    }
    plan.overrides.push_back(
        {assignments(change["where"], place + "/where"), assignments(change["set"], place + "/set")});
    check_condition(plan, plan.overrides.back().where, place + "/where");
  }

  double combinations = static_cast<double>(plan.solvers.size());
  for (const Axis& axis : plan.axes) combinations *= static_cast<double>(axis.values.size());
  if (combinations > static_cast<double>(maximum_runs)) {
    throw Error(ExitCode::usage,
                fmt::format("{}: {:g} combinations are more than {}; split the plan or take fewer values",
                            where("/axes"), combinations, maximum_runs));
  }
  return plan;
}

std::vector<SweepRun> SweepPlan::runs() const {
  std::size_t combinations = 1;
  for (const Axis& axis : axes) combinations *= axis.values.size();
  std::vector<SweepRun> result;
  std::set<std::string> ids;
  for (std::size_t combination = 0; combination < combinations; ++combination) {
    for (const std::string& solver : solvers) {
      Assignments coordinates;
      std::size_t rest = combination;
      for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
        const std::string_view concerned = solver_of(axis->path);
        const ordered_json& value = axis->values[rest % axis->values.size()];
        coordinates.emplace(coordinates.begin(), axis->path,
                            concerned.empty() || concerned == solver ? value : nullptr);
        rest /= axis->values.size();
      }
      const bool excluded = std::any_of(exclude.begin(), exclude.end(), [&](const Assignments& condition) {
        return matches(condition, coordinates, solver);
      });
      if (excluded) continue;
      SweepRun run = run_at(*this, std::move(coordinates), solver);
      if (ids.insert(run.id).second) result.push_back(std::move(run));
    }
  }
  if (result.empty()) throw Error(ExitCode::usage, "the plan excludes every run");
  return result;
}

}  // namespace simbench
