// Packs of lanes for tests, and one-lane packs. Each lane must agree with its one-lane pack to the bit.
#pragma once

#include <cstring>
#include <limits>
#include <vector>

#include "math/lanes.h"
#include "tests/support/random.h"

namespace simbench::test {

template <class Real>
using OneLane = Lanes<Real, std::experimental::simd_abi::scalar>;

// Difficult deformation gradients, with ordinary ones between them.
template <class Real>
std::vector<Matrix3<Real>> adversarial_matrices() {
  Random random(1);
  const double infinity = std::numeric_limits<double>::infinity();
  std::vector<Matrix3<Real>> matrices;
  for (const Vector3<double>& stretches :
       {Vector3<double>(0, 0, 0), Vector3<double>(1, 0, 0), Vector3<double>(1, 0.8, 0),
        Vector3<double>(1, 1, 1), Vector3<double>(1, 1, -1), Vector3<double>(1, 0.5, -0.5),
        Vector3<double>(1, 0.5, -0.5 + 1e-15), Vector3<double>(-1, -1, -1), Vector3<double>(1.5, 1, 1),
        Vector3<double>(1.5, 1, 1 + 1e-8), Vector3<double>(1, 1 + 1e-12, 1 - 1e-12),
        Vector3<double>(1, 1 + 1e-4, 0.3), Vector3<double>(1, 0.3, 1e-8), Vector3<double>(1, 1e-8, -1e-8),
        Vector3<double>(1, 1e-160, 0), Vector3<double>(3, 0.2, -0.1)}) {
    for (const double scale : {1.0, 1e-20, 1e20, 1e-150, 1e150}) {
      for (const bool is_turned : {false, true}) {
        Matrix3<double> F = (scale * stretches).asDiagonal();
        if (is_turned) F = random.rotation() * F * random.rotation();
        matrices.push_back(F.cast<Real>());
        matrices.push_back(random.deformation(0.3, 1.8).cast<Real>());
      }
    }
  }
  for (const double bad : {infinity, -infinity, std::nan("")}) {
    Matrix3<double> F = random.deformation(0.3, 1.8);
    F(1, 2) = bad;
    matrices.push_back(F.cast<Real>());
    matrices.push_back(random.deformation(0.3, 1.8).cast<Real>());
  }
  return matrices;
}

// The pack that begins with matrix `first`. Its other lanes come from distant places of the list.
template <class Number, class Value>
Eigen::Matrix<Number, 3, 3> pack(const std::vector<Value>& matrices, std::size_t first) {
  Matrix3<Number> result;
  for (int lane = 0; lane < lane_count<Number>; ++lane) {
    set_lane(result, lane, matrices[(first + 7 * static_cast<std::size_t>(lane)) % matrices.size()]);
  }
  return result;
}

template <class Real>
bool same_bits(Real a, Real b) {
  return std::memcmp(&a, &b, sizeof a) == 0 || (std::isnan(a) && std::isnan(b));
}
template <class Real, int Rows, int Columns>
bool same_bits(const Eigen::Matrix<Real, Rows, Columns>& a, const Eigen::Matrix<Real, Rows, Columns>& b) {
  for (Index i = 0; i < a.size(); ++i) {
    if (!same_bits(a.reshaped()[i], b.reshaped()[i])) return false;
  }
  return true;
}

// Whether each lane of the small matrix function(F) has the same bits as a pack of that lane only.
template <class Number, class Function>
bool lanes_stand_alone(const Function& function, const Matrix3<Number>& F) {
  const auto together = function(F);
  for (int lane = 0; lane < lane_count<Number>; ++lane) {
    Matrix3<OneLane<RealOf<Number>>> single;
    set_lane(single, 0, lane_of(F, lane));
    if (!same_bits(lane_of(together, lane), lane_of(function(single), 0))) return false;
  }
  return true;
}

}  // namespace simbench::test
