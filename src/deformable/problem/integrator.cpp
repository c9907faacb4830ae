#include "deformable/problem/integrator.h"

#include <limits>
#include <stdexcept>

#include "deformable/problem/bdf2.h"
#include "deformable/problem/explicit_euler.h"
#include "deformable/problem/implicit_euler.h"
#include "deformable/problem/linear_implicit_euler.h"
#include "deformable/problem/quasi_static.h"
#include "deformable/problem/symplectic_euler.h"

namespace simbench {

namespace {

template <class I>
IntegratorEntry entry() {
  return {I::name, I::summary, I::formula, [](double time_step) -> std::shared_ptr<const Integrator> {
            return std::make_shared<I>(time_step, I::formula);
          }};
}

IncrementalPotential<double> unposed_problem(const System& system, const Positions<double>& positions) {
  IncrementalPotential<double> problem;
  problem.mesh = system.mesh;
  problem.masses = system.masses;
  problem.accelerations = system.accelerations;
  if (problem.accelerations.size() == 0) problem.accelerations.setZero(3, positions.cols());
  problem.potentials = system.potentials;
  problem.previous_positions = problem.inertial_positions = positions;
  return problem;
}

}  // namespace

const std::vector<IntegratorEntry>& integrators() {
  // A new integrator needs its file and one line here.
  static const std::vector<IntegratorEntry> registry = {
      entry<ImplicitEuler>(),   entry<Bdf2>(),          entry<LinearImplicitEuler>(),
      entry<SymplecticEuler>(), entry<ExplicitEuler>(), entry<QuasiStatic>(),
  };
  return registry;
}

const IntegratorEntry& integrator(std::string_view name) {
  for (const IntegratorEntry& entry : integrators()) {
    if (entry.name == name) return entry;
  }
  throw std::logic_error("no integrator of this name: " + std::string(name));
}

IncrementalPotential<double> Integrator::problem(const System& system, const State& state) const {
  IncrementalPotential<double> problem = unposed_problem(system, state.positions);
  problem.time_step = time_step_;
  problem.formula = formula_;
  if (!system.held_vertices.empty()) problem.hold(system.held_vertices, system.held_positions);
  pose(state, problem);
  problem.inertial_positions(Eigen::all, system.held_vertices) = system.held_positions;
  return problem;
}

IncrementalPotential<double> equilibrium_problem(const System& system, const Positions<double>& start) {
  IncrementalPotential<double> problem = unposed_problem(system, start);
  problem.time_step = std::numeric_limits<double>::infinity();
  if (!system.held_vertices.empty()) problem.hold(system.held_vertices, system.held_positions);
  return problem;
}

}  // namespace simbench
