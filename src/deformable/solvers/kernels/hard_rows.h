// The rows of J = ∂C/∂q of all hard constraints of a problem (α = 0), for solvers with a system of equations
// and for `simbench check`.
#pragma once

#include "deformable/solvers/kernels/constraint_system.h"
#include "deformable/solvers/kernels/jacobian_rank.h"

namespace simbench {

template <class Real>
class HardRows {
 public:
  HardRows() = default;
  // The problem must outlive the rows.
  explicit HardRows(const IncrementalPotential<Real>& problem);

  Index count() const { return C_.size(); }
  // Computes C and J. J is zero at held vertices.
  void linearise(const Positions<Real>& positions);
  const VectorX<Real>& values() const { return C_; }
  JacobianEntries<Real> jacobian() const { return {gradients_, vertices_, rows_}; }
  // Of J M^−½, from the last call of linearise().
  JacobianRank rank() const { return jacobian_rank(jacobian(), problem_->inverse_masses()); }

 private:
  const IncrementalPotential<Real>* problem_ = nullptr;
  std::vector<std::unique_ptr<ConstraintSystem<Real>>> systems_;  // one per hard potential
  std::vector<Vector3<Real>> gradients_;                          // one per vertex of each row
  std::vector<int> vertices_, rows_;
  VectorX<Real> C_;
};

}  // namespace simbench
