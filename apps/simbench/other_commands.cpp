#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/build_info.h"
#include "experiment/compare.h"
#include "experiment/metrics.h"
#include "simbench/commands.h"
#include "simbench/setting_list.h"
#include "sweep/plan.h"

namespace simbench {

namespace {

void print_entry(std::string_view name, std::string_view meaning) {
  fmt::print("{:<22} {}\n", name, meaning);
}

void list_solvers() {
  for (const SolverEntry& entry : solvers()) {
    print_entry(entry.name, entry.summary);
    for (const SettingEntry& setting : settings_of(entry)) {
      const bool has_default = setting.assignment.find('=') != std::string::npos;
      print_entry("", (has_default ? "  --set " : "  ") + setting.assignment +
                          (has_default ? "" : " (not by default)"));
      print_entry("", fmt::format("      {}: {}", setting.allowed, setting.meaning));
    }
  }
}

void list_scenes() {
  for (const std::filesystem::path& file : named_scenes.all()) {
    try {
      config::Document document = config::Document::read(file);
      print_entry(file.filename().string(), parse_scene(document, {}).description);
    } catch (const Error& error) {
      print_entry(file.filename().string(), error.what());
    }
  }
}

void list_plans() {
  for (const std::filesystem::path& file : named_plans.all()) {
    try {
      print_entry(file.filename().string(), plan_description(config::Document::read(file)));
    } catch (const Error& error) {
      print_entry(file.filename().string(), error.what());
    }
  }
}

}  // namespace

const std::vector<std::string>& listable() {
  static const std::vector<std::string> words = {"solvers", "materials", "metrics", "scenes", "plans"};
  return words;
}

ExitCode list_command(const std::string& what) {
  if (what == "solvers") list_solvers();
  if (what == "materials") {
    for (const std::string_view name : material_names()) print_entry(name, make_material(name)->summary());
  }
  if (what == "metrics") {
    for (const Metric& metric : metrics())
      print_entry(metric.name, fmt::format("[{}] {}", metric.unit, metric.meaning));
  }
  if (what == "scenes") list_scenes();
  if (what == "plans") list_plans();
  return ExitCode::ok;
}

ExitCode compare_command(const std::filesystem::path& a, const std::filesystem::path& b) {
  const Comparison comparison = compare(a, b);
  for (const std::string& line : comparison.lines) fmt::print("{}\n", line);
  return comparison.identical ? ExitCode::ok : ExitCode::check_failed;
}

ExitCode schema_command(bool plan) {
  fmt::print("{}\n", (plan ? plan_schema() : scene_schema()).dump(2));
  return ExitCode::ok;
}

std::string version_text() {
  const BuildInfo& build = build_info();
  std::string text =
      fmt::format("simbench {}\nbuild    {}\ncommit   {}{}\ncompiler {} ({})\nflags    {}\n", build.version,
                  build.build_id, build.git_commit, build.git_dirty ? " and local changes" : "",
                  build.compiler, build.build_type, build.flags);
  text += "with    ";
  for (const auto& [name, version] : build.libraries) text += fmt::format(" {} {}", name, version);
  return text;
}

}  // namespace simbench
