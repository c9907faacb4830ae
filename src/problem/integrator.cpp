#include "problem/integrator.h"

#include <limits>
#include <stdexcept>

#include "problem/implicit_euler.h"

namespace simbench {

namespace {

template <class I>
IntegratorEntry entry() {
  return {I::name, I::summary,
          [](double time_step, const Vector3<double>& acceleration) -> std::shared_ptr<const Integrator> {
            return std::make_shared<I>(time_step, acceleration);
          }};
}

}  // namespace

const std::vector<IntegratorEntry>& integrators() {
  // A new integrator: its file pair and one line here.
  static const std::vector<IntegratorEntry> registry = {
      entry<ImplicitEuler>(),
  };
  return registry;
}

std::shared_ptr<const Integrator> make_integrator(std::string_view name, double time_step,
                                                  const Vector3<double>& acceleration) {
  for (const IntegratorEntry& entry : integrators()) {
    if (entry.name == name) return entry.make(time_step, acceleration);
  }
  throw std::logic_error("no integrator of this name: " + std::string(name));
}

IncrementalPotential<double> equilibrium_problem(std::shared_ptr<const TetMesh> mesh,
                                                 const VectorX<double>& masses,
                                                 const Positions<double>& start,
                                                 Potentials<double> potentials) {
  IncrementalPotential<double> problem;
  problem.mesh = std::move(mesh);
  problem.masses = masses;
  problem.time_step = std::numeric_limits<double>::infinity();
  problem.previous_positions = problem.inertial_positions = start;
  problem.potentials = std::move(potentials);
  return problem;
}

}  // namespace simbench
