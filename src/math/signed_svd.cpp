#include "math/signed_svd.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace simbench {

namespace {

constexpr int maximum_sweeps =
    30;  // five suffice in practice; the bound makes the loop end for non-finite input

// Makes columns p and q of B orthogonal by a rotation from the right, and applies the rotation to V, too.
// Returns false if they already were orthogonal to working precision.
template <class Real>
bool orthogonalise(Matrix3<Real>& B, Matrix3<Real>& V, int p, int q) {
  const Real alpha = B.col(p).squaredNorm();
  const Real beta = B.col(q).squaredNorm();
  const Real gamma = B.col(p).dot(B.col(q));
  if (!(std::abs(gamma) > std::numeric_limits<Real>::epsilon() * std::sqrt(alpha * beta))) return false;
  const Real zeta = (beta - alpha) / (2 * gamma);
  const Real tangent = std::copysign(Real(1), zeta) / (std::abs(zeta) + std::sqrt(1 + zeta * zeta));
  const Real cosine = 1 / std::sqrt(1 + tangent * tangent);
  const Real sine = cosine * tangent;
  for (Matrix3<Real>* matrix : {&B, &V}) {
    const Vector3<Real> column = matrix->col(p);
    matrix->col(p) = cosine * column - sine * matrix->col(q);
    matrix->col(q) = sine * column + cosine * matrix->col(q);
  }
  return true;
}

// Swaps two columns and negates one, so that the determinant of V stays 1.
template <class Real>
void exchange(Matrix3<Real>& B, Matrix3<Real>& V, Vector3<Real>& norms, int p, int q) {
  for (Matrix3<Real>* matrix : {&B, &V}) {
    const Vector3<Real> column = matrix->col(p);
    matrix->col(p) = matrix->col(q);
    matrix->col(q) = -column;
  }
  std::swap(norms[p], norms[q]);
}

// A unit vector orthogonal to the unit vector u.
template <class Real>
Vector3<Real> any_orthogonal(const Vector3<Real>& u) {
  Index axis = 0;
  u.cwiseAbs().minCoeff(&axis);
  return u.cross(Vector3<Real>::Unit(axis)).normalized();
}

}  // namespace

template <class Real>
SignedSvd<Real> signed_svd(const Matrix3<Real>& F) {
  SignedSvd<Real> svd;
  // Scaling by a power of two changes no digits, and prevents overflow and underflow of the squares below.
  const Real largest = F.cwiseAbs().maxCoeff();
  int exponent = 0;
  if (largest > 0 && std::isfinite(largest)) std::frexp(largest, &exponent);
  constexpr int bound =
      std::numeric_limits<Real>::max_exponent - 24;  // so that 2^±exponent is a normal number
  exponent = std::clamp(exponent, -bound, bound);
  Matrix3<Real> B = F * std::ldexp(Real(1), -exponent);
  svd.V.setIdentity();
  for (int sweep = 0; sweep < maximum_sweeps; ++sweep) {
    const bool first = orthogonalise(B, svd.V, 0, 1);
    const bool second = orthogonalise(B, svd.V, 0, 2);
    const bool third = orthogonalise(B, svd.V, 1, 2);
    if (!first && !second && !third) break;
  }
  Vector3<Real> norms = B.colwise().norm().transpose();
  if (norms[0] < norms[1]) exchange(B, svd.V, norms, 0, 1);
  if (norms[1] < norms[2]) exchange(B, svd.V, norms, 1, 2);
  if (norms[0] < norms[1]) exchange(B, svd.V, norms, 0, 1);

  // Columns whose squares lose bits to underflow have no reliable direction: they count as zero.
  const Real tiny = std::sqrt(std::numeric_limits<Real>::min()) / std::numeric_limits<Real>::epsilon();
  svd.U.col(0) = norms[0] > tiny ? Vector3<Real>(B.col(0) / norms[0]) : Vector3<Real>(svd.V.col(0));
  svd.U.col(1) = norms[1] > tiny ? Vector3<Real>(B.col(1) / norms[1]) : any_orthogonal<Real>(svd.U.col(0));
  svd.U.col(2) = svd.U.col(0).cross(svd.U.col(1));
  const Real scale = std::ldexp(Real(1), exponent);
  svd.stretches = scale * Vector3<Real>(norms[0], norms[1], svd.U.col(2).dot(B.col(2)));
  return svd;
}

template struct SignedSvd<double>;
template struct SignedSvd<float>;
template SignedSvd<double> signed_svd(const Matrix3<double>&);
template SignedSvd<float> signed_svd(const Matrix3<float>&);

}  // namespace simbench
