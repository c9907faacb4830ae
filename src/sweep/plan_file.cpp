// Reading a plan: everything that can be wrong with it is found here, or by the scene that its values go into.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/nearest_name.h"
#include "base/number_text.h"
#include "config/reader.h"
#include "sweep/plan.h"

namespace simbench {

using nlohmann::ordered_json;

namespace {

constexpr double maximum_runs = 100000;

[[noreturn]] void refuse(const std::string& place, const std::string& why) {
  throw Error(ExitCode::usage, place + ": " + why);
}

std::vector<std::string_view> solver_names() {
  std::vector<std::string_view> names;
  for (const SolverEntry& entry : solvers()) names.push_back(entry.name);
  return names;
}

// The members of a JSON object; null is none.
Assignments assignments(const ordered_json& json, const std::string& place) {
  if (!json.is_null() && !json.is_object()) refuse(place, "expected an object of paths and values");
  Assignments result;
  for (const auto& [path, value] : json.items()) result.emplace_back(path, value);
  return result;
}

// `count` numbers from `from` to `to`, evenly spaced by their logarithms, rounded to 15 digits so that 1e5 is 1e5.
std::vector<ordered_json> logarithmic_range(double from, double to, int count) {
  std::vector<ordered_json> values;
  const long double low = std::log10(static_cast<long double>(from)),
                    high = std::log10(static_cast<long double>(to));
  for (int i = 0; i < count; ++i) {
    const long double share = count == 1 ? 0 : static_cast<long double>(i) / (count - 1);
    values.push_back(*parse_number(fmt::format("{:.15g}", std::pow(10.0L, low + share * (high - low)))));
  }
  values.front() = from;
  if (count > 1) values.back() = to;
  return values;
}

struct AxisForm {
  std::string path;
  ordered_json values;
  bool has_range = false;
  double from = 1, to = 1;
  int count = 1;

  void describe(config::Fields& fields) {
    fields.text("path", path, {.doc = "member of the scene, or precision", .required = true});
    fields.any("values", values, {.doc = "list of values"});
    fields.optional_object("range", has_range,
                           [&](config::Fields& members) {
                             members.number("from", from, {.range = config::positive, .required = true});
                             members.number("to", to, {.range = config::positive, .required = true});
                             members.integer("count", count,
                                             {.minimum = 1, .maximum = 100000, .required = true});
                           },
                           {.doc = "numbers evenly spaced by their logarithms"});
  }

  Axis axis(const std::string& place) const {
    if (has_range == !values.is_null()) refuse(place, "an axis needs values or a range, and not both");
    if (!has_range && (!values.is_array() || values.empty()))
      refuse(place, "values: expected a list of at least one value");
    const Axis result{
        place, path,
        has_range ? logarithmic_range(from, to, count) : values.get<std::vector<ordered_json>>()};
    for (const ordered_json& value : result.values) {
      if (value.is_null()) refuse(place, "values: null is no value");
      if (path == "precision" && value != "double" && value != "single") {
        refuse(place, fmt::format("values: {} is not allowed; allowed: double, single", value.dump()));
      }
    }
    if (const std::string_view solver = solver_of_path(path); !solver.empty() && !find_solver(solver)) {
      refuse(place, fmt::format("path: no solver '{}'{}", solver, did_you_mean(solver, solver_names())));
    }
    return result;
  }
};

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

}  // namespace

SweepPlan SweepPlan::read(const std::filesystem::path& file) {
  return read(config::Document::read(file), {});
}

SweepPlan SweepPlan::read(const config::Document& document, const std::optional<config::Document>& scene) {
  SweepPlan plan;
  plan.json = document.root();
  ordered_json set, names, exclusions, changes;
  std::vector<AxisForm> axes;
  config::read(document, [&](config::Fields& fields) {
    fields.text("description", plan.description, {.doc = "what this sweep is for"});
    fields.text("scene", plan.scene_name, {.doc = "scene file, or the name of one", .required = true});
    fields.any("set", set, {.doc = "values of the scene for all runs, by path"});
    fields.list(
        "axes", axes.size(), [&](std::size_t size) { axes.resize(size); },
        [&](std::size_t i, config::Fields& members) { axes[i].describe(members); }, {.required = true});
    fields.any("solvers", names, {.doc = "names of solvers", .required = true});
    fields.any("exclude", exclusions, {.doc = "conditions of runs that are left out"});
    fields.any("overrides", changes, {.doc = "where: condition, set: values for the runs that meet it"});
    fields.boolean("collapse", plan.collapse, {.doc = "compute runs of equal problems once"});
    fields.object("options", [&](config::Fields& members) { plan.options.describe(members); },
                  {.doc = "as of a run"});
  });
  const auto where = [&](const std::string& pointer) { return document.where(pointer); };
  const auto place = [&](const char* list, std::size_t i) {
    return where(std::string(list) + "/" + std::to_string(i));
  };

  const ReferenceChoice::Kind reference = plan.options.reference.kind;
  if (reference == ReferenceChoice::Kind::best) {
    refuse(where("/options/reference"),
           "runs of a sweep do not know of each other; take newton, none or a number");
  }
  if (plan.options.until_relative_error && reference == ReferenceChoice::Kind::none) {
    refuse(where("/options/until_relative_error"), "needs a reference: newton or a number");
  }

  const std::filesystem::path scene_file =
      scene ? plan.scene_name : named_scenes.find(plan.scene_name).string();
  plan.scene = scene ? *scene : config::Document::read(scene_file);
  plan.scene_name = scene_file.filename();
  read_scene(plan.scene, {});  // a scene that is bad by itself is not the plan's fault
  plan.set = assignments(set, where("/set"));
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const Axis axis = axes[i].axis(place("/axes", i));
    for (const Axis& other : plan.axes) {
      if (other.path == axis.path) refuse(axis.place, "there is an axis '" + axis.path + "' already");
    }
    plan.axes.push_back(axis);
  }

  if (!names.is_array() || names.empty()) refuse(where("/solvers"), "expected a list of at least one solver");
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string name = names[i].is_string() ? names[i].get<std::string>() : names[i].dump();
    if (!find_solver(name)) {
      refuse(place("/solvers", i), fmt::format("no solver '{}'{}", name, did_you_mean(name, solver_names())));
    }
    plan.solvers.push_back(name);
  }
  if (!exclusions.is_null() && !exclusions.is_array())
    refuse(where("/exclude"), "expected a list of conditions");
  for (std::size_t i = 0; i < exclusions.size(); ++i) {
    plan.exclude.push_back(assignments(exclusions[i], place("/exclude", i)));
    check_condition(plan, plan.exclude.back(), place("/exclude", i));
  }
  if (!changes.is_null() && !changes.is_array())
    refuse(where("/overrides"), "expected a list of {where, set}");
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const ordered_json& change = changes[i];
    const std::string here = place("/overrides", i);
    if (!change.is_object() || change.size() != 2 || !change.contains("where") || !change.contains("set")) {
      refuse(here, "expected an object with where and set");
    }
    plan.overrides.push_back({here, assignments(change["where"], here), assignments(change["set"], here)});
    check_condition(plan, plan.overrides.back().where, here);
  }

  double combinations = static_cast<double>(plan.solvers.size());
  for (const Axis& axis : plan.axes) combinations *= static_cast<double>(axis.values.size());
  if (combinations > maximum_runs) {
    refuse(where("/axes"),
           fmt::format("{:g} combinations are more than {:g}; split the plan or take fewer values",
                       combinations, maximum_runs));
  }
  return plan;
}

}  // namespace simbench
