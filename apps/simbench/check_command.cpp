// The command `simbench check`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/print_out.h"
#include "base/seconds_text.h"
#include "config/json_list.h"
#include "simbench/commands.h"
#include "simbench/term_choice.h"

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

// Who declines the scene and why, those with the same reason in one line, and what the others cost.
void print_solvers(const SceneFile& file) {
  std::vector<std::pair<Estimate, std::string_view>> takers;
  std::vector<std::pair<std::string, std::vector<std::string_view>>> refusals;
  for (const std::string_view solver : file->candidates()) {
    const Declines reason = file->declines(solver, Precision::double_precision);
    if (!reason) {
      takers.emplace_back(own_cost(file, solver), solver);
      continue;
    }
    auto same = std::ranges::find(refusals, *reason, &decltype(refusals)::value_type::first);
    if (same == refusals.end())
      same = refusals.emplace(refusals.end(), *reason, std::vector<std::string_view>());
    same->second.push_back(solver);
  }
  for (const auto& [reason, solvers] : refusals)
    print_out("{} {}: {}\n", fmt::join(solvers, ", "), solvers.size() == 1 ? "declines" : "decline", reason);
  if (takers.empty()) return;
  const auto seconds = [](const auto& taker) { return taker.first.seconds; };
  const auto bytes = [](const auto& taker) { return taker.first.bytes; };
  const auto [fastest, slowest] = std::ranges::minmax_element(takers, {}, seconds);
  const auto [least, most] = std::ranges::minmax_element(takers, {}, bytes);
  const auto range = [](const std::string& low, const std::string& high) {
    return low == high ? low : low + " to " + high;
  };
  const auto time_of = [](const auto& taker) {
    return fmt::format("{} ({})", seconds_text(taker.first.seconds), taker.second);
  };
  const auto megabytes = [](const auto& taker) { return fmt::format("{:.0f}", taker.first.bytes / 1e6); };
  print_out("{} it: in about {}, with {} MB\n",
            takers.size() == 1 ? "1 solver takes" : fmt::format("{} solvers take", takers.size()),
            range(time_of(*fastest), time_of(*slowest)), range(megabytes(*least), megabytes(*most)));
}

// The answer, which is the last line.
void print_answer(const std::string& name, const InspectionLines& lines) {
  if (lines.overflowing().empty()) {
    print_out("{}: good\n", name);
  } else {
    print_out("{}: can be read, but its numbers leave the range of double precision: {}\n", name,
              fmt::join(lines.overflowing(), ", "));
  }
}

}  // namespace

ExitCode check_command(const CheckArguments& arguments) {
  const std::filesystem::path path = named_scenes.find(arguments.scene);
  config::Document scene = config::Document::read(path);
  add_terms(arguments.terms, scene);
  const SceneFile file = read_scene_file(scene, arguments.overrides);
  const Inspection inspection = file->inspect(arguments.derivatives);
  if (arguments.json) {
    ordered_json document = {
        {"scene", path.string()}, {"kind", file->kind()}, {"description", file->description()}};
    document.update(inspection.json);
    document["solvers"] = solvers_json(file);
    print_json(document);
  } else {
    print_out("{}\n{}", path.string(), inspection.lines.text());
    print_solvers(file);
    print_answer(path.string(), inspection.lines);
  }
  return inspection.passed ? ExitCode::ok : ExitCode::check_failed;
}

}  // namespace simbench
