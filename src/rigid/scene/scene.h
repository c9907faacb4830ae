// A scene of rigid bodies: plain data that describes bodies, constraints and how they start. It knows no
// solvers.
#pragma once

#include <memory>

#include "rigid/problem/restitution.h"
#include "rigid/scene/chain.h"
#include "rigid/scene/scene_constraints.h"
#include "rigid/scene/start_state.h"

namespace simbench::rigid {

struct BodyEntry {
  std::string name = {};
  std::optional<double> mass = {};  // [kg]; empty if the body stands still
  // The shape: a box, a ball, a capsule if the radius has a length, a plane, or none.
  std::optional<Vector3<double>> box = {};  // edges [m]
  std::optional<double> radius = {};        // of a solid ball or capsule [m]
  std::optional<double> length = {};        // of a capsule, between the centres of its ends [m]
  bool is_plane = false;
  // About the body's axes [kg m²]. If it is empty, it follows from the shape; a body without either does not
  // turn.
  std::optional<Vector3<double>> inertia = {};
  double friction = 0, restitution = 0;  // of contacts that are found
  Pose pose = {};
  Displacement velocity = {};

  void describe(config::Fields& fields);
  Inertia resistance() const;
  Shape shape() const;
};

// A list of bodies and constraints.
struct Assembly {
  std::vector<BodyEntry> bodies;
  std::vector<ConstraintEntry> constraints;
};

struct StepSettings {
  double time_step = 1.0 / 60;  // h of a frame [s]
  int iterations = 100;
  int steps = 1;     // number of frames
  int substeps = 1;  // per frame; each is time_step/substeps long
  Gyroscopic gyroscopic = Gyroscopic::none;
  VelocityRule velocities = VelocityRule::increment;
  RestitutionPass restitution = RestitutionPass::converged;

  void describe(config::Fields& fields);
};

struct Scene {
  std::string description;
  std::optional<Chain> chain;
  Assembly assembly;                                  // empty if there is a chain
  Vector3<double> gravity = Vector3<double>::Zero();  // [m/s²]
  std::optional<ContactSettings> contacts;
  std::optional<StartState> state;  // replaces the bodies' start
  StepSettings step;

  // Set by finish():
  std::shared_ptr<const World> world;
  std::shared_ptr<const Checkpoint> checkpoint;  // the state that `state` names; null without
  std::vector<std::string> state_warnings;       // what looks wrong in that state

  void describe(config::Fields& fields);
  // Looks up names and builds the system. Throws Error (usage) with the place in the document.
  void finish(const config::Document& document, const std::filesystem::path& set_folder);

 private:
  World built_from_parts(const config::Document& document) const;
};

}  // namespace simbench::rigid
