#include "rigid/solvers/richardson.h"

namespace simbench::rigid {

std::optional<Failure> Richardson::begin_step(const StepProblem& problem) {
  start_at(problem);
  displacements_.resize(poses_.size());
  return {};
}

IterationReport Richardson::iterate() {
  const std::vector<Inertia>& inertias = problem_->inertias;
  std::fill(displacements_.begin(), displacements_.end(), Displacement{});
  double largest_change = 0;
  constraints().for_each_linearised(
      poses_, [&]<class Constraint>(const Constraint& constraint, const auto& linear, Index row) {
        auto multipliers = multipliers_.segment<Constraint::rows>(row);
        const auto K = linear.effective_inverse_mass(constraint.bodies, inertias, poses_);
        const auto change = linear.correction(constraint, K, problem_->scaled(constraint.compliance),
                                              settings_.share, typename Constraint::Multipliers(multipliers));
        multipliers += change;
        linear.displace(constraint.bodies, inertias, poses_, change, displacements_);
        largest_change = std::max(largest_change, change.cwiseAbs().maxCoeff());
      });
  for (std::size_t b = 0; b < displacements_.size(); ++b) move(poses_[b], displacements_[b]);
  return {.diagnostics = {{"largest_change", largest_change}}};
}

}  // namespace simbench::rigid
