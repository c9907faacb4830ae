// Preconditioned conjugate gradients (Hestenes and Stiefel 1952; Nocedal and Wright 2006, Alg. 5.3) for A X =
// B with a sparse symmetric positive definite A and three right-hand sides. The three are one vector of 3n
// numbers: they share their step lengths and their Krylov space. In exact arithmetic it ends after as many
// iterations as the preconditioned A has distinct eigenvalues.
#pragma once

#include "math/matrix_defect.h"
#include "math/sparse_matrix.h"
#include "math/types.h"

namespace simbench {

enum class Preconditioner { none, diagonal };  // I, or the diagonal of A (Jacobi)

struct ConjugateGradientsLimits {
  double tolerance = 1e-10;  // of ‖B − A X‖/‖B‖, the residual as the recurrence computes it
  int iterations = 10000;    // largest number
};

template <class Real>
class ConjugateGradients {
 public:
  ConjugateGradients(Preconditioner preconditioner, const ConjugateGradientsLimits& limits)
      : preconditioner_(preconditioner), limits_(limits) {}

  // Copies A, of which it reads only the lower triangle. Returns false if A has a non-finite entry or a
  // diagonal that is not positive; defect() names the reason.
  bool prepare(const SparseMatrix<Real>& A);

  // Solves A X = B in place, from X = 0. B is stored transposed, 3 × n. Returns false if A shows a curvature
  // that is not positive (then defect() says so), or if the residual is above the tolerance after all
  // iterations. A B that is not finite is left as it is. Allocates nothing. The bits are the same for any
  // number of threads.
  bool solve_in_place(Positions<Real>& B);

  MatrixDefect defect() const { return defect_; }
  int iterations() const { return iterations_; }                   // of the last solve
  double relative_residual() const { return relative_residual_; }  // after the last solve

 private:
  void precondition();
  void multiply();

  Preconditioner preconditioner_;
  ConjugateGradientsLimits limits_;
  SparseMatrix<Real> A_;  // both triangles
  VectorX<Real> inverse_diagonal_;
  Positions<Real> residual_, preconditioned_, direction_, product_;  // r, P⁻¹ r, p, A p
  MatrixDefect defect_ = MatrixDefect::none;
  int iterations_ = 0;
  double relative_residual_ = 0;
};

}  // namespace simbench
