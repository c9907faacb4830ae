// Reads a plan and checks it. Reading the scene checks the plan's values.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/cell.h"
#include "base/error.h"
#include "base/nearest_name.h"
#include "base/number_text.h"
#include "config/parser.h"
#include "config/reader.h"
#include "harness/solver_files.h"
#include "sweep/plan.h"
#include "sweep/plan_form.h"

namespace simbench {

using nlohmann::ordered_json;

namespace {

constexpr double maximum_runs = 1e6;

[[noreturn]] void refuse(const std::string& place, const std::string& why) {
  throw Error(ExitCode::usage, place + ": " + why);
}

Assignments assignments(const ordered_json& object) {
  Assignments result;
  for (const auto& [path, value] : object.items()) result.emplace_back(path, value);
  return result;
}

// `count` numbers from `from` to `to`, evenly spaced by their logarithms, rounded to 15 digits so that 1e5 is
// 1e5.
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

std::string no_solver(std::string_view name, const SceneFile& scene) {
  return fmt::format("no solver '{}' for a scene of kind {}{}", name, scene->kind(),
                     did_you_mean(name, names_of(scene->solvers.all())));
}

Axis axis_of(const AxisForm& form, const std::string& place, const SceneFile& scene) {
  if (form.has_range == !form.values.empty()) refuse(place, "an axis needs values or a range, not both");
  Axis axis{place, form.path, form.values};
  if (form.has_range) axis.values = logarithmic_range(form.from, form.to, form.count);
  for (const ordered_json& value : axis.values) {
    if (axis.path == "precision" && value != "double" && value != "single") {
      refuse(place, fmt::format("values: {} is not allowed; allowed: double, single", value.dump()));
    }
  }
  if (axis.path == "description")
    refuse(place, "path: the description of a scene changes no run; leave this axis out");
  for (const ordered_json& value : axis.values) {
    if (value.is_string() && is_computed_by_spreadsheets(value.get_ref<const std::string&>()))
      refuse(place,
             fmt::format("values: {} would be a cell of summary.csv that spreadsheets compute; give it "
                         "another first character (./ for a file)",
                         value.dump()));
  }
  if (const std::string_view solver = solver_of_path(axis.path);
      !solver.empty() && !scene.has_solver(solver)) {
    refuse(place, "path: " + no_solver(solver, scene));
  }
  return axis;
}

// Refuses a plan that sets a member both by an axis and elsewhere: the summary would show values that the
// runs did not have.
void check_paths(const Plan& plan, const config::Document& document) {
  const auto axis_pointer = [](std::size_t i) { return "/axes/" + std::to_string(i); };
  const auto check = [&](const std::string& pointer, const std::string& path, std::size_t axes) {
    for (std::size_t i = 0; i < axes; ++i) {
      const std::string& other = plan.axes[i].path;
      if (!overlap(path, other)) continue;
      refuse(document.where(pointer),
             fmt::format("'{}' and the axis '{}' ({}: {}) write the same member; leave one of them out", path,
                         other, document.place(axis_pointer(i)), axis_pointer(i)));
    }
  };
  for (std::size_t i = 0; i < plan.axes.size(); ++i) check(axis_pointer(i), plan.axes[i].path, i);
  const auto check_all = [&](const std::string& pointer, const Assignments& assignments) {
    for (const auto& [path, value] : assignments)
      check(config::child_pointer(pointer, path), path, plan.axes.size());
  };
  check_all("/set", plan.set);
  for (std::size_t i = 0; i < plan.overrides.size(); ++i)
    check_all(fmt::format("/overrides/{}/set", i), plan.overrides[i].set);
}

// A condition may only contain axes and their values. Any other condition would never match, and nobody would
// notice.
void check_condition(const Plan& plan, const Assignments& condition, const std::string& what) {
  std::vector<std::string> paths = {"solver"};
  for (const Axis& axis : plan.axes) paths.push_back(axis.path);
  const std::vector<ordered_json> solvers(plan.solvers.begin(), plan.solvers.end());
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
      const std::vector<ordered_json>& known = path == "solver" ? solvers : axis->values;
      if (std::find(known.begin(), known.end(), value) == known.end())
        throw Error(ExitCode::usage, fmt::format("{}: {} never has the value {}", what, path, value.dump()));
    }
  }
}

