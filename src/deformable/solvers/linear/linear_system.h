// The linear system of solvers with a constant matrix. The matrix is n × n, the same for all three
// coordinates, and is prepared only when it changes, usually once per scene: factorised, or copied for an
// iterative solver.
#pragma once

#include <optional>
#include <vector>

#include "deformable/solvers/linear/linear_solver.h"
#include "deformable/solvers/linear/matrix_recipe.h"
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
    recipe_.reset();
    problem_ = nullptr;
    if (is_iterative()) return iterative_.prepare(A);
    ++factorisations_;
    return settings_.method == LinearMethod::supernodal ? supernodal_.factorize(A, block)
                                                        : simplicial_.factorize(A);
  }
  // Assembles A = M/h² + Σ w DᵀD with these weights, and factorises the part that
  // belongs to free vertices; rows and columns of held vertices are replaced by the identity. If A is that of
  // the last call, its factor stays; held vertices may have other targets. The problem must outlive the step.
  bool factorize(const IncrementalPotential<Real>& problem, const SystemWeights<Real>& weights);
  // Why the last call that returned false did so.
  Failure failure() const;
  // Empty before the first factorisation, and where there is none.
  const char* ordering() const {
    if (factorisations_ == 0) return "";
    return settings_.method == LinearMethod::supernodal ? supernodal_.ordering() : simplicial_.ordering();
  }
  // How often it has factorised a matrix; 0 for an iterative solver.
  int factorisations() const { return factorisations_; }
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
  // An entry of A_fc, which couples a free vertex with a held one.
  struct Coupling {
    Index free;
    int held;
    Real entry;
  };
  static std::vector<Coupling> couplings_of(const SparseMatrix<Real>& A,
                                            const IncrementalPotential<Real>& problem);

  LinearSolver settings_;
  std::optional<MatrixRecipe<Real>> recipe_;             // of the factor; empty if it is not known
  const IncrementalPotential<Real>* problem_ = nullptr;  // set if held vertices are eliminated, else null
  std::vector<Coupling> couplings_;                      // A_fc
  Positions<Real> held_side_;                            // A_fc a, transposed
  int factorisations_ = 0;
  int iterations_ = 0;
  SparseCholesky<Real> supernodal_;
  SimplicialCholesky<Real> simplicial_;
  ConjugateGradients<Real> iterative_;
};

}  // namespace simbench
