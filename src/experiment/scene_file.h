// A scene file: a scene of one of the kinds that simbench knows, and the settings of solvers on it. Files of this form are in scenes/;
// their JSON Schemas are scenes/scene.schema.json and scenes/rigid.schema.json (`simbench schema` prints them).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <variant>
#include <vector>

#include "experiment/deformable_scene.h"
#include "experiment/rigid_scene.h"

namespace simbench {

// A kind of scene is a struct with
//
//   static kind, summary   its word under "kind"; what moves
//   solvers                the member "solvers": settings of all of its solvers
//   describe(fields)       reads, writes and documents the rest
//   finish(document, …)    what the description alone cannot tell: builds meshes, looks names up. Throws Error (usage, mesh).
//   description(), folder(), length()
//   candidates()           its solvers, in order; some may decline the scene
//   declines(solver, …)    why a solver cannot take it in a precision
//   declines_options(…)    why it cannot be run so
//   estimate(solver, …)    what a run of it takes
//   Prepared, prepare(…)   the state that it begins in, and what all its solvers share besides
//   trial(solver, …)       a solver on it; scene and Prepared must outlive that
//
// A new kind: its header and its name here.
using SceneKind = std::variant<DeformableScene, RigidScene>;
using PreparedScene = std::variant<DeformableScene::Prepared, RigidScene::Prepared>;

class SceneFile {
 public:
  SceneFile() = default;
  explicit SceneFile(SceneKind scene) : scene_(std::move(scene)) {}

  void describe(config::Fields& fields);
  // With the settings of one solver alone.
  void describe_with(config::Fields& fields, std::string_view solver);
  void finish(const config::Document& document, const std::filesystem::path& set_folder, MeshStore& meshes);

  std::string_view kind() const;
  // Of its kind.
  const std::vector<NamedSolver>& solvers() const;
  // The scene, if it is of that kind, or null.
  template <class Kind>
  const Kind* as() const {
    return std::get_if<Kind>(&scene_);
  }
  template <class Kind>
  Kind* as() {
    return std::get_if<Kind>(&scene_);
  }

  bool has_solver(std::string_view name) const;
  BodyFile* body_file();  // the mesh's file; null if there is none

  const std::string& description() const;
  const std::filesystem::path& folder() const;  // where relative paths begin
  RunLength length() const;
  std::vector<std::string_view> candidates() const;
  Declines declines(std::string_view solver, Precision precision = Precision::double_precision) const;
  Declines declines_options(const RunOptions& options) const;
  Estimate estimate(std::string_view solver, const RunOptions& options) const;

  // Throws Error (numerical_failure) if there is no such state, and Stopped.
  PreparedScene prepare(const Cache& cache, const std::function<void(const std::string&)>& note,
                        const Stop& stop) const;
  // This scene, what it was prepared to and the cache must outlive the trial.
  std::unique_ptr<Trial> trial(std::string_view solver, const PreparedScene& prepared,
                               const RunOptions& options, const Cache& cache) const;

 private:
  // All but the member "solvers", which is returned.
  SolversSection& describe_scene(config::Fields& fields);

  SceneKind scene_;
};

// A kind of scene and its solvers.
struct KindEntry {
  std::string_view name;
  std::string_view summary;
  std::vector<NamedSolver> solvers;
};
const std::vector<KindEntry>& scene_kinds();
// Of all kinds, each once.
std::vector<std::string_view> solver_names();

// Reads a scene file strictly, without building its mesh. Overrides are "path.to.member=value", applied in order before
// reading. Throws Error (usage).
SceneFile parse_scene_file(config::Document& document, const std::vector<std::string>& overrides = {});
// Reads a scene file and finishes it.
SceneFile read_scene_file(config::Document document, const std::vector<std::string>& overrides,
                          const std::filesystem::path& set_folder, MeshStore& meshes);
SceneFile read_scene_file(config::Document document, const std::vector<std::string>& overrides = {});

// With all defaults resolved.
nlohmann::ordered_json resolved(SceneFile file);
nlohmann::ordered_json resolved(Scene scene);

// The JSON Schema of scene files of a kind, for editors.
nlohmann::ordered_json scene_schema(std::string_view kind);

}  // namespace simbench