// Loads the solvers that are Python files, and writes their names into `plan`. Their paths in `json`, which
// the sweep's folder keeps, become absolute.
void load_solver_files(config::Document& plan, ordered_json& json, bool trusts_solver_files) {
  if (!json.is_object() || !json.contains("solvers") || !json["solvers"].is_array()) return;
  SolverFiles files;
  for (std::size_t i = 0; i < json["solvers"].size(); ++i) {
    ordered_json& solver = json["solvers"][i];
    if (!solver.is_string() || !names_solver_file(solver.get<std::string>())) continue;
    const std::filesystem::path file =
        std::filesystem::absolute(plan.folder() / solver.get<std::string>()).lexically_normal();
    if (!trusts_solver_files) throw UntrustedSolverFile(plan.where(""), "reading this plan", file);
    plan.set_value(fmt::format("solvers.{}", i), files.load(file), file.string());
    solver = file.string();
  }
}

}  // namespace

Plan Plan::read(const std::filesystem::path& file) {
  return read(config::Document::read(file), {}, true);
}

Plan Plan::read(const config::Document& given, const std::optional<config::Document>& scene,
                bool trusts_solver_files) {
  Plan plan;
  plan.json = given.root();
  config::Document document = given;
  load_solver_files(document, plan.json, trusts_solver_files);
  PlanForm form;
  config::read(document, [&](config::Fields& fields) { form.describe(fields); });
  plan.description = form.description;
  plan.scene_name = form.scene;
  plan.solvers = form.solvers;
  plan.collapse = form.collapse;
  plan.options = form.options;
  const auto where = [&](const std::string& pointer) { return document.where(pointer); };
  const auto place = [&](const char* list, std::size_t i) {
    return where(std::string(list) + "/" + std::to_string(i));
  };

  const ReferenceKind reference = plan.options.reference;
  if (reference == ReferenceKind::best) {
    refuse(where("/options/reference"),
           "best compares the runs of one command, but each run of a sweep is a separate command; use "
           "newton, none or "
           "a number");
  }
  if (plan.options.until_relative_error && reference == ReferenceKind::none) {
    refuse(where("/options/until_relative_error"), "needs a reference: newton or a number");
  }

  const std::filesystem::path scene_file =
      scene ? plan.scene_name : named_scenes.find(plan.scene_name, document.folder()).string();
  plan.scene = scene ? *scene : config::Document::read(scene_file);
  plan.scene_name = scene_file.filename();
  const SceneFile as_it_is =
      read_scene_file(plan.scene);  // throws here if the scene itself is invalid, without the plan's values
  for (std::size_t i = 0; i < plan.solvers.size(); ++i) {
    if (!as_it_is.has_solver(plan.solvers[i]))
      refuse(place("/solvers", i), no_solver(plan.solvers[i], as_it_is));
  }
  if (const Declines reason = as_it_is->declines_options(plan.options))
    refuse(where("/options/reference"), *reason);
  plan.set = assignments(form.set);
  for (std::size_t i = 0; i < form.axes.size(); ++i)
    plan.axes.push_back(axis_of(form.axes[i], place("/axes", i), as_it_is));
  for (std::size_t i = 0; i < form.exclude.size(); ++i) {
    plan.exclude.push_back(assignments(form.exclude[i]));
    check_condition(plan, plan.exclude.back(), place("/exclude", i));
  }
  for (std::size_t i = 0; i < form.overrides.size(); ++i) {
    const OverrideForm& change = form.overrides[i];
    plan.overrides.push_back({place("/overrides", i), assignments(change.where), assignments(change.set)});
    check_condition(plan, plan.overrides.back().where, plan.overrides.back().place);
  }
  check_paths(plan, document);

  if (const double combinations = plan.combination_count(); combinations > maximum_runs) {
    refuse(where("/axes"),
           fmt::format("{:g} combinations are more than {:g}; split the plan or use fewer values",
                       combinations, maximum_runs));
  }
  return plan;
}

}  // namespace simbench
