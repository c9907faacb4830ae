// What a scene builds once: the mesh, its masses, the potentials and the start state; and from these the problem of each
// step.
#pragma once

#include "problem/integrator.h"
#include "scene/scene.h"

namespace simbench {

// Its potentials are those of the body's materials, then those that the scene lists; anchors move and come besides.
struct World : System {
  std::shared_ptr<const HeldVertices> anchors;
  State start;
};

// With the body at these positions; anchors hold vertices where the positions have them. Throws Error (usage) for anchors that
// hold nothing.
World world_at(const Scene& scene, Positions<double> start);
// With the body at rest, whatever its preparation.
World world_at_rest(const Scene& scene);

// A potential of each kind that a scene's problems have, without elements and without the mesh: enough to ask a solver whether
// it takes them.
Potentials<double> kinds_of_potentials(const Scene& scene);

// The problem of step number `step` (from 1), which begins in `state`. The mesh and the potentials are shared.
IncrementalPotential<double> step_problem(const Scene& scene, const World& world, const State& state,
                                          int step);

}  // namespace simbench
