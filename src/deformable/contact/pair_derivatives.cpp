#include "deformable/contact/pair_derivatives.h"

#include <algorithm>
#include <cmath>

#include "deformable/contact/mollifier.h"
#include "math/symmetric_eigen.h"

namespace simbench {

namespace {

Vector12 gradient_of_square(const ClosestPoints& closest, const FourPoints& x) {
  const Vector3<double> r = closest.difference(x);
  Vector12 result;
  for (int i = 0; i < 4; ++i) result.segment<3>(3 * i) = 2 * closest.weights[i] * r;
  return result;
}

// Sets negative eigenvalues to zero, or replaces eigenvalues by their absolute values. H knows only the first
// K vertices of `corners` and does not change if they all move alike, so that 3 (K − 1) unknowns are enough:
// coordinates along orthonormal differences of the vertices (Helmert's).
template <int K>
void make_definite_of(Definiteness definiteness, const std::array<int, 4>& corners, Matrix12& H) {
  using Reduced = Eigen::Matrix<double, 3 * (K - 1), 3 * (K - 1)>;
  Eigen::Matrix<double, K, K - 1> differences = Eigen::Matrix<double, K, K - 1>::Zero();
  for (int k = 0; k < K - 1; ++k) {
    const double scale = 1 / std::sqrt((k + 1.0) * (k + 2.0));
    for (int i = 0; i <= k; ++i) differences(i, k) = scale;
    differences(k + 1, k) = -(k + 1) * scale;
  }
  Eigen::Matrix<double, 12, 3 * (K - 1)> basis = Eigen::Matrix<double, 12, 3 * (K - 1)>::Zero();
  for (int i = 0; i < K; ++i) {
    for (int k = 0; k < K - 1; ++k)
      basis.template block<3, 3>(3 * corners[i], 3 * k).diagonal().setConstant(differences(i, k));
  }
  SymmetricEigen<double, 3 * (K - 1)> eigen(Reduced(basis.transpose() * H * basis));
  for (double& value : eigen.values)
    value = definiteness == Definiteness::clamped ? std::max(value, 0.0) : std::abs(value);
  H = basis * eigen.matrix() * basis.transpose();
}

}  // namespace

double add_gradient_of_pair(const ContactPair& pair, const FourPoints& x, const ClosestPoints& closest,
                            const DistanceEnergy& psi, Vector12& gradient) {
  const Vector12 g = psi.slope * gradient_of_square(closest, x);
  if (pair.is_of_edges) {
    if (const Mollifier m = mollifier(x, pair.threshold); !m.is_constant) {
      gradient += m.value * g + psi.value * m.gradient;
      return m.value * psi.value;
    }
  }
  gradient += g;
  return psi.value;
}

Matrix12 hessian_of_pair(const ContactPair& pair, const FourPoints& x, const ClosestPoints& closest,
                         const DistanceEnergy& psi) {
  const Vector12 g = gradient_of_square(closest, x);
  Matrix12 H = psi.curvature * g * g.transpose() + psi.slope * squared_distance_hessian(closest, x);
  if (!pair.is_of_edges) return H;
  const Mollifier m = mollifier(x, pair.threshold);
  if (m.is_constant) return H;
  const Matrix12 mixed = m.gradient * g.transpose();
  return m.value * H + psi.slope * (mixed + mixed.transpose()) + psi.value * m.hessian;
}

void make_definite(Definiteness definiteness, const ContactPair& pair, const FourPoints& x,
                   const ClosestPoints& closest, Matrix12& H) {
  if (definiteness == Definiteness::exact) return;
  // A mollifier that acts depends on all four vertices, and everything else on those with a weight.
  const bool has_all = pair.is_of_edges && !mollifier(x, pair.threshold).is_constant;
  std::array<int, 4> corners{};
  int count = 0;
  for (int i = 0; i < 4; ++i) {
    if (has_all || closest.weights[i] != 0) corners[count++] = i;
  }
  if (count == 2) return make_definite_of<2>(definiteness, corners, H);
  if (count == 3) return make_definite_of<3>(definiteness, corners, H);
  make_definite_of<4>(definiteness, corners, H);
}

}  // namespace simbench
