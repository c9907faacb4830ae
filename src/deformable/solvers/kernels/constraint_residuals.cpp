#include "deformable/solvers/kernels/constraint_residuals.h"

#include <algorithm>

namespace simbench {

void look_at(const IncrementalPotential<double>& problem, std::vector<ConstraintState<double>>& constraints,
             const Positions<double>& positions, Positions<double>& gradient, std::vector<double>& energies,
             Positions<double>& residual, IterationReport& report) {
  const double square = problem.time_step * problem.time_step;
  residual = gradient;
  for (ConstraintState<double>& state : constraints) {
    state.residuals.resize(state.multipliers.rows(), state.multipliers.cols());
    state.forces = state.multipliers / -square;
    // The order of a sum decides its bits: anchors come first in `residual`, but not in `gradient`.
    if (state.system->potential().is_material()) continue;
    state.system->values(positions, state.residuals);
    state.system->add_transposed(positions, state.forces, residual);
  }
  for (std::size_t t = 0; t < energies.size(); ++t) {
    const Potential<double>& potential = *problem.potentials[t];
    const auto state = std::ranges::find_if(
        constraints, [&](const auto& any) { return &any.system->potential() == &potential; });
    energies[t] = potential.is_material()
                      ? state->system->look(positions, state->forces, state->residuals, residual, gradient)
                      : potential.add_gradient(positions, gradient);
  }
  problem.zero_held(residual);
  double energy = 0;
  for (ConstraintState<double>& state : constraints) {
    if (!state.system->is_hard()) energy += multiplier_energy(state, problem.time_step, state.residuals);
  }
  report.diagnostics.set("multiplier_residual", std::sqrt(energy));
  report.diagnostics.set("gradient_residual", residual.norm());
}

}  // namespace simbench
