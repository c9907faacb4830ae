// Everything that a scene builds once (the mesh, its masses, the potentials and the start state), and the
// problem of each step.
#pragma once

#include "deformable/problem/integrator.h"
#include "deformable/scene/scene.h"

namespace simbench {

// The potentials are the potentials of the body's materials, then the potentials in the scene's list. Anchors
// are not among them.
struct World : System {
  std::shared_ptr<const HeldVertices> anchors;
  std::shared_ptr<const ContactSurface> surface;  // null without contact
  FrictionCoefficients friction_coefficients;
  State start;
  MotionTime time;
};

// The world with the body at these positions. Anchors hold vertices at these positions. Throws Error (usage)
// for anchors that select nothing, and Error (mesh) as ContactChoice::surface() and if bodies with contact
// overlap there.
World world_at(const Scene& scene, Positions<double> start);
// The world with the body at rest, even if the scene has a preparation.
World world_at_rest(const Scene& scene);

// One potential of each kind that the scene's problems contain, without elements and without the mesh. This
// is enough to ask whether a solver supports them.
Potentials<double> kinds_of_potentials(const Scene& scene);

// The problem of substep number `step` (from 1), which begins in `state`, or of one of its lags. Problems
// share the mesh and the potentials.
IncrementalPotential<double> step_problem(const Scene& scene, const World& world, const State& state,
                                          int step);

}  // namespace simbench
