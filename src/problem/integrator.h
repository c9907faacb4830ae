// How a time step becomes a minimisation, and how the state goes on from its minimum. An integrator knows where inertia alone would
// carry the body (q̃), what weight the inertial term has, and the velocity that a step ends with.
#pragma once

#include <string_view>

#include "problem/incremental_potential.h"
#include "problem/state.h"

namespace simbench {

class Integrator {
 public:
  virtual ~Integrator() = default;
  // masses: lumped [kg].
  virtual IncrementalPotential<double> problem(std::shared_ptr<const TetMesh> mesh,
                                               const VectorX<double>& masses, const State& state,
                                               Potentials<double> potentials) const = 0;
  // The state after a step from `state` that ended in `positions`.
  virtual State advanced(const State& state, const Positions<double>& positions) const = 0;
};

// What a scene may name as step.integrator.
struct IntegratorEntry {
  std::string_view name;
  std::string_view summary;
  // time_step: h [s]; acceleration: of every vertex [m/s²].
  std::shared_ptr<const Integrator> (*make)(double time_step, const Vector3<double>& acceleration);
};
// The first one is the default.
const std::vector<IntegratorEntry>& integrators();
// The integrator of that name, which must exist.
std::shared_ptr<const Integrator> make_integrator(std::string_view name, double time_step,
                                                  const Vector3<double>& acceleration);

// No inertia: an equilibrium of the potentials, looked for from `start`.
IncrementalPotential<double> equilibrium_problem(std::shared_ptr<const TetMesh> mesh,
                                                 const VectorX<double>& masses,
                                                 const Positions<double>& start,
                                                 Potentials<double> potentials);

}  // namespace simbench
