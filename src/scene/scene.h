// A scene: plain data that says what is simulated and how it starts. It knows no solver; a scene file has settings of solvers
// besides (experiment/scene_file.h).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "config/document.h"
#include "energy/material.h"
#include "energy/scene_potential.h"
#include "problem/integrator.h"
#include "scene/anchors.h"
#include "scene/body.h"
#include "scene/named_files.h"

namespace simbench {

// A material chosen by name ("model"). Copies share the object, which never changes: describe() reads into a new one.
struct MaterialChoice {
  std::string model = "strain";
  std::shared_ptr<Material> material;
  void describe(config::Fields& fields);
  void describe_members(config::Fields& members);
  double stiffness() const { return material ? material->stiffness() : 0; }
};

// Tets of another material than the body's.
struct Region {
  TetSelection tets;
  MaterialChoice material;
  void describe(config::Fields& fields);
};

// A constant force on each of some vertices.
struct Force {
  PointSelection vertices;
  Vector3<double> force = Vector3<double>::Zero();  // [N]
  void describe(config::Fields& fields);
};

// A path of equilibria (Newton), or time steps (qn).
enum class PreparationMethod { statics, dynamics };

// A potential besides the materials, chosen by name ("type").
struct PotentialChoice {
  std::string type;
  std::shared_ptr<ScenePotential> potential;
  void describe(config::Fields& fields);
};

// How the start state is reached from rest: anchors carry the body along for `duration`, under a material of
// its own.
struct Preparation {
  MaterialChoice material;
  Anchors anchors;
  double duration = 0;  // [s]
  PreparationMethod method = PreparationMethod::statics;
  int increments = 12;      // static: equilibria on the way
  double time_step = 0.01;  // dynamic: of implicit Euler [s]; duration/time_step is rounded to whole steps
  void describe(config::Fields& fields);

 private:
  // No anchor may turn by more than 180 degrees in so many seconds.
  void require_small_turns(config::Fields& fields, std::string_view key, double seconds) const;
};

struct StepSettings {
  std::string integrator{integrators().front().name};
  double time_step = 0.01;     // h [s]
  int iterations = 1000;       // of each step
  int steps = 1;               // how many time steps
  std::optional<int> release;  // anchors act in this many first steps only
  void describe(config::Fields& fields);
};

struct Scene {
  std::string description;
  Body body;
  MaterialChoice material;                  // none for particles
  std::vector<Region> regions;              // of a tet in several of them the last one counts
  std::vector<PotentialChoice> potentials;  // that act during the steps, besides the materials
  Anchors anchors;
  Vector3<double> gravity = Vector3<double>::Zero();  // [m/s²]
  std::vector<Force> forces;
  Vector3<double> initial_velocity = Vector3<double>::Zero();  // of every vertex [m/s]
  std::optional<Preparation> preparation;
  StepSettings step;

  // What build_mesh adds:
  std::filesystem::path folder;         // where the relative path of the body's file begins
  std::shared_ptr<const TetMesh> mesh;  // of the body at rest
  std::vector<std::string> mesh_notes;  // what was changed or left out in reading it, for the user

  void describe(config::Fields& fields);
};

// Builds the mesh of a scene that was read from `document`. The relative path of a mesh that was set (--set) begins at
// `set_folder` (empty: the current one), that of the document's own text at the document's folder; a file that is not there is
// looked for at the other one's and in the folders of scenes. Throws Error also for a bad mesh, and for regions, potentials and anchors
// that hold nothing.
void build_mesh(Scene& scene, const config::Document& document, const std::filesystem::path& set_folder,
                MeshStore& meshes);

}  // namespace simbench
