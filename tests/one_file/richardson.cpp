#include "rigid/solvers/richardson.h"

namespace simbench::rigid {

template <class Real>
std::optional<Failure> Richardson<Real>::begin_step(const StepProblem<Real>& problem) {
  this->start_at(problem);
  displacements_.resize(this->poses_.size());
  return {};
}

template <class Real>
IterationReport Richardson<Real>::iterate() {
  const std::vector<Inertia<Real>>& inertias = this->problem_->inertias;
  std::fill(displacements_.begin(), displacements_.end(), Displacement<Real>{});
  Real largest_change = 0;
  this->constraints().for_each_linearised(
      this->poses_, [&]<class Constraint>(const Constraint& constraint, const auto& linear, Index row) {
        auto multipliers = this->multipliers_.template segment<Constraint::rows>(row);
        const auto K = linear.effective_inverse_mass(constraint.bodies, inertias, this->poses_);
        const auto change = linear.correction(constraint, K, this->problem_->scaled(constraint.compliance),
                                              static_cast<Real>(settings_.share),
                                              typename Constraint::Multipliers(multipliers));
        multipliers += change;
        linear.displace(constraint.bodies, inertias, this->poses_, change, displacements_);
        largest_change = std::max(largest_change, change.cwiseAbs().maxCoeff());
      });
  for (std::size_t b = 0; b < displacements_.size(); ++b) move(this->poses_[b], displacements_[b]);
  return {.diagnostics = {{"largest_change", largest_change}}};
}

template class Richardson<double>;

}  // namespace simbench::rigid
