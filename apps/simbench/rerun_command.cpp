#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "simbench/commands.h"
#include "simbench/planned_run.h"

namespace simbench {

namespace fs = std::filesystem;

ExitCode rerun_command(const fs::path& manifest, const fs::path& output, int threads, bool quiet) {
  const RunConfiguration configuration = RunConfiguration::from_manifest(manifest);
  // Read now: the run may be repeated in its own place.
  const nlohmann::ordered_json before = nlohmann::ordered_json::parse(read_file(manifest));
  const std::string status = before.value("status", "");
  const auto refuse = [&](const std::string& why) {
    throw Error(ExitCode::usage, fmt::format("{}: cannot be repeated: {}", manifest.string(), why));
  };
  if (!find_solver(configuration.solver)) refuse("no solver '" + configuration.solver + "'");
  if (status == "interrupted" || status == "timeout") refuse("the run ended by the clock (" + status + ")");
  const nlohmann::ordered_json hashes = before.value("files_sha256", nlohmann::ordered_json());
  if (!hashes.is_object() || hashes.empty()) refuse("there are no hashes to compare with");
  if (configuration.options.reference.kind == ReferenceChoice::Kind::best) {
    refuse("it was measured against the best of several solvers; run them together");
  }
  const Scene scene = configuration.parsed_scene(manifest.string() + "#scene");
  const SolverEntry* solver = chosen_solvers({configuration.solver}, scene).front();
  std::vector<PlannedRun> planned;
  planned.push_back({solver, configuration, output / solver->name, nullptr, {}, {}});
  const ExitCode code = execute_all(planned, scene, threads, quiet);

  const nlohmann::ordered_json after = nlohmann::ordered_json::parse(
      read_file(output / solver->name / "manifest.json", largest_text_file, ExitCode::output));
  if (before.value("build", nlohmann::ordered_json()) != after["build"])
    spdlog::warn("the manifest is of another build or commit than this program");
  bool identical = true;
  for (const auto& [name, hash] : hashes.items()) {
    const bool same = after["files_sha256"].value(name, "") == hash;
    if (!quiet || !same) fmt::print("{}: {}\n", name, same ? "identical" : "differs");
    identical = identical && same;
  }
  return code == ExitCode::ok && !identical ? ExitCode::check_failed : code;
}

}  // namespace simbench
