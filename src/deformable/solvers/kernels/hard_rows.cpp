#include "deformable/solvers/kernels/hard_rows.h"

#include "deformable/solvers/kernels/jacobian_rows.h"

namespace simbench {

template <class Real>
HardRows<Real>::HardRows(const IncrementalPotential<Real>& problem) : problem_(&problem) {
  Index row = 0;
  for (const auto& potential : problem.potentials) {
    if (!potential->is_hard()) continue;
    systems_.push_back(constraint_system(*potential, ConstraintRows::scalar, ConstraintForm::split));
    append_pattern(*potential, systems_.back()->stiffnesses().cols(), vertices_, rows_, row);
  }
  gradients_.resize(vertices_.size());
  C_.resize(row);
}

template <class Real>
void HardRows<Real>::linearise(const Positions<Real>& positions) {
  Index row = 0;
  std::size_t entry = 0;
  for (const auto& system : systems_) {
    Reduced<Real> C = system->stiffnesses();
    system->values(positions, C);
    system->gradients(positions, std::span(gradients_).subspan(entry));
    copy_to_rows(C, C_, row);
    while (entry < rows_.size() && rows_[entry] < row) ++entry;
  }
  for (std::size_t i = 0; i < gradients_.size(); ++i) {
    if (problem_->is_held(vertices_[i])) gradients_[i].setZero();
  }
}

template class HardRows<double>;
template class HardRows<float>;

}  // namespace simbench
