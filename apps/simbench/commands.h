// The commands of simbench. Each returns the exit code of the process, and throws Error if the user can
// correct the problem.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "deformable/trial/tune.h"
#include "results/execute.h"
#include "sweep/sweep.h"

namespace simbench {

// Settings of all runs of a command.
struct CommandExecution {
  Execution settings;
  Replace replace = Replace::same_run;
  bool quiet = false;
  bool json = false;  // prints JSON about the runs in place of the table (docs/json.md)
};

// The arguments of a run. Empty members leave the scene's values unchanged.
struct RunArguments {
  std::string scene;       // empty: that of the run in start_from
  std::string start_from;  // RUN[@STEP]; empty: the scene's own start
  std::vector<std::string> solvers;
  std::vector<std::string> terms;      // Python files with terms of the objective
  std::vector<std::string> overrides;  // --set path=value
  std::optional<int> iterations;
  std::filesystem::path output;  // empty: runs/<scene>, or runs/<scene>-<digits> if values are changed
  RunOptions options;
  bool skip_complete = false;
  CommandExecution execution;
};
ExitCode run_command(const RunArguments& arguments);

// Repeats a run, or all runs of an archive.
struct RerunArguments {
  std::filesystem::path manifest;  // or an archive of `simbench archive`
  std::filesystem::path output = "rerun";
  std::filesystem::path mesh_folder;  // where relative paths in the scene begin; empty: as in the run
  bool trust = false;                 // execute the files of solvers in Python
  CommandExecution execution;
};
ExitCode rerun_command(const RerunArguments& arguments);

// `json`: prints JSON for other programs (docs/json.md).
struct CheckArguments {
  std::string scene;
  std::vector<std::string> terms;  // Python files with terms of the objective
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

struct ListArguments {
  std::string what;  // empty: the lists
  std::string name;  // of one entry; empty: all of them
  bool json = false;
};
ExitCode list_command(const ListArguments& arguments);
struct SchemaArguments {
  bool plan = false;  // the schema of plans instead of scenes
  std::string_view kind;
};
ExitCode schema_command(const SchemaArguments& arguments);
struct NewSceneArguments {
  std::string name;
  std::string_view kind;
  std::filesystem::path mesh;  // empty: the scene has a body of its own
  std::string scale;           // empty: 1; the Python package reads the number
  std::string experiment;      // what the mesh does; empty: the package's first one
  int frames = 0;              // time steps; 0: as many as the first scene of the kind has
};
// Writes a scene that users can start from. The Python package writes one with a mesh. Throws Error (output)
// if the file exists.
ExitCode new_scene_command(const NewSceneArguments& arguments);

// A sweep over a plan.
struct SweepArguments {
  std::string plan;  // by its path or its name
  std::filesystem::path output;
  bool dry_run = false;
  bool list = false;
  bool plan_only = false;              // writes the index only
  bool summary = false;                // writes the summary only
  std::vector<std::string> overrides;  // "path=value", for all runs
  bool collapse = false;
  SweepOptions sweep;
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

// For commands that only read results.
struct ReaderArguments {
  std::filesystem::path folder;  // of a sweep; for verify also of runs, or an archive, packed or unpacked
  bool json = false;             // prints JSON for other programs (docs/sweeps.md)
  bool trust = false;            // execute the Python files of solvers that the plan of the sweep names
};
ExitCode status_command(const ReaderArguments& arguments);
ExitCode verify_command(const ReaderArguments& arguments);

// The words that list_command() takes.
std::vector<std::string> listable();
std::string version_text();
// Prints to the standard output.
void print_json(const nlohmann::ordered_json& document);

}  // namespace simbench
