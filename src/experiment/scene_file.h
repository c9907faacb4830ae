// A scene file: a scene, and the settings of solvers on it. Files of this form are in scenes/; their JSON Schema is
// scenes/scene.schema.json (`simbench schema` prints it).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "scene/scene.h"
#include "solver/registry.h"

namespace simbench {

struct SceneFile {
  Scene scene;
  SolversSection solvers;

  void describe(config::Fields& fields);
  // The solvers that go with the scene's integrator: those that minimise, or the one that evaluates its formula. Some may decline the
  // scene's potentials.
  std::vector<ConfiguredSolver> candidates() const;
};

// Why a solver cannot take a scene; empty if it can.
Declines declines(const Scene& scene, const ConfiguredSolver& solver);

// Reads a scene file strictly, without building its mesh. Overrides are "path.to.member=value", applied in order before
// reading. Throws Error (usage).
SceneFile parse_scene_file(config::Document& document, const std::vector<std::string>& overrides = {});
// Reads a scene file and builds its mesh, as build_mesh() says.
SceneFile read_scene_file(config::Document document, const std::vector<std::string>& overrides,
                          const std::filesystem::path& set_folder, MeshStore& meshes);
SceneFile read_scene_file(config::Document document, const std::vector<std::string>& overrides = {});

// With all defaults resolved.
nlohmann::ordered_json resolved(SceneFile file);
nlohmann::ordered_json resolved(Scene scene);

// The JSON Schema of scene files, for editors.
nlohmann::ordered_json scene_schema();

}  // namespace simbench
