// How a time step becomes a minimisation, and how the state goes on from its minimum. An integrator knows where inertia alone would
// carry the body (q̃), what weight the inertial term has, and the velocity that a step ends with.
#pragma once

#include <string_view>
#include <vector>

#include "problem/incremental_potential.h"
#include "problem/state.h"

namespace simbench {

// What moves, and what acts on it.
struct System {
  std::shared_ptr<const TetMesh> mesh = {};
  VectorX<double> masses = {};  // lumped [kg]
  Positions<double> accelerations =
      {};  // of each vertex by gravity and other external forces [m/s²]; empty: none
  Potentials<double> potentials = {};
  std::vector<int> held_vertices = {};    // exactly, at held_positions
  Positions<double> held_positions = {};  // 3 × held vertices, at the end of the step [m]
};

class Integrator {
 public:
  // h [s], and the formula that the solver `formula` evaluates; none: the step is a minimisation
  explicit Integrator(double time_step, StepFormula formula = StepFormula::none)
      : time_step_(time_step), formula_(formula) {}
  virtual ~Integrator() = default;

  // Of the step that begins in `state`.
  IncrementalPotential<double> problem(const System& system, const State& state) const;
  // The state after a step from `state` that ended in `positions`.
  static State advanced(const IncrementalPotential<double>& problem, const State& state,
                        const Positions<double>& positions) {
    return {positions, problem.velocities(positions), state.positions, state.velocities};
  }

 protected:
  double time_step() const { return time_step_; }

 private:
  // Sets q̃, and the time step and the velocities' origin where they are not those of implicit Euler. The problem has everything else,
  // accelerations always. Held vertices are put to their targets afterwards.
  virtual void pose(const State& state, IncrementalPotential<double>& problem) const = 0;

  double time_step_;
  StepFormula formula_;
};

// What a scene may name as step.integrator.
struct IntegratorEntry {
  std::string_view name;
  std::string_view summary;
  StepFormula formula;  // that the solver `formula` evaluates; none: the step is a minimisation
  std::shared_ptr<const Integrator> (*make)(double time_step);
};
// The first one is the default.
const std::vector<IntegratorEntry>& integrators();
// The one of that name, which must exist.
const IntegratorEntry& integrator(std::string_view name);

// No inertia: an equilibrium of the potentials, looked for from `start`.
IncrementalPotential<double> equilibrium_problem(const System& system, const Positions<double>& start);

}  // namespace simbench
