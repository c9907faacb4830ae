#include <catch2/catch.hpp>

#include "math/parallel.h"
#include "math/symmetric_matrix.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::test;

namespace {

SymmetricMatrix<double> symmetric_matrix(const Eigen::MatrixXd& dense) {
  SymmetricMatrix<double> matrix;
  matrix.resize(dense.rows());
  for (Index j = 0; j < dense.rows(); ++j) {
    for (Index i = j; i < dense.rows(); ++i) matrix.entry(i, j) = dense(i, j);
  }
  return matrix;
}

}  // namespace

// Sizes: with and without rows that fill no lanes, columns that fill no group of four, and several tasks.
TEST_CASE("A symmetric matrix's products and updates are those of the whole matrix") {
  const Index size = GENERATE(1, 3, 4, 13, 64, 257, 519);
  Random random(1);
  const Eigen::MatrixXd square = random.matrix(size, size);
  Eigen::MatrixXd dense = square + square.transpose();
  SymmetricMatrix<double> matrix = symmetric_matrix(dense);
  VectorX<double> product;
  for (int repetition = 0; repetition < 3; ++repetition) {
    const VectorX<double> x = random.matrix(size, 1), s = random.matrix(size, 1), v = random.matrix(size, 1);
    matrix.multiply(x, product);
    CHECK((product - dense * x).norm() < 1e-13 * dense.norm() * x.norm());
    matrix.update(s, v);
    dense += s * v.transpose() + v * s.transpose();
    CHECK((matrix.dense() - dense).norm() < 1e-14 * dense.norm());
  }
}

TEST_CASE("A symmetric matrix's products have the same bits for any number of threads") {
  Random random(2);
  const Eigen::MatrixXd square = random.matrix(700, 700);
  const VectorX<double> x = random.matrix(700, 1), s = random.matrix(700, 1), v = random.matrix(700, 1);
  const auto product = [&](int threads) {
    const ThreadScope scope(threads);
    SymmetricMatrix<double> matrix = symmetric_matrix(square);
    VectorX<double> result;
    matrix.update(s, v);
    matrix.multiply(x, result);
    return result;
  };
  const VectorX<double> alone = product(1);
  for (const int threads : {2, 3, 8}) CHECK(product(threads) == alone);
}
