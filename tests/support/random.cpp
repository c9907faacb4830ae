#include "tests/support/random.h"

#include <Eigen/Geometry>

namespace simbench::test {

double Random::uniform(double lowest, double highest) {
  return std::uniform_real_distribution<double>(lowest, highest)(engine_);
}

double Random::normal() {
  return std::normal_distribution<double>()(engine_);
}

Eigen::MatrixXd Random::matrix(Index rows, Index columns) {
  return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return normal(); });
}

VectorX<double> Random::positive_vector(Index size) {
  return VectorX<double>::NullaryExpr(size, [&] { return uniform(0.5, 2); });
}

Matrix3<double> Random::rotation() {
  const Eigen::Vector4d coefficients = matrix(4, 1).normalized();
  return Eigen::Quaterniond(coefficients).toRotationMatrix();
}

Matrix3<double> Random::deformation(double lowest, double highest) {
  Vector3<double> stretches;
  for (double& stretch : stretches) stretch = uniform(lowest, highest);
  if (++count_ % 3 == 0) stretches[2] = -stretches[2];
  return rotation() * stretches.asDiagonal() * rotation();
}

}  // namespace simbench::test
