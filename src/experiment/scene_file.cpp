#include "experiment/scene_file.h"

#include <nlohmann/json.hpp>

#include "config/reader.h"
#include "config/schema.h"
#include "config/writer.h"
#include "scene/world.h"

namespace simbench {

using nlohmann::ordered_json;

void SceneFile::describe(config::Fields& fields) {
  scene.describe(fields);
  solvers.describe(fields);
}

std::vector<ConfiguredSolver> SceneFile::candidates() const {
  const bool is_formula = integrator(scene.step.integrator).formula != StepFormula::none;
  std::vector<ConfiguredSolver> result;
  for (const SolverEntry& entry : simbench::solvers()) {
    if (entry.evaluates_formulas == is_formula) result.push_back(solvers.configured(entry.name));
  }
  return result;
}

Declines declines(const Scene& scene, const ConfiguredSolver& solver) {
  return solver.declines(kinds_of_potentials(scene), integrator(scene.step.integrator).formula,
                         scene.mesh->vertex_count());
}

SceneFile parse_scene_file(config::Document& document, const std::vector<std::string>& overrides) {
  for (const std::string& assignment : overrides) document.set(assignment);
  SceneFile file;
  config::read(document, [&](config::Fields& fields) { file.describe(fields); });
  return file;
}

SceneFile read_scene_file(config::Document document, const std::vector<std::string>& overrides,
                          const std::filesystem::path& set_folder, MeshStore& meshes) {
  SceneFile file = parse_scene_file(document, overrides);
  build_mesh(file.scene, document, set_folder, meshes);
  return file;
}

SceneFile read_scene_file(config::Document document, const std::vector<std::string>& overrides) {
  MeshStore meshes;
  return read_scene_file(std::move(document), overrides, {}, meshes);
}

ordered_json resolved(SceneFile file) {
  return config::write([&](config::Fields& fields) { file.describe(fields); });
}

ordered_json resolved(Scene scene) {
  return config::write([&](config::Fields& fields) { scene.describe(fields); });
}

ordered_json scene_schema() {
  SceneFile file;
  file.scene.preparation.emplace();
  ordered_json schema = config::schema([&](config::Fields& fields) { file.describe(fields); });
  schema["title"] = "A scene of simbench";
  return schema;
}

}  // namespace simbench
