// The linear system of solvers whose matrix is constant: n × n for all three coordinates, factorised once a step.
#pragma once

#include <array>

#include "math/simplicial_cholesky.h"
#include "math/sparse_cholesky.h"
#include "solver/solver.h"

namespace simbench {

// By supernodes (math/sparse_cholesky.h), or column by column, as the thesis and published codes have it. The same in exact
// arithmetic; how they round differs, and in single precision one can see it.
enum class Cholesky { supernodal, simplicial };

struct LinearSolver {
  Cholesky cholesky = Cholesky::supernodal;

  void describe(config::Fields& fields) {
    static constexpr std::array<std::string_view, 2> words = {"supernodal", "simplicial"};
    config::choice(fields, "linear_solver", cholesky, words,
                   {.doc = "sparse Cholesky by supernodes, or plain and slow as in published codes"});
  }
};

template <class Real>
class LinearSystem {
 public:
  explicit LinearSystem(const LinearSolver& solver)
      : is_supernodal_(solver.cholesky == Cholesky::supernodal) {}

  // False if A is not positive definite or not finite; failure() says which.
  bool factorize(const SparseMatrix<Real>& A) {
    problem_ = nullptr;
    held_side_.resize(3, 0);
    has_factorised_ = true;
    return is_supernodal_ ? supernodal_.factorize(A) : simplicial_.factorize(A);
  }
  // Of free vertices alone: A without the rows and columns of those that the problem holds, but with their diagonal. The problem must
  // outlive the factor.
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
  // The positions X with A X = B of the free vertices, A_ff X_f = B_f − A_fc a, held vertices being at a. In place, B given
  // transposed.
  void solve_for_positions(Positions<Real>& B) {
    if (problem_) B -= held_side_;
    solve_in_place(B);
    if (problem_) problem_->put_held(B);
  }
  // A X = B in place, B given transposed: for directions, which are zero at held vertices as B is.
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

  const IncrementalPotential<Real>* problem_ = nullptr;  // with held vertices that are eliminated, or none
  Positions<Real> held_side_;                            // A_fc a, transposed
  bool is_supernodal_;
  bool has_factorised_ = false;
  SparseCholesky<Real> supernodal_;
  SimplicialCholesky<Real> simplicial_;
};

}  // namespace simbench
