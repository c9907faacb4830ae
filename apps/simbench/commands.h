// The commands of simbench. Each returns the process's exit code and throws Error for what the user can mend.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "results/execute.h"
#include "study/study.h"
#include "study/tune.h"

namespace simbench {

// How the runs of a command are done.
struct CommandExecution {
  Execution how;
  Replace replace = Replace::same_run;
  bool quiet = false;
};

// What the command line says about running; empty members leave the scene's values.
struct RunArguments {
  std::string scene;
  std::vector<std::string> solvers;
  std::vector<std::string> overrides;  // --set path=value
  std::optional<int> iterations;
  std::filesystem::path output;  // empty: runs/<scene>, or runs/<scene>-<digits> of what is changed
  RunOptions options;
  bool skip_complete = false;
  CommandExecution execution;
};
ExitCode run_command(const RunArguments& arguments);

// A run that is repeated, or all of an archive.
struct RerunArguments {
  std::filesystem::path manifest;  // or a .tar.zst of `simbench archive`
  std::filesystem::path output = "rerun";
  std::filesystem::path mesh_folder;  // where relative paths in its scene begin; empty: where they did
  CommandExecution execution;
};
ExitCode rerun_command(const RerunArguments& arguments);

// What is looked at; `json`: for other programs, as docs/json.md describes it.
struct CheckArguments {
  std::string scene;
  std::vector<std::string> overrides;
  bool derivatives = false;
  bool json = false;
};
ExitCode check_command(const CheckArguments& arguments);

struct CompareArguments {
  std::filesystem::path a, b;
  double tolerance = 0;  // relative
  bool json = false;
};
ExitCode compare_command(const CompareArguments& arguments);

ExitCode list_command(const std::string& what, bool json);
struct SchemaArguments {
  bool plan = false;   // of plans
  bool rigid = false;  // of scenes of rigid bodies; neither: of deformable ones
};
ExitCode schema_command(const SchemaArguments& arguments);
// Writes a scene that is a start. Throws Error (output) rather than overwrite a file.
ExitCode new_scene_command(const std::string& name);

// A sweep over a plan.
struct SweepArguments {
  std::string plan;  // by its path or its name
  std::filesystem::path output;
  bool dry_run = false;
  bool list = false;
  std::vector<std::string> overrides;  // "path=value", for all runs
  bool collapse = false;
  StudyOptions study;
};
ExitCode sweep_command(const SweepArguments& arguments);

// Finds and stores ADMM's weight for a scene.
struct TuneArguments {
  std::string scene;
  std::vector<std::string> overrides;
  std::filesystem::path file;  // of tuned weights
  TuneOptions options;
};
ExitCode tune_command(const TuneArguments& arguments);

// `json`: for other programs, as docs/sweeps.md describes it.
ExitCode status_command(const std::filesystem::path& folder, bool json);
// `path`: the folder of a sweep or of runs, or a .tar.zst of `simbench archive`.
ExitCode verify_command(const std::filesystem::path& path, bool json);

// The words that list_command() takes.
std::vector<std::string> listable();
std::string version_text();
// To the standard output.
void print_json(const nlohmann::ordered_json& document);
// A JSON list of what `row` makes of each entry.
template <class Entries, class Row>
nlohmann::ordered_json json_list(const Entries& entries, const Row& row) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& entry : entries) list.push_back(row(entry));
  return list;
}

}  // namespace simbench
