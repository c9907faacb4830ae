#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>

#include "base/atomic_file.h"
#include "base/counted.h"
#include "base/print_out.h"
#include "config/difference.h"
#include "config/member.h"
#include "results/manifest_text.h"
#include "simbench/commands.h"
#include "simbench/planned_run.h"
#include "simbench/unpacked_archive.h"

namespace simbench {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

// Removes members that may differ between runs with the same numbers, and those that depend on the build.
void remove_what_may_differ(ordered_json& manifest, bool same_build) {
  manifest.erase("derived_from");
  if (same_build) {
    for (const char* key : {"git_commit", "git_dirty"}) manifest["build"].erase(key);
  } else {
    for (const char* key : {"build", "run_id", "scene_sha256"}) manifest.erase(key);
  }
}

std::string build_id(const ordered_json& manifest) {
  const ordered_json::json_pointer id("/build/id");
  return manifest.contains(id) && manifest[id].is_string() ? manifest[id].get<std::string>() : "";
}

// Prints which files have the same hash. Returns whether all do.
bool print_files(const ordered_json& before, const ordered_json& after, bool quiet) {
  bool identical = true;
  ordered_json names = before;
  names.update(after);
  for (const auto& [name, any] : names.items()) {
    const bool same = before.value(name, ordered_json()) == after.value(name, ordered_json());
    if (!quiet || !same) print_out("{}: {}\n", name, same ? "identical" : "differs");
    identical = identical && same;
  }
  return identical;
}

// Prints the differences between members. Returns false if a member differs that must be the same.
// `described` is the experiment as this build writes it; a manifest of an older build may lack keys that have
// defaults now.
bool print_members(ordered_json before, ordered_json after, const ordered_json& described, bool quiet) {
  for (ordered_json* manifest : {&before, &after}) {
    manifest->erase("files_sha256");     // compared file by file
    manifest->erase("manifest_sha256");  // its members are compared instead
  }
  std::vector<std::string> all = config::differences(before, after);
  const std::size_t members = after.size();
  const auto is_other = [&](const auto& member) {
    return before.value(member.key(), ordered_json()) != member.value();
  };
  std::size_t others = 0;
  for (const auto& member : after.items()) others += is_other(member);
  const bool same_build = build_id(before) == build_id(after);
  if (!same_build) before.update(described);
  remove_what_may_differ(before, same_build);
  remove_what_may_differ(after, same_build);
  const std::vector<std::string> wrong = config::differences(before, after);
  std::erase_if(all, [&](const std::string& line) { return std::ranges::count(wrong, line) > 0; });
  if (!wrong.empty()) {
    print_out("manifest.json: differs\n");
  } else if (!quiet && all.empty()) {
    print_out("manifest.json: identical\n");
  } else if (!quiet) {
    print_out("manifest.json: {} of {} identical; the others may differ\n", members - others,
              counted(members, "member"));
  }
  for (const std::string& line : wrong) print_out("  {}\n", line);
  for (const std::string& line : all) {
    if (!quiet) print_out("  may differ: {}\n", line);
  }
  return wrong.empty();
}

// Compares the files and the members of the manifest with the repetition, and prints the result. Returns
// false if a file or a member differs that must be the same.
bool print_comparison(const ordered_json& before, const ordered_json& after, const ordered_json& described,
                      bool quiet) {
  if (build_id(before) != build_id(after)) spdlog::warn("another build of simbench has written the manifest");
  const bool same_files = print_files(before.at("files_sha256"), after.at("files_sha256"), quiet);
  return print_members(before, after, described, quiet) && same_files;
}

// The name of the run's folder if it is a variant's, otherwise the solver's name. So repeated variants have
// different folders.
std::string label_of(const std::string& solver, const fs::path& manifest) {
  const std::string folder = fs::absolute(manifest).parent_path().filename().string();
  return folder.starts_with(solver + "-") ? folder : solver;
}

// Repeats a run as OUTPUT/label.
ExitCode rerun(const fs::path& manifest, const RerunArguments& arguments, const fs::path& output,
               std::string label) {
  const CommandExecution& execution = arguments.execution;
  const fs::path meshes =
      arguments.mesh_folder.empty() ? UnpackedArchive::mesh_folder(manifest) : arguments.mesh_folder;
  // Read the manifest now, because the repetition may replace it.
  Experiment experiment = Experiment::from_manifest(manifest, meshes, arguments.trust);
  const std::string text = read_file(manifest);
  const config::Document document = config::Document::parse(text, manifest.string());
  const ordered_json& before = document.root();
  const std::string status = config::member(document, "status", config::Kind::string);
  const auto refuse = [&](const std::string& why) {
    throw Error(ExitCode::usage, fmt::format("{}: cannot be repeated: {}", manifest.string(), why));
  };
  if (is_cut_short(status)) refuse("a time limit or a signal ended the run (" + status + ")");
  if (config::member(document, "files_sha256", config::Kind::object).empty())
    refuse("there are no hashes to compare with");
  if (experiment.options.reference == ReferenceKind::best) {
    refuse("it was measured against the best of several solvers; run them together");
  }
  if (const Declines reason = experiment.scene->declines(experiment.solver, experiment.options.precision))
    refuse(fmt::format("{} declines: {}", experiment.solver, *reason));
  if (before.contains("manifest_sha256") && !is_intact_manifest(text)) {
    spdlog::warn("{}: has changed since the run wrote it", manifest.string());
  } else if (fs::exists(manifest.parent_path() / "iterations.csv")) {
    // The repetition is compared with the hashes in the manifest, and not with the files beside it.
    for (const std::string& sentence : damage(manifest.parent_path()))
      spdlog::warn("{}: {}", manifest.parent_path().string(), sentence);
  }
  if (label.empty()) label = label_of(experiment.solver, manifest);
  const ordered_json described = experiment.json();
  std::vector<PlannedRun> planned;
  planned.push_back({label, std::move(experiment), output / label});
  const ExitCode code = execute_all(planned, execution);
  if (planned.front().done.result.records.empty()) return code;  // its solver has failed

  const fs::path repeated = planned.front().folder / "manifest.json";
  const ordered_json after = ordered_json::parse(read_file(repeated, largest_text_file, ExitCode::output));
  const bool identical = print_comparison(before, after, described, execution.quiet);
  return code == ExitCode::ok && !identical ? ExitCode::check_failed : code;
}

}  // namespace

ExitCode rerun_command(const RerunArguments& arguments) {
  ignore_closed_output();
  if (!UnpackedArchive::is_named(arguments.manifest))
    return rerun(arguments.manifest, arguments, arguments.output, {});
  const UnpackedArchive archive(arguments.manifest);
  ExitCode result = ExitCode::ok;
  std::size_t identical = 0;
  const std::vector<fs::path> runs = archive.runs();
  for (const fs::path& run : runs) {
    const fs::path place = run.lexically_relative(archive.results());
    if (!arguments.execution.quiet) print_out("{}\n", place.string());
    ExitCode code = ExitCode::ok;
    try {
      code =
          rerun(run / "manifest.json", arguments, arguments.output / place.parent_path(), place.filename());
    } catch (const Error& error) {  // the other runs are still repeated
      spdlog::error("{}: {}", place.string(), error.what());
      code = error.code();
    }
    identical += code == ExitCode::ok;
    if (result == ExitCode::ok) result = code;
    if (code >= ExitCode::hung_up) return code;
  }
  print_out("{} of {} identical\n", identical, counted(runs.size(), "run"));
  return result;
}

}  // namespace simbench
