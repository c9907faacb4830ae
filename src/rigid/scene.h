// A scene of rigid bodies: plain data that says what moves, what connects it and how it starts. It knows no solver.
#pragma once

#include <memory>

#include "rigid/chain.h"
#include "rigid/scene_constraints.h"
#include "rigid/step_problem.h"

namespace simbench::rigid {

struct BodyEntry {
  std::string name = {};
  std::optional<double> mass = {};  // [kg]; none: it stands still
  // At most one of these; none: it does not turn.
  std::optional<Vector3<double>> box = {};      // edges [m]
  std::optional<double> radius = {};            // of a solid ball [m]
  std::optional<Vector3<double>> inertia = {};  // about its own axes [kg m²]
  Pose<double> pose = {};
  Displacement<double> velocity = {};

  void describe(config::Fields& fields);
  Inertia<double> resistance() const;
  Vector3<double> edges() const;  // of its box, or of the one around a ball; zero if it has neither
};

// Bodies one by one.
struct Assembly {
  std::vector<BodyEntry> bodies;
  std::vector<ConstraintEntry> constraints;
};

struct StepSettings {
  double time_step = 1.0 / 60;  // h of a frame [s]
  int iterations = 100;
  int steps = 1;     // frames
  int substeps = 1;  // of each frame, h/n long
  Gyroscopic gyroscopic = Gyroscopic::none;
  VelocityRule velocities = VelocityRule::increment;

  void describe(config::Fields& fields);
};

struct Scene {
  std::string description;
  std::optional<Chain> chain;
  Assembly assembly;                                  // if there is no chain
  Vector3<double> gravity = Vector3<double>::Zero();  // [m/s²]
  StepSettings step;

  // What finish() adds:
  std::shared_ptr<const World> world;

  void describe(config::Fields& fields);
  // Looks names up and builds the system. Throws Error (usage) that says what is wrong, and where in the document.
  void finish(const config::Document& document);

 private:
  World built_from_parts(const config::Document& document) const;
};

}  // namespace simbench::rigid
