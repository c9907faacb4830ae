#include "deformable/solvers/linear/linear_system.h"

#include <fmt/format.h>

namespace simbench {

template <class Real>
Failure LinearSystem<Real>::failure() const {
  if (settings_.method == LinearMethod::supernodal) return failure_of(supernodal_.defect());
  if (settings_.method == LinearMethod::simplicial) return failure_of(simplicial_.defect());
  if (iterative_.defect() != MatrixDefect::none) return failure_of(iterative_.defect());
  return {Status::not_solved,
          fmt::format("conjugate gradients left a relative residual of {:.1e} after {} iterations, and "
                      "linear_tolerance is {:g}: raise linear_iterations or linear_tolerance, or set "
                      "linear_solver to supernodal",
                      iterative_.relative_residual(), iterative_.iterations(), settings_.limits.tolerance)};
}

template <class Real>
Positions<Real> LinearSystem<Real>::held_side_of(const SparseMatrix<Real>& A,
                                                 const IncrementalPotential<Real>& problem) {
  Positions<Real> held_side = Positions<Real>::Zero(3, A.cols());
  for (const int column : problem.held_vertices) {
    for (typename SparseMatrix<Real>::InnerIterator entry(A, column); entry; ++entry) {
      if (!problem.is_held(entry.row()))
        held_side.col(entry.row()) += entry.value() * problem.inertial_positions.col(column);
    }
  }
  return held_side;
}

template class LinearSystem<double>;
template class LinearSystem<float>;

}  // namespace simbench
