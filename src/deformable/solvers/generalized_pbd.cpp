#include "deformable/solvers/generalized_pbd.h"

namespace simbench {

void GeneralizedPbdSettings::describe(config::Fields& fields) {
  order.describe(fields);
  fields.integer("newton_steps", newton_steps,
                 {.doc = "Newton steps for the force of each element in each iteration", .minimum = 1});
}

template <class Real>
std::optional<Failure> GeneralizedPbd<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  positions_ = problem.inertial_positions;
  problem.move_held_to_targets(positions_);
  VectorX<Real> inverse_inertia = problem.inertia_weights().cwiseInverse();
  for (int i = 0; i < static_cast<int>(problem.vertex_count()); ++i) {
    if (problem.is_held(i)) inverse_inertia[i] = 0;
  }
  sweeps_.clear();
  for (const bool material : {false, true}) {
    for (const auto& potential : problem.potentials) {
      if (potential->is_material() != material) continue;
      std::vector<std::span<const int>> elements;
      potential->append_elements(elements);
      sweeps_.push_back(
          force_sweep(*potential, settings_.order.of(elements), inverse_inertia, settings_.newton_steps));
    }
  }
  return {};
}

template <class Real>
IterationReport GeneralizedPbd<Real>::iterate() {
  for (const auto& sweep : sweeps_) sweep->run(positions_);
  return {};
}

template class GeneralizedPbd<double>;
template class GeneralizedPbd<float>;

}  // namespace simbench
