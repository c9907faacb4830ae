// What `simbench list` says, as text or as JSON.
#include <fmt/format.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "experiment/metrics.h"
#include "simbench/commands.h"
#include "simbench/setting_list.h"
#include "study/plan.h"

namespace simbench {

namespace {

using nlohmann::ordered_json;

ordered_json solver_list() {
  ordered_json list = ordered_json::array();
  for (const SolverEntry& entry : solvers()) {
    ordered_json settings = ordered_json::array();
    for (const SettingEntry& setting : settings_of(entry)) {
      ordered_json row = {{"path", setting.path}};
      if (setting.value) row["default"] = *setting.value;
      row["allowed"] = setting.allowed;
      row["meaning"] = setting.meaning;
      settings.push_back(row);
    }
    list.push_back({{"name", entry.name}, {"summary", entry.summary}, {"settings", settings}});
  }
  return list;
}

ordered_json material_list() {
  ordered_json list = ordered_json::array();
  for (const std::string_view name : material_names()) {
    list.push_back({{"name", name}, {"summary", make_material(name)->summary()}});
  }
  return list;
}

ordered_json potential_list() {
  ordered_json list = ordered_json::array();
  for (const std::string_view name : scene_potential_names())
    list.push_back({{"name", name}, {"summary", make_scene_potential(name)->summary()}});
  return list;
}

ordered_json integrator_list() {
  ordered_json list = ordered_json::array();
  for (const IntegratorEntry& entry : integrators())
    list.push_back({{"name", entry.name}, {"summary", entry.summary}});
  return list;
}

ordered_json metric_list() {
  ordered_json list = ordered_json::array();
  for (const Metric& metric : metrics()) {
    const Column& column = metric.column;
    list.push_back({{"name", column.name}, {"unit", column.unit}, {"meaning", column.meaning}});
  }
  return list;
}

ordered_json status_list() {
  ordered_json list = ordered_json::array();
  for (const StatusEntry& status : statuses()) {
    list.push_back({{"name", status.name},
                    {"summary", status.meaning},
                    {"exit_code", static_cast<int>(status.exit_code)}});
  }
  return list;
}

ordered_json exit_code_list() {
  ordered_json list = ordered_json::array();
  for (const ExitCodeEntry& entry : exit_codes)
    list.push_back({{"name", std::to_string(static_cast<int>(entry.code))}, {"summary", entry.meaning}});
  return list;
}

// Files that can be named; of one that cannot be read, why.
ordered_json file_list(const NamedFiles& named,
                       const std::function<std::string(config::Document)>& description) {
  ordered_json list = ordered_json::array();
  for (const std::filesystem::path& file : named.all()) {
    ordered_json row = {{"name", file.filename().string()}, {"path", file.string()}};
    try {
      row["description"] = description(config::Document::read(file));
    } catch (const Error& error) {
      row["error"] = error.what();
    }
    list.push_back(row);
  }
  return list;
}

ordered_json list_of(const std::string& what) {
  if (what == "solvers") return solver_list();
  if (what == "materials") return material_list();
  if (what == "potentials") return potential_list();
  if (what == "integrators") return integrator_list();
  if (what == "metrics") return metric_list();
  if (what == "statuses") return status_list();
  if (what == "exit_codes") return exit_code_list();
  if (what == "scenes") {
    return file_list(named_scenes,
                     [](config::Document document) { return parse_scene_file(document).scene.description; });
  }
  return file_list(named_plans, [](const config::Document& document) { return plan_description(document); });
}

void print_entry(const std::string& name, const std::string& meaning) {
  fmt::print("{:<22} {}\n", name, meaning);
}

void print(const ordered_json& list) {
  for (const ordered_json& entry : list) {
    std::string meaning;
    for (const char* key : {"summary", "meaning", "description", "error"}) meaning += entry.value(key, "");
    if (entry.contains("unit")) meaning = fmt::format("[{}] {}", entry["unit"].get<std::string>(), meaning);
    print_entry(entry["name"], meaning);
    for (const ordered_json& setting : entry.value("settings", ordered_json::array())) {
      const std::string path = setting["path"];
      print_entry("", setting.contains("default")
                          ? fmt::format("  --set {}={}", path, setting_text(setting["default"]))
                          : fmt::format("  {} (not by default)", path));
      print_entry("", fmt::format("      {}: {}", setting["allowed"].get<std::string>(),
                                  setting["meaning"].get<std::string>()));
    }
  }
}

}  // namespace

const std::vector<std::string>& listable() {
  static const std::vector<std::string> words = {"solvers",     "materials", "potentials",
                                                 "integrators", "metrics",   "scenes",
                                                 "plans",       "statuses",  "exit_codes"};
  return words;
}

ExitCode list_command(const std::string& what, bool json) {
  const ordered_json list = list_of(what);
  if (json) {
    print_json({{what, list}});
  } else {
    print(list);
  }
  return ExitCode::ok;
}

}  // namespace simbench
