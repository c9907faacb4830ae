// An integrator turns a time step into a minimisation, and its minimum into the next state. It defines the
// positions to which the body would move without the potentials (q̃), the weight of the inertial term, and
// the velocity at the end of the step.
#pragma once

#include <string_view>
#include <vector>

#include "deformable/problem/incremental_potential.h"
#include "deformable/problem/state.h"

namespace simbench {

// The body and the forces on it.
struct System {
  std::shared_ptr<const TetMesh> mesh = {};
  VectorX<double> masses = {};  // lumped [kg]
  // Of each vertex, by gravity and other external forces [m/s²]; empty if there are none.
  Positions<double> accelerations = {};
  Potentials<double> potentials = {};
  std::vector<int> held_vertices = {};    // held exactly at held_positions
  Positions<double> held_positions = {};  // 3 × held vertices, at the end of the step [m]
};

class Integrator {
 public:
  // h [s], and the formula that the solver `formula` evaluates; with StepFormula::none the step is a
  // minimisation.
  explicit Integrator(double time_step, StepFormula formula = StepFormula::none)
      : time_step_(time_step), formula_(formula) {}
  virtual ~Integrator() = default;

  // The problem of the step that begins in `state`.
  IncrementalPotential<double> problem(const System& system, const State& state) const;
  // The state after a step that began in `state` and ended in `positions`.
  static State advanced(const IncrementalPotential<double>& problem, const State& state,
                        const Positions<double>& positions) {
    return {positions, problem.velocities(positions), state.positions, state.velocities};
  }

 protected:
  double time_step() const { return time_step_; }

 private:
  // Sets q̃. Also sets the time step and the origin of the velocities if they differ from implicit Euler's.
  // Everything else is already set; accelerations are never empty. Afterwards problem() moves held vertices
  // to their targets.
  virtual void pose(const State& state, IncrementalPotential<double>& problem) const = 0;

  double time_step_;
  StepFormula formula_;
};

// An integrator that a scene can choose as step.integrator.
struct IntegratorEntry {
  std::string_view name;
  std::string_view summary;
  StepFormula formula;  // evaluated by the solver `formula`; none if the step is a minimisation
  std::shared_ptr<const Integrator> (*make)(double time_step);
};
// The first one is the default.
const std::vector<IntegratorEntry>& integrators();
// The integrator of that name, which must exist.
const IntegratorEntry& integrator(std::string_view name);

// A problem without inertia: its minimum is an equilibrium of the potentials. Solvers start from `start`.
IncrementalPotential<double> equilibrium_problem(const System& system, const Positions<double>& start);

}  // namespace simbench
