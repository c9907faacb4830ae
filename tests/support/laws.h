// Every law of the registry, with parameters of the size of 1 so that tolerances need no units.
#pragma once

#include <tuple>

#include "deformable/energy/laws.h"

namespace simbench::test {

template <class List>
struct InDouble;
template <template <class> class... Law>
struct InDouble<LawList<Law...>> {
  using type = std::tuple<Law<double>...>;
};
using DoubleLaws = InDouble<Laws>::type;

template <class Law>
Law example_law() {
  typename Law::Parameters parameters;
  if constexpr (requires { parameters.youngs_modulus; }) {
    parameters.youngs_modulus = 2;
    parameters.poisson_ratio = 0.3;
  } else {
    parameters.k = 1.5;
  }
  return Law(parameters);
}

// ∂²Ψ/∂F², 9 × 9, with F in column-major order.
template <class Law>
Matrix9<double> density_hessian_matrix(const Law& law, const Matrix3<double>& F, Definiteness definiteness) {
  const DensityHessian<double> hessian = density_hessian(law, F, definiteness);
  Matrix9<double> matrix;
  for (int k = 0; k < 3; ++k) {
    for (int l = 0; l < 3; ++l) {
      matrix.block<3, 3>(3 * k, 3 * l) = hessian.block(Vector3<double>::Unit(k), Vector3<double>::Unit(l));
    }
  }
  return matrix;
}

// A bound for |Ψ| and its derivatives at stretches up to about 2, for rounding errors.
inline constexpr double law_scale = 100;

}  // namespace simbench::test
