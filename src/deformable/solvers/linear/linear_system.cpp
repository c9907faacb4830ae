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
std::vector<typename LinearSystem<Real>::Coupling> LinearSystem<Real>::couplings_of(
    const SparseMatrix<Real>& A, const IncrementalPotential<Real>& problem) {
  std::vector<Coupling> couplings;
  for (const int column : problem.held_vertices) {
    for (typename SparseMatrix<Real>::InnerIterator entry(A, column); entry; ++entry) {
      if (!problem.is_held(entry.row())) couplings.push_back({entry.row(), column, entry.value()});
    }
  }
  return couplings;
}

template <class Real>
bool LinearSystem<Real>::factorize(const IncrementalPotential<Real>& problem,
                                   const SystemWeights<Real>& weights) {
  if (!recipe_ || !recipe_->is_that_of(problem, weights)) {
    const SparseMatrix<Real> A = problem.system_matrix(weights);
    if (!factorize(problem.free_part(A))) return false;
    couplings_ = couplings_of(A, problem);
    recipe_.emplace(problem, weights);
  }
  if (problem.held_vertices.empty()) return true;
  problem_ = &problem;
  held_side_.setZero(3, problem.vertex_count());
  for (const Coupling& coupling : couplings_)
    held_side_.col(coupling.free) += coupling.entry * problem.inertial_positions.col(coupling.held);
  return true;
}

template class LinearSystem<double>;
template class LinearSystem<float>;

}  // namespace simbench
