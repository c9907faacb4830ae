// ADMM's proximal map of any law: argmin_Z Ψ(Z) + r/2 ‖Z − F‖². Z has the same U and V as F, so Newton's
// method on the three signed stretches suffices (Overby et al. 2017). The thesis uses L-BFGS there
// (prox_lbfgs.h).
#pragma once

#include <algorithm>

#include "deformable/energy/law.h"
#include "deformable/energy/prox_lbfgs.h"
#include "math/signed_svd_lanes.h"

namespace simbench {

// With this limit Newton's method reaches working precision, and stops before the limit.
inline constexpr int converged_prox_iterations = 50;

// How the map is found if it has no closed form: by Newton's method or by L-BFGS, and their largest number of
// iterations.
enum class ProxMethod { exact, lbfgs };
struct ProxSearch {
  ProxMethod method = ProxMethod::exact;
  int iterations = converged_prox_iterations;
};

// H⁻¹. In lanes where H is not positive definite (Sylvester's criterion) and the result is `needed`, the
// inverse of H with its eigenvalues made positive. H is scaled before its determinant is computed: unscaled,
// with moduli above 10¹³ Pa, the determinant would overflow a float.
template <class Number, class Mask>
Matrix3<Number> descent_inverse(const Matrix3<Number>& H, const Mask& needed) {
  using Real = RealOf<Number>;
  const Number scale = inverse_size(H);
  const Matrix3<Number> scaled = scale * H, adjugate = cofactor(scaled);
  const Number determinant = scaled.col(0).dot(adjugate.col(0));
  const Mask is_definite = scaled(0, 0) > 0 && adjugate(2, 2) > 0 && determinant > 0;
  Matrix3<Number> inverse = adjugate * Number(scale / determinant);
  replace_unless(is_definite || !needed, inverse, H, [](const Matrix3<Real>& matrix) -> Matrix3<Real> {
    SymmetricEigen<Real> eigen(matrix);
    const Real largest = std::max(std::abs(eigen.values[0]), std::abs(eigen.values[2]));
    const Real smallest = std::numeric_limits<Real>::epsilon() * largest;
    for (Real& curvature : eigen.values) curvature = 1 / std::max(std::abs(curvature), smallest);
    return eigen.matrix();
  });
  return inverse;
}

// The stretches that minimise ψ(σ) + r/2 ‖σ − target‖². Newton's method with backtracking starts at the
// target, or at the law's prox_start(). When the expected decrease is below the rounding error of the
// objective, the full step is taken and ends the iteration.
template <class Law, class Number>
Vector3<Number> prox_stretches(const Law& law, const Vector3<Number>& target,
                               const std::type_identity_t<Number>& r,
                               int maximum_iterations = converged_prox_iterations) {
  using std::abs;
  using Real = RealOf<Number>;
  constexpr Real precision = std::numeric_limits<Real>::epsilon();
  const auto objective = [&](const Vector3<Number>& stretches) -> Number {
    return law.density(stretches) + r * (stretches - target).squaredNorm() / 2;
  };
  Vector3<Number> stretches = target;
  if constexpr (requires { law.prox_start(target); }) stretches = law.prox_start(target);
  Number value = objective(stretches);
  auto is_active = value < std::numeric_limits<Real>::infinity();
  for (int iteration = 0; iteration < maximum_iterations && any_of(is_active); ++iteration) {
    const Vector3<Number> gradient = law.gradient(stretches) + r * (stretches - target);
    Matrix3<Number> hessian = law.hessian(stretches);
    add_to_diagonal(hessian, r);
    const Vector3<Number> step = descent_inverse(hessian, is_active) * -gradient;
    const Number size = hessian.diagonal().cwiseAbs().sum() * stretches.squaredNorm() + abs(value);
    const Number rounding = 4 * precision * size;
    const auto is_resolved = -gradient.dot(step) > rounding;
    const Number bound = value + select(is_resolved, Number(0), rounding);

    Vector3<Number> trial = stretches + step;
    Number trial_value = objective(trial);
    for (Real alpha = 1; alpha > precision; alpha /= 2) {
      const auto moves = trial[0] != stretches[0] || trial[1] != stretches[1] || trial[2] != stretches[2];
      const auto is_too_far = is_active && moves && !(trial_value < bound);
      if (!any_of(is_too_far)) break;
      const Vector3<Number> nearer = stretches + alpha / 2 * step;
      trial_value = select(is_too_far, objective(nearer), trial_value);
      for (int i = 0; i < 3; ++i) trial[i] = select(is_too_far, nearer[i], trial[i]);
    }
    is_active = is_active && trial_value < bound;
    value = select(is_active, trial_value, value);
    for (int i = 0; i < 3; ++i) stretches[i] = select(is_active, trial[i], stretches[i]);
    is_active = is_active && is_resolved;
  }
  return stretches;
}

// F: the reduced coordinates y of an element. They form a 3 × 3 matrix, unless the law has its own prox().
// `rotation` can give the R of F to a law with prox(F, r, R).
template <class Law, class Reduction, class... Rotation>
Reduction prox(const Law& law, const Reduction& F, const typename Reduction::Scalar& r,
               const ProxSearch& search = {}, const Rotation&... rotation) {
  if constexpr (requires { law.prox(F, r); }) {
    return law.prox(F, r, rotation...);
  } else {
    const auto svd = signed_svd(F);
    const Vector3<typename Reduction::Scalar> stretches =
        search.method == ProxMethod::lbfgs ? prox_stretches_by_lbfgs(law, svd.stretches, r, search.iterations)
                                           : prox_stretches(law, svd.stretches, r, search.iterations);
    return svd.U * stretches.asDiagonal() * svd.V.transpose();
  }
}

}  // namespace simbench
