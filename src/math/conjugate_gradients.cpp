#include "math/conjugate_gradients.h"

#include <cmath>

#include "math/dot.h"
#include "math/parallel.h"
#include "math/work.h"

namespace simbench {

template <class Real>
bool ConjugateGradients<Real>::prepare(const SparseMatrix<Real>& A) {
  A_ = A.template selfadjointView<Eigen::Lower>();
  A_.makeCompressed();
  const VectorX<Real> diagonal = A_.diagonal();
  defect_ = MatrixDefect::none;
  if (!A_.coeffs().allFinite()) {
    defect_ = MatrixDefect::not_finite;
  } else if (!(diagonal.minCoeff() > 0)) {
    defect_ = MatrixDefect::not_positive_definite;
  }
  inverse_diagonal_ = diagonal.cwiseInverse();
  residual_.resize(3, A_.cols());
  preconditioned_ = direction_ = product_ = residual_;
  return defect_ == MatrixDefect::none;
}

// P⁻¹ r
template <class Real>
void ConjugateGradients<Real>::precondition() {
  preconditioned_ = residual_;
  if (preconditioner_ == Preconditioner::none) return;
  for (Index i = 0; i < preconditioned_.cols(); ++i) preconditioned_.col(i) *= inverse_diagonal_[i];
}

// A p. A is symmetric, so that its column i is also its row i.
template <class Real>
void ConjugateGradients<Real>::multiply() {
  parallel_chunks(A_.cols(), [&](Index begin, Index end, Index) {
    for (Index i = begin; i < end; ++i) {
      Vector3<Real> sum = Vector3<Real>::Zero();
      for (typename SparseMatrix<Real>::InnerIterator entry(A_, i); entry; ++entry)
        sum += entry.value() * direction_.col(entry.row());
      product_.col(i) = sum;
    }
  });
}

template <class Real>
bool ConjugateGradients<Real>::solve_in_place(Positions<Real>& B) {
  const Real size = B.norm();
  iterations_ = 0;
  relative_residual_ = 0;
  if (!(size > 0) || !std::isfinite(size)) return true;

  Positions<Real>& X = B;
  residual_ = B;
  X.setZero();
  precondition();
  direction_ = preconditioned_;
  Real rz = dot(residual_, preconditioned_);
  relative_residual_ = 1;
  while (!(relative_residual_ <= limits_.tolerance)) {
    if (iterations_ == limits_.iterations) return false;
    ++iterations_;
    ++work_done.products;
    multiply();
    const Real curvature = dot(direction_, product_);
    if (!(curvature > 0)) {
      defect_ = MatrixDefect::not_positive_definite;
      return false;
    }
    const Real alpha = rz / curvature;
    X += alpha * direction_;
    residual_ -= alpha * product_;
    relative_residual_ = static_cast<double>(residual_.norm() / size);

    precondition();
    const Real next = dot(residual_, preconditioned_);
    direction_ = preconditioned_ + (next / rz) * direction_;
    rz = next;
  }
  return true;
}

template class ConjugateGradients<double>;
template class ConjugateGradients<float>;

}  // namespace simbench
