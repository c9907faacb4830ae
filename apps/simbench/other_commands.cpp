#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/build_info.h"
#include "base/print_out.h"
#include "results/compare.h"
#include "simbench/commands.h"
#include "sweep/plan.h"

namespace simbench {

void print_json(const nlohmann::ordered_json& document) {
  // Names of files need not be UTF-8.
  print_out("{}\n", document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

ExitCode compare_command(const CompareArguments& arguments) {
  const Comparison comparison = compare(arguments.a, arguments.b, arguments.tolerance);
  if (arguments.json) {
    print_json(comparison.json());
  } else {
    for (const std::string& line : comparison.lines()) print_out("{}\n", line);
  }
  return comparison.same() ? ExitCode::ok : ExitCode::check_failed;
}

ExitCode schema_command(const SchemaArguments& arguments) {
  print_json(arguments.plan ? plan_schema() : scene_schema(arguments.kind));
  return ExitCode::ok;
}

std::string version_text() {
  const BuildInfo& build = build_info();
  std::string text =
      fmt::format("simbench {}\nbuild    {}\ncommit   {}{}\ncompiler {} ({})\nflags    {}\n", build.version,
                  build.build_id, build.git_commit, build.git_dirty ? " and local changes" : "",
                  build.compiler, build.build_type, build.flags);
  if (!build.instruction_set.empty()) text += fmt::format("variant  {}\n", build.instruction_set);
  text += "with    ";
  for (const auto* libraries : {&build.libraries, &build.serving_libraries}) {
    for (const auto& [name, version] : *libraries) text += fmt::format(" {} {}", name, version);
  }
  return text;
}

}  // namespace simbench
