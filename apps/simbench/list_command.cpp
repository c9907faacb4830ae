// What `simbench list` says, as text or as JSON.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "base/print_out.h"
#include "experiment/metrics.h"
#include "experiment/rigid_metrics.h"
#include "simbench/commands.h"
#include "simbench/setting_list.h"
#include "study/plan.h"

namespace simbench {

namespace {

using nlohmann::ordered_json;

ordered_json setting_row(const SettingEntry& setting) {
  ordered_json row = {{"path", setting.path}};
  if (setting.value) row["default"] = *setting.value;
  row["allowed"] = setting.allowed;
  row["meaning"] = setting.meaning;
  return row;
}

template <class Make>
ordered_json kind_list(const std::vector<std::string_view>& names, const Make& make) {
  return json_list(names, [&](std::string_view name) {
    return ordered_json({{"name", name}, {"summary", make(name)->summary()}});
  });
}

// Files that can be named; of one that cannot be read, why.
template <class Description>
ordered_json file_list(const NamedFiles& named, const Description& description) {
  return json_list(named.all(), [&](const std::filesystem::path& file) {
    ordered_json row = {{"name", file.filename().string()}, {"path", file.string()}};
    try {
      config::Document document = config::Document::read(file);
      row["description"] = description(document);
    } catch (const Error& error) {
      row["error"] = error.what();
    }
    return row;
  });
}

struct Listable {
  std::string name;
  std::function<ordered_json()> list;
};

const std::vector<Listable>& lists() {
  static const std::vector<Listable> lists = {
      {"solvers",
       [] {
         ordered_json all = ordered_json::array();
         for (const KindEntry& kind : scene_kinds()) {
           for (const NamedSolver& solver : kind.solvers) {
             all.push_back({{"name", solver.name},
                            {"kind", kind.name},
                            {"summary", solver.summary},
                            {"settings", json_list(settings_of(solver), setting_row)}});
           }
         }
         return all;
       }},
      {"materials", [] { return kind_list(material_names(), make_material); }},
      {"potentials", [] { return kind_list(scene_potential_names(), make_scene_potential); }},
      {"integrators",
       [] {
         return json_list(integrators(), [](const IntegratorEntry& entry) {
           return ordered_json({{"name", entry.name}, {"summary", entry.summary}});
         });
       }},
      {"metrics",
       [] {
         ordered_json all = ordered_json::array();
         for (const auto& [kind, columns] : {std::pair(DeformableScene::kind, &metric_columns()),
                                             std::pair(RigidScene::kind, &rigid::rigid_columns())}) {
           for (const Column& column : columns->list) {
             all.push_back(
                 {{"name", column.name}, {"kind", kind}, {"unit", column.unit}, {"meaning", column.meaning}});
           }
         }
         return all;
       }},
      {"scenes",
       [] {
         return file_list(named_scenes, [](config::Document& document) {
           return parse_scene_file(document).description();
         });
       }},
      {"plans", [] { return file_list(named_plans, plan_description); }},
      {"statuses",
       [] {
         return json_list(statuses(), [](const StatusEntry& status) {
           return ordered_json({{"name", status.name},
                                {"summary", status.meaning},
                                {"exit_code", static_cast<int>(status.exit_code)}});
         });
       }},
      {"exit_codes",
       [] {
         return json_list(exit_codes, [](const ExitCodeEntry& entry) {
           return ordered_json(
               {{"name", std::to_string(static_cast<int>(entry.code))}, {"summary", entry.meaning}});
         });
       }},
  };
  return lists;
}

void print_entry(const std::string& name, const std::string& meaning) {
  print_out("{:<22} {}\n", name, meaning);
}

void print(const ordered_json& list) {
  for (const ordered_json& entry : list) {
    std::string meaning;
    for (const char* key : {"summary", "meaning", "description", "error"}) meaning += entry.value(key, "");
    if (entry.contains("kind")) meaning = fmt::format("{}: {}", entry["kind"].get<std::string>(), meaning);
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

std::vector<std::string> listable() {
  std::vector<std::string> words;
  for (const Listable& entry : lists()) words.push_back(entry.name);
  return words;
}

ExitCode list_command(const std::string& what, bool json) {
  const auto is_meant = [&](const Listable& entry) { return entry.name == what; };
  const ordered_json list = std::ranges::find_if(lists(), is_meant)->list();
  if (json) {
    print_json({{what, list}});
  } else {
    print(list);
  }
  return ExitCode::ok;
}

}  // namespace simbench
