#include "deformable/problem/stationarity.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace simbench {

template <class Real>
bool is_stationary(const IncrementalPotential<Real>& problem, const Positions<Real>& positions,
                   const Positions<Real>& gradient, Real objective) {
  constexpr Real epsilon = std::numeric_limits<Real>::epsilon();
  constexpr Real precision = std::max(Real(1e-10), 1000 * epsilon);
  const VectorX<Real> D = problem.stiffness_matrix().diagonal();
  const VectorX<Real> inverse = (D.array() > 0).select(D.cwiseInverse(), Real(0));
  const Real decrease = gradient.colwise().squaredNorm().dot(inverse) / 2;
  const Real rounding = positions.colwise().squaredNorm().dot(D) * (10 * epsilon) * (10 * epsilon);
  return std::isfinite(decrease) &&
         decrease <= precision * std::abs(objective - problem.rest_energy()) + rounding;
}

template bool is_stationary(const IncrementalPotential<double>&, const Positions<double>&,
                            const Positions<double>&, double);
template bool is_stationary(const IncrementalPotential<float>&, const Positions<float>&,
                            const Positions<float>&, float);

}  // namespace simbench
