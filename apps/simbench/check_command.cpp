// The command `simbench check`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/print_out.h"
#include "config/json_list.h"
#include "simbench/commands.h"

namespace simbench {

namespace {

using nlohmann::ordered_json;

// The cost of the solver without the cost of finding f*.
Estimate own_cost(const SceneFile& file, std::string_view solver) {
  RunOptions options;
  options.reference = ReferenceKind::none;
  return file->estimate(solver, options);
}

ordered_json solvers_json(const SceneFile& file) {
  return json_list(file->candidates(), [&](std::string_view solver) {
    const Declines reason = file->declines(solver, Precision::double_precision);
    const Estimate estimate = own_cost(file, solver);
    return ordered_json({{"name", solver},
                         {"declines", reason ? ordered_json(*reason) : ordered_json(nullptr)},
                         {"seconds", estimate.seconds},
                         {"bytes", estimate.bytes}});
  });
}

void print_solvers(const SceneFile& file) {
  for (const std::string_view solver : file->candidates()) {
    if (const Declines reason = file->declines(solver, Precision::double_precision)) {
      print_out("{} declines: {}\n", solver, *reason);
    } else {
      const Estimate estimate = own_cost(file, solver);
      print_out("{} takes about {:.2g} s and {:.0f} MB\n", solver, estimate.seconds, estimate.bytes / 1e6);
    }
  }
}

void print_lines(const std::string& name, const InspectionLines& lines) {
  if (lines.overflowing().empty()) {
    print_out("{}: good\n{}", name, lines.text());
  } else {
    print_out("{}: can be read, but its numbers leave the range of double precision: {}\n{}", name,
              fmt::join(lines.overflowing(), ", "), lines.text());
  }
}

}  // namespace

ExitCode check_command(const CheckArguments& arguments) {
  const std::filesystem::path path = named_scenes.find(arguments.scene);
  const SceneFile file = read_scene_file(config::Document::read(path), arguments.overrides);
  const Inspection inspection = file->inspect(arguments.derivatives);
  if (arguments.json) {
    ordered_json document = {
        {"scene", path.string()}, {"kind", file->kind()}, {"description", file->description()}};
    document.update(inspection.json);
    document["solvers"] = solvers_json(file);
    print_json(document);
  } else {
    print_lines(path.string(), inspection.lines);
    print_solvers(file);
  }
  return inspection.passed ? ExitCode::ok : ExitCode::check_failed;
}

}  // namespace simbench
