// The linear system of solvers with a constant matrix. The matrix is n × n, the same for all three
// coordinates, and is factorised once per step.
#pragma once

#include <array>

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
    problem_ = nullptr;
    held_side_.resize(3, 0);
    has_factorised_ = true;
    return is_supernodal_ ? supernodal_.factorize(A) : simplicial_.factorize(A);
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
  Failure failure() const { return failure_of(is_supernodal_ ? supernodal_.defect() : simplicial_.defect()); }
  // Empty before the first factorisation.
  const char* ordering() const {
    if (!has_factorised_) return "";
    return is_supernodal_ ? supernodal_.ordering() : simplicial_.ordering();
  }
  // Solves A X = B in place for the positions of free vertices, A_ff X_f = B_f − A_fc a, and moves held
  // vertices to their targets a. B is stored transposed.
  void solve_for_positions(Positions<Real>& B) {
    if (problem_) B -= held_side_;
    solve_in_place(B);
    if (problem_) problem_->move_held_to_targets(B);
  }
  // Solves A X = B in place for directions. B and X are zero at held vertices. B is stored transposed.
  void solve_in_place(Positions<Real>& B) {
    if (is_supernodal_) {
      supernodal_.solve_in_place(B);
    } else {
      simplicial_.solve_in_place(B);
    }
  }

 private:
  // Returns A_fc a, transposed.
  static Positions<Real> held_side_of(const SparseMatrix<Real>& A,
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

  const IncrementalPotential<Real>* problem_ = nullptr;  // set if held vertices are eliminated, else null
  Positions<Real> held_side_;                            // A_fc a, transposed
  bool is_supernodal_;
  bool has_factorised_ = false;
  SparseCholesky<Real> supernodal_;
  SimplicialCholesky<Real> simplicial_;
};

}  // namespace simbench
