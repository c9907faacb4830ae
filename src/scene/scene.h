// A scene: plain data that says what is simulated, how it starts, and how each solver is set up. Files of
// this form are in scenes/; their JSON Schema is scenes/scene.schema.json (`simbench schema` prints it).
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "config/document.h"
#include "energy/material.h"
#include "scene/anchors.h"
#include "scene/body.h"
#include "scene/scene_files.h"
#include "solver/registry.h"

namespace simbench {

// A material chosen by name ("model").
struct MaterialChoice {
  std::string model = "strain";
  std::shared_ptr<Material> material;
  void describe(config::Fields& fields);
};

// Tets of another material than the body's.
struct Region {
  PointSelection tets;  // by their centroids
  MaterialChoice material;
  void describe(config::Fields& fields);
};

// How the start state is reached from rest: anchors carry the body along for `duration`, under a material of
// its own.
struct Preparation {
  MaterialChoice material;
  Anchors anchors;
  double duration = 0;            // [s]
  std::string method = "static";  // or "dynamic"
  int increments = 12;            // static: equilibria on the way
  double time_step = 0.01;  // dynamic: of implicit Euler [s]; duration/time_step is rounded to whole steps
  void describe(config::Fields& fields);

 private:
  // No anchor may turn by more than 180 degrees in so many seconds.
  void require_small_turns(config::Fields& fields, std::string_view key, double seconds) const;
};

struct StepSettings {
  double time_step = 0.01;     // h [s]
  int iterations = 1000;       // of each step
  int steps = 1;               // how many time steps
  std::optional<int> release;  // anchors act in this many first steps only
  void describe(config::Fields& fields);
};

struct Scene {
  std::string description;
  Body body;
  MaterialChoice material;
  std::vector<Region> regions;  // of a tet in several of them the last one counts
  Anchors anchors;
  Vector3<double> gravity = Vector3<double>::Zero();           // [m/s²]
  Vector3<double> initial_velocity = Vector3<double>::Zero();  // of every vertex [m/s]
  std::optional<Preparation> preparation;
  StepSettings step;
  std::map<std::string, std::shared_ptr<SolverSettings>, std::less<>>
      solver_settings;  // of every solver, by name

  // What read_scene adds:
  std::filesystem::path folder;         // where the relative path of the body's file begins
  std::shared_ptr<const TetMesh> mesh;  // of the body at rest
  std::vector<std::string> mesh_notes;  // what was changed or left out in reading it, for the user

  Scene();  // all defaults; solver_settings has an entry for every solver
  // All members; of the solvers only `only_solver`, unless it is empty.
  void describe(config::Fields& fields, std::string_view only_solver = {});
};

// "path.to.member=value". Throws Error (usage).
std::pair<std::string_view, std::string_view> split_override(std::string_view text);

// Reads a scene strictly, without its mesh. Overrides are "path.to.member=value", applied in order before reading.
Scene parse_scene(config::Document& document, const std::vector<std::string>& overrides);
// Reads a scene and builds its mesh. The relative path of a mesh that was set (--set) begins at `set_folder` (empty: the current
// one), that of the document's own text at the document's folder; a file that is not there is looked for at the other one's
// and in the folders of scenes. Throws Error also for a bad mesh and for anchors that hold nothing.
Scene read_scene(config::Document document, const std::vector<std::string>& overrides,
                 const std::filesystem::path& set_folder, MeshStore& meshes);
Scene read_scene(config::Document document, const std::vector<std::string>& overrides,
                 const std::filesystem::path& set_folder = {});

// The scene with all defaults resolved; of the solvers' settings only those of `solver`, unless it is empty.
nlohmann::ordered_json resolved(const Scene& scene, std::string_view solver);

// The JSON Schema of scene files, for editors.
nlohmann::ordered_json scene_schema();

}  // namespace simbench
