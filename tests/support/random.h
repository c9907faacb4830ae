// Random test data. It is the same in every run, because each test sets its own seed.
#pragma once

#include <random>

#include "math/types.h"

namespace simbench::test {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}

  double uniform(double lowest, double highest);
  double normal();

  Eigen::MatrixXd matrix(Index rows, Index columns);
  Matrix3<double> matrix3() { return matrix(3, 3); }
  VectorX<double> positive_vector(Index size);
  // Uniform on SO(3): a normalised random quaternion.
  Matrix3<double> rotation();
  // A deformation gradient with stretches in [lowest, highest]; every third one is inverted.
  Matrix3<double> deformation(double lowest, double highest);

 private:
  std::mt19937_64 engine_;
  int count_ = 0;
};

}  // namespace simbench::test
