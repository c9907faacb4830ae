// Tests that products, factorisations and solves in tiles have the bits of Eigen's. Eigen promises no order
// of its sums, so these tests fail if another version of Eigen has another one.
#include <Eigen/Cholesky>
#include <catch2/catch.hpp>

#include "math/dense_cholesky.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::test;

TEMPLATE_TEST_CASE("Products in tiles have Eigen's bits", "", double, float) {
  using Matrix = MatrixX<TestType>;
  // Rows and columns: less than a tile, whole tiles, and all remainders; depths on both sides of Eigen's
  // blocks.
  Random random(1);
  for (const Index depth : {1, 5, 18, 19, 47, 48, 240, 248, 249, 255, 256, 300, 511, 700}) {
    for (const Index rows : {1, 11, 12, 13, 23, 24, 25, 47, 48, 50, 95, 96, 128, 131, 150, 301, 997}) {
      const Index columns = 1 + static_cast<Index>(random.uniform(0, 128));
      const Matrix A = random.matrix(rows, depth).cast<TestType>(),
                   B = random.matrix(columns, depth).cast<TestType>();
      const Matrix before = random.matrix(rows, columns).cast<TestType>();
      Matrix tiles = before, eigen = before;
      subtract_product<TestType>(tiles, A, B, true);
      eigen.noalias() -= A * B.transpose();
      INFO(rows << " × " << columns << ", depth " << depth);
      CHECK((tiles == eigen));
      if (rows > 128) continue;
      Matrix square_of_tiles = random.matrix(rows, rows).cast<TestType>(), square = square_of_tiles;
      subtract_square<TestType>(square_of_tiles, A, true);
      square.template selfadjointView<Eigen::Lower>().rankUpdate(A, -1);
      CHECK((square_of_tiles == square));
    }
  }
}

TEMPLATE_TEST_CASE("Cholesky factorisations in tiles have Eigen's bits", "", double, float) {
  using Matrix = MatrixX<TestType>;
  Random random(2);
  for (const Index size : {1, 12, 31, 32, 57, 63, 64, 113, 128, 150, 257, 300, 513, 700, 1100}) {
    const Eigen::MatrixXd square = random.matrix(size, size);
    const Matrix positive =
        (square * square.transpose() + Eigen::MatrixXd::Identity(size, size)).cast<TestType>();
    Matrix tiles = positive, eigen = positive;
    INFO("size " << size);
    REQUIRE(factorise_in_place<TestType>(tiles, true));
    REQUIRE(Eigen::internal::llt_inplace<TestType, Eigen::Lower>::blocked(eigen) == -1);
    CHECK((tiles == eigen));
    for (const Index rows : {1, 2, 24, 25, 128}) {
      Matrix solution_of_tiles = random.matrix(rows, size).cast<TestType>(), solution = solution_of_tiles;
      solve_on_right<TestType>(tiles, solution_of_tiles, true);
      eigen.template triangularView<Eigen::Lower>().transpose().template solveInPlace<Eigen::OnTheRight>(
          solution);
      CHECK((solution_of_tiles == solution));
    }
    tiles = positive;
    tiles(size / 2, size / 2) = -1;
    CHECK_FALSE(factorise_in_place<TestType>(tiles, true));
  }
}
