// Random test data. It is the same in every run, because each test sets its own seed.
#pragma once

#include <Eigen/LU>
#include <random>

#include "math/types.h"

namespace simbench::test {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}

  double uniform(double lowest, double highest) {
    return std::uniform_real_distribution<double>(lowest, highest)(engine_);
  }
  double normal() { return std::normal_distribution<double>()(engine_); }

  Eigen::MatrixXd matrix(Index rows, Index columns) {
    return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return normal(); });
  }
  Matrix3<double> matrix3() { return matrix(3, 3); }
  VectorX<double> positive_vector(Index size) {
    return VectorX<double>::NullaryExpr(size, [&] { return uniform(0.5, 2); });
  }
  // Uniform on SO(3): a normalised random quaternion.
  Matrix3<double> rotation() {
    const Eigen::Vector4d coefficients = matrix(4, 1).normalized();
    return Eigen::Quaterniond(coefficients).toRotationMatrix();
  }
  // A deformation gradient with stretches in [lowest, highest]; every third one is inverted.
  Matrix3<double> deformation(double lowest, double highest) {
    Vector3<double> stretches;
    for (double& stretch : stretches) stretch = uniform(lowest, highest);
    if (++count_ % 3 == 0) stretches[2] = -stretches[2];
    return rotation() * stretches.asDiagonal() * rotation();
  }

 private:
  std::mt19937_64 engine_;
  int count_ = 0;
};

}  // namespace simbench::test
