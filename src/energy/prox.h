// ADMM's proximal map of any law: argmin_Z Ψ(Z) + r/2 ‖Z − F‖². Z shares U and V with F, so that Newton's
// method on the three signed stretches is enough (Overby et al. 2017; the thesis uses L-BFGS there).
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include "energy/law.h"

namespace simbench {

// So many of Newton's iterations bring it to working precision, and it stops by itself.
inline constexpr int converged_prox_iterations = 50;

// The stretches that minimise ψ(σ) + r/2 ‖σ − target‖²: Newton with the Hessian's eigenvalues made positive,
// and backtracking, from the target or from where the law says.
template <class Law, class Real>
Vector3<Real> prox_stretches(const Law& law, const Vector3<Real>& target, Real r,
                             int maximum_iterations = converged_prox_iterations) {
  constexpr Real precision = std::numeric_limits<Real>::epsilon();
  const auto objective = [&](const Vector3<Real>& stretches) {
    return law.density(stretches) + r / 2 * (stretches - target).squaredNorm();
  };
  Vector3<Real> stretches = target;
  if constexpr (requires { law.prox_start(target); }) stretches = law.prox_start(target);
  Real value = objective(stretches);
  for (int iteration = 0; iteration < maximum_iterations; ++iteration) {
    const Vector3<Real> gradient = law.gradient(stretches) + r * (stretches - target);
    const Matrix3<Real> hessian = law.hessian(stretches) + r * Matrix3<Real>::Identity();
    const Eigen::SelfAdjointEigenSolver<Matrix3<Real>> eigen(hessian);
    const Real smallest = precision * eigen.eigenvalues().cwiseAbs().maxCoeff();
    const Vector3<Real> coordinates = eigen.eigenvectors().transpose() * gradient;
    const Vector3<Real> step = -(
        eigen.eigenvectors() * coordinates.cwiseQuotient(eigen.eigenvalues().cwiseAbs().cwiseMax(smallest)));
    Real alpha = 1;
    Real trial_value = objective(stretches + step);
    while (!(trial_value < value) && alpha > precision) {
      alpha /= 2;
      trial_value = objective(stretches + alpha * step);
    }
    if (!(trial_value < value)) {
      // The value no longer resolves the last step; the gradient still does.
      const Vector3<Real> last = stretches + step;
      if ((law.gradient(last) + r * (last - target)).norm() < gradient.norm()) stretches = last;
      break;
    }
    stretches += alpha * step;
    value = trial_value;
    if (step.norm() <= precision * stretches.norm()) break;
  }
  return stretches;
}

template <class Law, class Real>
Matrix3<Real> prox(const Law& law, const Matrix3<Real>& F, Real r,
                   int maximum_iterations = converged_prox_iterations) {
  if constexpr (requires { law.prox(F, r); }) {
    return law.prox(F, r);
  } else {
    const SignedSvd<Real> svd = signed_svd(F);
    return svd.U * prox_stretches(law, svd.stretches, r, maximum_iterations).asDiagonal() * svd.V.transpose();
  }
}

}  // namespace simbench
