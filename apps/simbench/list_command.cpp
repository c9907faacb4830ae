// The command `simbench list`, which prints text or JSON.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/nearest_name.h"
#include "base/print_out.h"
#include "config/json_list.h"
#include "simbench/commands.h"
#include "simbench/setting_list.h"
#include "simbench/wrapped.h"
#include "sweep/plan.h"

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

// Named files with their descriptions, or with the error if a file cannot be read.
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

// The lists that do not depend on the kinds of scenes.
std::vector<Listable> general_lists() {
  return {
      {"solvers",
       [] {
         ordered_json all = ordered_json::array();
         for (const SceneKind& kind : scene_kinds()) {
           for (const NamedSolver& solver : kind.solvers()) {
             all.push_back({{"name", solver.name},
                            {"kind", kind.name},
                            {"summary", solver.summary},
                            {"settings", json_list(settings_of(solver), setting_row)}});
           }
         }
         return all;
       }},
      {"metrics",
       [] {
         ordered_json all = ordered_json::array();
         for (const SceneKind& kind : scene_kinds()) {
           for (const Column& column : kind.make()->columns().list) {
             all.push_back({{"name", column.name},
                            {"kind", kind.name},
                            {"unit", column.unit},
                            {"meaning", column.meaning}});
           }
         }
         return all;
       }},
      {"scenes",
       [] {
         return file_list(named_scenes, [](config::Document& document) {
           return parse_scene_file(document)->description();
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
}

// All lists. The lists of single kinds of scenes follow the list of solvers.
const std::vector<Listable>& lists() {
  static const std::vector<Listable> lists = [] {
    std::vector<Listable> all = general_lists();
    auto place = all.begin() + 1;
    for (const SceneKind& kind : scene_kinds()) {
      for (const NamedList& list : kind.lists)
        place = std::next(all.insert(place, {std::string(list.name), list.rows}));
    }
    return all;
  }();
  return lists;
}

constexpr std::size_t name_columns = 22;

void print_entry(const std::string& name, const std::string& meaning) {
  print_text(wrapped(fmt::format("{:<{}}  {}\n", name, name_columns, meaning), output_columns()));
}

std::string meaning_of(const ordered_json& entry) {
  std::string meaning;
  for (const char* key : {"summary", "meaning", "description", "error"}) meaning += entry.value(key, "");
  if (!entry.contains("unit")) return meaning;
  return fmt::format("[{}] {}", entry["unit"].get<std::string>(), meaning);
}

// A line for each entry. Entries of another kind of scene begin with a heading.
void print(const ordered_json& list) {
  std::string kind;
  for (const ordered_json& entry : list) {
    if (entry.contains("kind") && entry["kind"] != kind) {
      kind = entry["kind"];
      print_out("{} bodies:\n", kind);
    }
    print_entry(entry["name"], meaning_of(entry));
  }
}

// An entry with its settings, if it has some.
void print_whole(const ordered_json& entry) {
  print_entry(entry["name"], meaning_of(entry));
  for (const ordered_json& setting : entry.value("settings", ordered_json::array())) {
    const std::string path = setting["path"];
    print_out("{}\n", setting.contains("default")
                          ? fmt::format("  --set {}={}", path, setting_text(setting["default"]))
                          : fmt::format("  {} (not by default)", path));
    print_entry("", fmt::format("{}: {}", setting["allowed"].get<std::string>(),
                                setting["meaning"].get<std::string>()));
  }
}

// The entries of this name: a solver of deformable and one of rigid bodies may share it.
ordered_json named(const ordered_json& list, const std::string& name) {
  ordered_json found = ordered_json::array();
  std::vector<std::string> names;
  for (const ordered_json& entry : list) {
    names.push_back(entry["name"]);
    if (entry["name"] == name) found.push_back(entry);
  }
  if (found.empty())
    throw Error(ExitCode::usage, fmt::format("'{}': no such name{}", name, did_you_mean(name, names)));
  return found;
}

}  // namespace

std::vector<std::string> listable() {
  std::vector<std::string> words;
  for (const Listable& entry : lists()) words.push_back(entry.name);
  return words;
}

ExitCode list_command(const ListArguments& arguments) {
  const auto& [what, name, json] = arguments;
  if (what.empty()) {
    if (json) {
      print_json({{"lists", listable()}});
    } else {
      print_out("Type one of:\n  simbench list {}\n", fmt::join(listable(), "\n  simbench list "));
    }
    return ExitCode::ok;
  }
  const ordered_json all = std::ranges::find(lists(), what, &Listable::name)->list();
  const ordered_json list = name.empty() ? all : named(all, name);
  if (json) {
    print_json({{what, list}});
  } else if (name.empty()) {
    print(list);
    if (what == "solvers") print_out("simbench list solvers NAME shows the settings of one.\n");
  } else {
    for (const ordered_json& entry : list) print_whole(entry);
  }
  return ExitCode::ok;
}

}  // namespace simbench
