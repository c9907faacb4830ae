// How a time step becomes a minimisation and how the state goes on from its minimum. It knows where
// inertia alone would carry the body (q̃) and the velocity that a step ends with.
#pragma once

#include "problem/incremental_potential.h"
#include "problem/state.h"

namespace simbench {

// Implicit Euler (Ledwon 2024, Eq. 3.7): q̃ = q_n + h v_n + h² g, M/h², v_{n+1} = (q_{n+1} − q_n)/h.
struct ImplicitEuler {
  double time_step;                                        // h [s]
  Vector3<double> acceleration = Vector3<double>::Zero();  // g, of every vertex [m/s²]

  // masses: lumped [kg].
  IncrementalPotential<double> problem(std::shared_ptr<const TetMesh> mesh, const VectorX<double>& masses,
                                       const State& state, Potentials<double> potentials) const;
  // The state after a step from `state` that ended in `positions`.
  State advanced(const State& state, const Positions<double>& positions) const;
};

// No inertia: an equilibrium of the potentials, looked for from `start`.
IncrementalPotential<double> equilibrium_problem(std::shared_ptr<const TetMesh> mesh,
                                                 const VectorX<double>& masses,
                                                 const Positions<double>& start,
                                                 Potentials<double> potentials);

}  // namespace simbench
