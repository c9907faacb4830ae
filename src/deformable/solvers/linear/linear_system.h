// The linear system of solvers with a constant matrix. The matrix is n × n, the same for all three
// coordinates, and is factorised only when it changes: usually once per scene.
#pragma once

#include <array>
#include <optional>

#include "deformable/solvers/linear/matrix_recipe.h"
#include "deformable/solvers/solver.h"
#include "math/simplicial_cholesky.h"
#include "math/sparse_cholesky.h"

namespace simbench {

// The method of factorisation: by supernodes (math/sparse_cholesky.h), or column by column, as in the thesis
// and in published codes. Both are the same in exact arithmetic; their rounding errors differ, which is
// visible in single precision.
enum class Cholesky { supernodal, simplicial };

struct LinearSolver {
  Cholesky cholesky = Cholesky::supernodal;

  void describe(config::Fields& fields) {
    static constexpr std::array<std::string_view, 2> words = {"supernodal", "simplicial"};
    config::choice(
        fields, "linear_solver", cholesky, words,
        {.doc = "sparse Cholesky by supernodes, or slower, column by column, as in published codes"});
  }
};

template <class Real>
class LinearSystem {
 public:
  explicit LinearSystem(const LinearSolver& solver)
      : is_supernodal_(solver.cholesky == Cholesky::supernodal) {}

  // Returns false if A is not positive definite or not finite; failure() names the reason.
  bool factorize(const SparseMatrix<Real>& A) {
    recipe_.reset();
    problem_ = nullptr;
    held_side_.resize(3, 0);
    ++factorisations_;
    return is_supernodal_ ? supernodal_.factorize(A) : simplicial_.factorize(A);
  }
  // Assembles A = M/h² + Σ w DᵀD with the weights of each potential's elements, and factorises the part that
  // belongs to free vertices; rows and columns of held vertices are replaced by the identity. Keeps the
  // factor of the last call if A is the same. Held vertices may have other targets. The problem must outlive
  // the step.
  bool factorize(const IncrementalPotential<Real>& problem, std::vector<VectorX<Real>> weights) {
    if (!recipe_ || !recipe_->is_that_of(problem, weights)) {
      const SparseMatrix<Real> A = problem.system_matrix(weights);
      if (!factorize(problem.held_vertices.empty() ? A : problem.free_part(A))) return false;
      couplings_ = couplings_of(A, problem);
      recipe_.emplace(problem, std::move(weights));
    }
    if (problem.held_vertices.empty()) return true;
    problem_ = &problem;
    held_side_.setZero(3, problem.vertex_count());
    for (const Coupling& coupling : couplings_)
      held_side_.col(coupling.free) += coupling.entry * problem.inertial_positions.col(coupling.held);
    return true;
  }
  Failure failure() const { return failure_of(is_supernodal_ ? supernodal_.defect() : simplicial_.defect()); }
  // Empty before the first factorisation.
  const char* ordering() const {
    if (factorisations_ == 0) return "";
    return is_supernodal_ ? supernodal_.ordering() : simplicial_.ordering();
  }
  int factorisations() const { return factorisations_; }
  // Solves A X = B in place for the positions of free vertices, A_ff X_f = B_f − A_fc a, and moves held
  // vertices to their targets a. B is stored transposed.
  void solve_for_positions(Positions<Real>& B) {
    if (problem_) B -= held_side_;
    solve_in_place(B);
    if (problem_) problem_->move_held_to_targets(B);
  }
  // Solves A X = B in place for directions, which are zero at held vertices, as B is. B is stored transposed.
  void solve_in_place(Positions<Real>& B) {
    if (is_supernodal_) {
      supernodal_.solve_in_place(B);
    } else {
      simplicial_.solve_in_place(B);
    }
  }

 private:
  // An entry of A_fc.
  struct Coupling {
    Index free;
    int held;
    Real entry;
  };
  static std::vector<Coupling> couplings_of(const SparseMatrix<Real>& A,
                                            const IncrementalPotential<Real>& problem) {
    std::vector<Coupling> couplings;
    for (const int column : problem.held_vertices) {
      for (typename SparseMatrix<Real>::InnerIterator entry(A, column); entry; ++entry) {
        if (!problem.is_held(entry.row())) couplings.push_back({entry.row(), column, entry.value()});
      }
    }
    return couplings;
  }

  std::optional<MatrixRecipe<Real>> recipe_;             // of the factor; empty if the factor has none
  const IncrementalPotential<Real>* problem_ = nullptr;  // set if held vertices are eliminated, else null
  std::vector<Coupling> couplings_;                      // A_fc
  Positions<Real> held_side_;                            // A_fc a, transposed
  bool is_supernodal_;
  int factorisations_ = 0;
  SparseCholesky<Real> supernodal_;
  SimplicialCholesky<Real> simplicial_;
};

}  // namespace simbench
