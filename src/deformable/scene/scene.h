// A scene: plain data that describes what is simulated and how it starts. It knows no solvers; a scene file
// also contains settings of solvers (harness/scene_file.h).
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "config/document.h"
#include "deformable/energy/material.h"
#include "deformable/energy/scene_potential.h"
#include "deformable/problem/integrator.h"
#include "deformable/scene/anchors.h"
#include "deformable/scene/body.h"
#include "deformable/scene/contact_choice.h"
#include "deformable/scene/external_term.h"
#include "deformable/scene/start_change.h"
#include "deformable/scene/start_state.h"
#include "harness/named_files.h"

namespace simbench {

// A material chosen by name ("model"). Copies share the object, which never changes: describe() reads into a
// new object.
struct MaterialChoice {
  std::string model = "strain";
  std::shared_ptr<Material> material;
  void describe(config::Fields& fields);
  void describe_members(config::Fields& members);
  double stiffness() const { return material ? material->stiffness() : 0; }
  // The energy of these tets of the mesh; of all tets if `tets` is empty.
  std::shared_ptr<const Potential<double>> potential(const std::shared_ptr<const TetMesh>& mesh,
                                                     const std::optional<std::vector<int>>& tets = {}) const;
  // A potential of the same kind without tets; null if such elements cannot have the law.
  std::shared_ptr<const Potential<double>> kind(ElementOrder elements) const;
};

// Tets with another material than the body's, and perhaps another density.
struct Region {
  TetSelection tets;
  MaterialChoice material;
  std::optional<double> density;                    // [kg/m³]; empty: the body's
  std::optional<Vector3<double>> initial_velocity;  // of the vertices of these tets [m/s]; empty: the body's
  void describe(config::Fields& fields);
};

// A constant force on each of the selected vertices.
struct Force {
  PointSelection vertices;
  Vector3<double> force = Vector3<double>::Zero();  // [N]
  void describe(config::Fields& fields);
};

// `statics`: Newton's method finds equilibria along the path. `dynamics`: L-BFGS does time steps.
enum class PreparationMethod { statics, dynamics };

// A potential in addition to the materials, chosen by name ("type").
struct PotentialChoice {
  std::string type;
  std::shared_ptr<ScenePotential> potential;
  void describe(config::Fields& fields);
};

// The motion from rest to the start state: anchors carry the body along for `duration`, with a separate
// material.
struct Preparation {
  MaterialChoice material;
  Anchors anchors;
  double duration = 0;  // [s]
  PreparationMethod method = PreparationMethod::statics;
  int increments = 12;      // `statics`: number of equilibria on the path
  double time_step = 0.01;  // `dynamics`: of implicit Euler [s]; duration/time_step is rounded to whole steps
  void describe(config::Fields& fields);

 private:
  // Requires that no anchor turns by more than 180 degrees in `seconds`.
  void require_small_turns(config::Fields& fields, std::string_view key, double seconds) const;
};

struct StepSettings {
  std::string integrator{integrators().front().name};
  // A time step H has n substeps of h = H/n. The harness counts each substep as a step.
  double time_step = 0.01;  // H [s]
  int iterations = 1000;    // per substep
  int steps = 1;            // number of time steps
  int substeps = 1;         // n
  StepStart start = StepStart::inertial;
  HashedFile start_file;       // for StepStart::given: positions of the vertices
  std::optional<int> release;  // anchors act only in the first `release` time steps; if empty, in all

  double substep() const { return time_step / substeps; }  // h [s]
  int substep_count() const { return steps * substeps; }
  // `substep_number` is counted from 1.
  bool has_anchors(long long substep_number) const {
    return !release || substep_number <= static_cast<long long>(*release) * substeps;
  }
  void describe(config::Fields& fields);
};

struct Scene {
  std::string description;
  Body body;
  MaterialChoice material;                  // empty for particles
  std::vector<Region> regions;              // if a tet is in several regions, the last one counts
  std::vector<PotentialChoice> potentials;  // that act during the steps, in addition to the materials
  std::optional<ContactChoice> contact;     // of the surface with itself, during the steps
  std::optional<ExternalTerms> terms;       // of the objective, in addition to potentials and contact
  Anchors anchors;
  Vector3<double> gravity = Vector3<double>::Zero();  // [m/s²]
  std::vector<Force> forces;
  Vector3<double> initial_velocity = Vector3<double>::Zero();  // of every vertex [m/s]
  std::optional<Preparation> preparation;
  std::vector<StartChange> start;   // changes of the start state, one after the other
  std::optional<StartState> state;  // replaces the start state
  int instance = 0;                 // 0: as written; other numbers: turned and renumbered (instance.h)
  StepSettings step;

  // Set by build_mesh():
  std::filesystem::path folder;                 // relative paths of the body's file start here
  std::shared_ptr<const TetMesh> written_mesh;  // of the body at rest
  std::shared_ptr<const TetMesh> mesh;          // the same in the order of the instance, and not turned
  std::vector<std::string> mesh_notes;          // for the user: changes that were made when the mesh was read
  std::shared_ptr<const Checkpoint> checkpoint;          // the state that `state` names; null without
  std::vector<std::string> state_warnings;               // what looks wrong in that state
  std::shared_ptr<const Positions<double>> given_start;  // those of step.start_file; null without

  void describe(config::Fields& fields);
  bool has_terms() const { return contact || terms; }
  // How many problems a substep poses one after the other. The harness counts each as a step.
  int lags() const { return contact ? contact->friction.lags() : 1; }
  // One entry per vertex [kg].
  VectorX<double> masses() const;
};

// The JSON of a scene with all defaults, without the settings of solvers.
nlohmann::ordered_json resolved(Scene scene);

// Builds the mesh of a scene that was read from `document`. A relative path of a mesh starts at the
// document's folder. If --set gave the path, it is first searched for in `set_folder` (empty for the current
// folder). A file that is missing there is searched for in the folders of scenes. Throws Error also for
// invalid meshes, and for regions, potentials and anchors that select nothing.
void build_mesh(Scene& scene, const config::Document& document, const std::filesystem::path& set_folder,
                SharedObjects& shared);

}  // namespace simbench
