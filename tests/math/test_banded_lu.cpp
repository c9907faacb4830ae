#include <Eigen/LU>
#include <catch2/catch.hpp>

#include "math/banded_lu.h"
#include "tests/support/random.h"

using namespace simbench;

namespace {

// A random matrix with `width` diagonals on either side of the main one, whose rows have various sizes, so
// that many pivots are not on the diagonal.
Eigen::MatrixXd banded(Index size, Index width, test::Random& random) {
  Eigen::MatrixXd matrix = random.matrix(size, size);
  for (Index i = 0; i < size; ++i) {
    matrix.row(i) *= std::pow(10, random.uniform(-2, 2));
    for (Index j = 0; j < size; ++j) {
      if (std::abs(i - j) > width) matrix(i, j) = 0;
    }
  }
  return matrix;
}

void set(rigid::BandedLu& lu, const Eigen::MatrixXd& matrix, Index width) {
  lu.reset(matrix.rows(), width);
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.rows(); ++j) {
      if (std::abs(i - j) <= width) lu.add(i, j, matrix.block<1, 1>(i, j));
    }
  }
}

}  // namespace

TEST_CASE("A banded LU solves systems of all widths, as a dense one does") {
  test::Random random(3);
  rigid::BandedLu lu;
  for (const Index size : {1, 2, 7, 40}) {
    for (const Index width : {0, 1, 2, 5, 14, 39}) {
      if (width >= size) continue;
      const Eigen::MatrixXd matrix = banded(size, width, random);
      const VectorX<double> solution = random.matrix(size, 1);
      VectorX<double> x = matrix * solution;
      set(lu, matrix, width);
      REQUIRE(lu.solve(1e-14, x));
      CHECK((matrix * (x - solution)).norm() < 1e-12 * (matrix * solution).norm());
    }
  }
}

TEST_CASE("A banded LU adds small matrices, and reports a singular matrix") {
  test::Random random(4);
  const Eigen::MatrixXd blocks = random.matrix(6, 6);
  rigid::BandedLu lu;
  lu.reset(6, 5);
  lu.add(0, 0, Eigen::Matrix3d(blocks.topLeftCorner<3, 3>()));
  lu.add(3, 0, Eigen::Matrix3d(blocks.bottomLeftCorner<3, 3>()));
  lu.add(0, 3, Eigen::Matrix<double, 6, 3>(blocks.rightCols<3>()));
  VectorX<double> x = blocks * VectorX<double>::Ones(6);
  REQUIRE(lu.solve(1e-14, x));
  CHECK((x - VectorX<double>::Ones(6)).norm() < 1e-12);

  Eigen::MatrixXd singular = banded(8, 3, random);
  singular.col(5).setZero();
  set(lu, singular, 3);
  x.setOnes(8);
  CHECK_FALSE(lu.solve(1e-14, x));
}
