// The linear system of pd, admm and qn: one constant matrix, n × n for all three coordinates, factorised once a step.
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
    return is_supernodal_ ? supernodal_.factorize(A) : simplicial_.factorize(A);
  }
  Failure failure() const { return failure_of(is_supernodal_ ? supernodal_.defect() : simplicial_.defect()); }
  const char* ordering() const { return is_supernodal_ ? supernodal_.ordering() : simplicial_.ordering(); }
  // A X = B in place, B given transposed.
  void solve_in_place(Positions<Real>& B) {
    if (is_supernodal_) {
      supernodal_.solve_in_place(B);
    } else {
      simplicial_.solve_in_place(B);
    }
  }

 private:
  bool is_supernodal_;
  SparseCholesky<Real> supernodal_;
  SimplicialCholesky<Real> simplicial_;
};

}  // namespace simbench
