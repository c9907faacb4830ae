#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "base/atomic_file.h"
#include "config/difference.h"
#include "config/member.h"
#include "simbench/commands.h"
#include "simbench/planned_run.h"
#include "simbench/unpacked_archive.h"

namespace simbench {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

// What another build of the program changes by itself, and how a run was made that is none of its numbers.
void remove_what_may_differ(ordered_json& manifest, bool same_build) {
  manifest.erase("derived_from");
  manifest.erase("files_sha256");     // reported file by file
  manifest.erase("manifest_sha256");  // of what is compared member by member
  if (same_build) return;
  for (const char* key : {"build", "run_id", "scene_sha256"}) manifest.erase(key);
}

// Says file by file and key by key whether the repetition is the same; returns whether all is. `described`: the experiment of the
// manifest in this build's words, since another build may have had fewer keys, with what are defaults now.
bool print_comparison(ordered_json before, ordered_json after, const ordered_json& described, bool quiet) {
  const bool same_build = before.value("build", ordered_json()) == after["build"];
  if (!same_build) {
    spdlog::warn("the manifest is of another build or commit than this program");
    before.update(described);
  }
  bool identical = true;
  const auto say = [&](const std::string& what, bool same) {
    if (!quiet || !same) fmt::print("{}: {}\n", what, same ? "identical" : "differs");
    identical = identical && same;
  };
  for (const auto& [name, hash] : before["files_sha256"].items()) {
    say(name, after["files_sha256"].value(name, ordered_json()) == hash);
  }
  for (const auto& [name, hash] : after["files_sha256"].items()) {
    if (!before["files_sha256"].contains(name)) say(name, false);
  }
  remove_what_may_differ(before, same_build);
  remove_what_may_differ(after, same_build);
  const std::vector<std::string> lines = config::differences(before, after);
  say("manifest.json", lines.empty());
  for (const std::string& line : lines) fmt::print("  {}\n", line);
  return identical;
}

// The solver's name, or that of its variant where the run's folder bears it: so repeated variants do not meet.
std::string label_of(const std::string& solver, const fs::path& manifest) {
  const std::string folder = fs::absolute(manifest).parent_path().filename().string();
  return folder.starts_with(solver + "-") ? folder : solver;
}

// Repeats a run as OUTPUT/label.
ExitCode rerun(const fs::path& manifest, const fs::path& mesh_folder, const fs::path& output,
               std::string label, const CommandExecution& execution) {
  // Read now: the run may be repeated in its own place.
  Experiment experiment = Experiment::from_manifest(manifest, mesh_folder);
  const config::Document document = config::Document::parse(read_file(manifest), manifest.string());
  const ordered_json& before = document.root();
  const std::string status = config::member(document, "status", config::Kind::string);
  const auto refuse = [&](const std::string& why) {
    throw Error(ExitCode::usage, fmt::format("{}: cannot be repeated: {}", manifest.string(), why));
  };
  if (is_cut_short(status)) refuse("the run ended by the clock (" + status + ")");
  if (config::member(document, "files_sha256", config::Kind::object).empty())
    refuse("there are no hashes to compare with");
  if (experiment.options.reference == ReferenceKind::best) {
    refuse("it was measured against the best of several solvers; run them together");
  }
  if (const Declines reason = experiment.scene.declines(experiment.solver, experiment.options.precision))
    refuse(fmt::format("{} declines: {}", experiment.solver, *reason));
  if (label.empty()) label = label_of(experiment.solver, manifest);
  const ordered_json described = experiment.json();
  std::vector<PlannedRun> planned;
  planned.push_back({label, std::move(experiment), output / label});
  const ExitCode code = execute_all(planned, execution);

  const fs::path repeated = planned.front().folder / "manifest.json";
  const ordered_json after = ordered_json::parse(read_file(repeated, largest_text_file, ExitCode::output));
  const bool identical = print_comparison(before, after, described, execution.quiet);
  return code == ExitCode::ok && !identical ? ExitCode::check_failed : code;
}

}  // namespace

ExitCode rerun_command(const RerunArguments& arguments) {
  if (!UnpackedArchive::is_named(arguments.manifest)) {
    return rerun(arguments.manifest, arguments.mesh_folder, arguments.output, {}, arguments.execution);
  }
  const UnpackedArchive archive(arguments.manifest);
  ExitCode result = ExitCode::ok;
  for (const fs::path& run : archive.runs()) {
    const fs::path place = run.lexically_relative(archive.results());
    if (!arguments.execution.quiet) fmt::print("{}\n", place.string());
    ExitCode code = ExitCode::ok;
    try {
      const fs::path meshes =
          arguments.mesh_folder.empty() ? archive.mesh_folder(run) : arguments.mesh_folder;
      code = rerun(run / "manifest.json", meshes, arguments.output / place.parent_path(), place.filename(),
                   arguments.execution);
    } catch (const Error& error) {  // of this run: the others are repeated all the same
      spdlog::error("{}: {}", place.string(), error.what());
      code = error.code();
    }
    if (result == ExitCode::ok) result = code;
    if (code >= ExitCode::hung_up) return code;
  }
  return result;
}

}  // namespace simbench
