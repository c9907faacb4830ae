// The linear system of solvers with a constant matrix. The matrix is n × n, the same for all three
// coordinates, and is prepared once per step: factorised, or copied for an iterative solver.
#pragma once

#include "deformable/solvers/linear/linear_solver.h"
#include "deformable/solvers/solver.h"
#include "math/simplicial_cholesky.h"
#include "math/sparse_cholesky.h"

namespace simbench {

template <class Real>
class LinearSystem {
 public:
  explicit LinearSystem(const LinearSolver& solver)
      : settings_(solver), iterative_(solver.preconditioner, solver.limits) {}

  // Returns false if A is not positive definite or not finite; failure() names the reason. With block > 1, A
  // consists of dense blocks of that size.
  bool factorize(const SparseMatrix<Real>& A, int block = 1) {
    problem_ = nullptr;
    held_side_.resize(3, 0);
    has_factorised_ = true;
    switch (settings_.method) {
      case LinearMethod::supernodal:
        return supernodal_.factorize(A, block);
      case LinearMethod::simplicial:
        return simplicial_.factorize(A);
      case LinearMethod::conjugate_gradients:
        break;
    }
    return iterative_.prepare(A);
  }
  // Factorises the part of A that belongs to free vertices; rows and columns of held vertices are replaced by
  // the identity. The problem must outlive the factor.
  bool factorize_free(const SparseMatrix<Real>& A, const IncrementalPotential<Real>& problem) {
    if (problem.held_vertices.empty()) return factorize(A);
    const bool is_factorised = factorize(problem.free_part(A));
    problem_ = &problem;
    held_side_ = held_side_of(A, problem);
    return is_factorised;
  }
  // Why the last call that returned false did so.
  Failure failure() const;
  // Empty before the first factorisation, and where there is none.
  const char* ordering() const {
    if (!has_factorised_ || is_iterative()) return "";
    return settings_.method == LinearMethod::supernodal ? supernodal_.ordering() : simplicial_.ordering();
  }
  // Solves A X = B in place for the positions of free vertices, A_ff X_f = B_f − A_fc a, and moves held
  // vertices to their targets a. B is stored transposed.
  [[nodiscard]] bool solve_for_positions(Positions<Real>& B) {
    if (problem_) {
      B -= held_side_;
      problem_->zero_held(B);  // the residual of an iterative solver counts free vertices only
    }
    const bool is_solved = solve_in_place(B);
    if (problem_) problem_->move_held_to_targets(B);
    return is_solved;
  }
  // Solves A X = B in place for directions. B and X are zero at held vertices. B is stored transposed.
  // Returns false if an iterative solver does not reach its tolerance; failure() says so.
  [[nodiscard]] bool solve_in_place(Positions<Real>& B) {
    switch (settings_.method) {
      case LinearMethod::supernodal:
        supernodal_.solve_in_place(B);
        return true;
      case LinearMethod::simplicial:
        simplicial_.solve_in_place(B);
        return true;
      case LinearMethod::conjugate_gradients:
        break;
    }
    const bool is_solved = iterative_.solve_in_place(B);
    iterations_ += iterative_.iterations();
    return is_solved;
  }
  // Adds the iterations of an iterative solver since the last call to a report.
  void report_iterations(IterationReport& report) {
    if (is_iterative()) report.diagnostics.set("linear_iterations", iterations_);
    iterations_ = 0;
  }

 private:
  bool is_iterative() const { return settings_.method == LinearMethod::conjugate_gradients; }
  // Returns A_fc a, transposed.
  static Positions<Real> held_side_of(const SparseMatrix<Real>& A, const IncrementalPotential<Real>& problem);

  LinearSolver settings_;
  const IncrementalPotential<Real>* problem_ = nullptr;  // set if held vertices are eliminated, else null
  Positions<Real> held_side_;                            // A_fc a, transposed
  bool has_factorised_ = false;
  int iterations_ = 0;
  SparseCholesky<Real> supernodal_;
  SimplicialCholesky<Real> simplicial_;
  ConjugateGradients<Real> iterative_;
};

}  // namespace simbench
