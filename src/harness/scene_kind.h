// The interface of a kind of scene. The harness reads, runs and records scenes only through it and knows no
// kind by name.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/context.h"
#include "base/shared_objects.h"
#include "config/document.h"
#include "harness/inspection.h"
#include "harness/run.h"
#include "harness/solver_settings.h"

namespace simbench {

// The start state of a scene, and other data that all its solvers share. Each kind of scene derives its own
// class.
class PreparedScene {
 public:
  virtual ~PreparedScene() = default;
};

// A file that a scene is made from: of a mesh or of a state.
struct SourceFile {
  std::string& path;    // a relative path begins at the scene's folder
  std::string& sha256;  // of the file's contents
  std::string pointer;  // the JSON pointer of the path in the scene
};

// A scene of one kind with the settings of all its solvers.
class SceneWithSolvers {
 public:
  SolversSection solvers;

  explicit SceneWithSolvers(SolversSection section) : solvers(std::move(section)) {}
  virtual ~SceneWithSolvers() = default;
  virtual std::unique_ptr<SceneWithSolvers> copy() const = 0;
  virtual std::string_view kind() const = 0;  // the value of "kind" in scene files

  // Describes all members of the scene except for "kind" and "solvers".
  virtual void describe(config::Fields& fields) = 0;
  // Completes reading: builds meshes and finds what names refer to. Relative paths that --set has given begin
  // at `set_folder`, or at the current folder if that is empty. Throws Error (usage, mesh).
  virtual void finish(const config::Document& document, const std::filesystem::path& set_folder,
                      SharedObjects& shared) = 0;
  virtual const std::string& description() const = 0;
  virtual const std::filesystem::path& folder() const = 0;  // where relative paths begin
  virtual std::vector<SourceFile> source_files() { return {}; }
  // Sentences that tell the user what reading has changed or left out.
  virtual std::vector<std::string> notes() const { return {}; }
  // What looks wrong in its files, such as numbers of another unit.
  virtual std::vector<std::string> warnings() const { return {}; }

  virtual const Columns& columns() const = 0;  // of iterations.csv
  virtual RunLength length() const = 0;
  // The solvers of this kind, in order. declines() tells whether one of them cannot take the scene.
  virtual std::vector<std::string_view> candidates() const = 0;
  // Those of them that `--solver all` means; `every` means all of them.
  virtual std::vector<std::string_view> usual_candidates() const { return candidates(); }
  virtual Declines declines(std::string_view solver, Precision precision) const = 0;
  // Why the scene cannot be run with these options; empty if it can.
  virtual Declines declines_options(const RunOptions&) const { return {}; }
  // Replaces settings that name a stored value by that value. `scene` returns the JSON of the scene with the
  // settings of this solver. Throws Error (usage) if no value is stored.
  virtual void look_up_settings(std::string_view /*solver*/,
                                const std::function<nlohmann::ordered_json()>& /*scene*/) {}

  virtual Estimate estimate(std::string_view solver, const RunOptions& options) const = 0;
  // If `derivatives` is set, it also tests derivatives. Throws Error (usage) if the kind has no such tests.
  virtual Inspection inspect(bool derivatives) const = 0;

  // A text that is the same for scenes with the same start state. Such scenes share one computation of the
  // state. Empty if preparation is cheap.
  virtual std::string preparation() const { return {}; }
  // Computes the start state. Throws Error (numerical_failure) if it fails, and Stopped.
  virtual std::unique_ptr<PreparedScene> prepare(const Context& context) const = 0;
  // This scene and `prepared` must outlive the trial.
  virtual std::unique_ptr<Trial> trial(std::string_view solver, const PreparedScene& prepared,
                                       const RunOptions& options) const = 0;

  // A copy without its preparation. Null unless the kind promises that the scene stays the same problem when
  // all its numbers are converted to another unit of time (sweep/collapse.h).
  virtual std::unique_ptr<SceneWithSolvers> without_preparation() const { return nullptr; }
};

// A list of `simbench list`, each row with "name" and "summary".
struct NamedList {
  std::string_view name;
  nlohmann::ordered_json (*rows)();
};

// An entry of the registry.
struct SceneKind {
  std::string_view name;                        // the value of "kind" in scene files
  std::string_view summary;                     // what moves
  std::unique_ptr<SceneWithSolvers> (*make)();  // with all defaults
  std::string_view page;                        // of the documentation
  std::string_view schema_file;                 // its JSON Schema, among the named scenes
  // A scene that users can start from; {0} stands for the path of the schema, {1} for the number of steps.
  std::string_view first_scene;
  int first_steps;               // its time steps if the user does not say how many
  std::vector<NamedList> lists;  // lists that only this kind has

  std::vector<NamedSolver> solvers() const { return make()->solvers.all(); }
};

// Adds a kind. The program registers all kinds before it reads a scene (systems/register_systems.h). Files
// without "kind" are of the first kind. Throws std::logic_error if the name is taken.
void register_scene_kind(SceneKind kind);
// All kinds in the order of registration. Throws std::logic_error if none is registered.
const std::vector<SceneKind>& scene_kinds();
// The names of all solvers of all kinds, each once.
std::vector<std::string_view> solver_names();

}  // namespace simbench
