#include <Eigen/Cholesky>
#include <catch2/catch.hpp>

#include "math/sparse_cholesky.h"
#include "tests/support/counting_malloc.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::test;

namespace {

constexpr Index n = 60;

// Diagonally dominant with a random pattern.
Eigen::MatrixXd definite_matrix(unsigned seed) {
  Random random(seed);
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n, n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < i; ++j) {
      if (random.uniform(0, 1) < 0.1) A(i, j) = A(j, i) = random.normal();
    }
  }
  for (Index i = 0; i < n; ++i) A(i, i) = A.row(i).cwiseAbs().sum() + random.uniform(0.1, 1);
  return A;
}

template <class Real>
SparseMatrix<Real> sparse(const Eigen::MatrixXd& A) {
  return A.cast<Real>().sparseView();
}

template <class Real>
struct Factorised : SparseCholesky<Real> {
  explicit Factorised(const Eigen::MatrixXd& A) {
    this->analyze(sparse<Real>(A));
    REQUIRE(this->factorize(sparse<Real>(A)));
    REQUIRE(this->failure().empty());
  }
};

}  // namespace

TEST_CASE("Solutions are those of a dense solver, for one and for three right-hand sides") {
  for (unsigned seed = 0; seed < 5; ++seed) {
    const Eigen::MatrixXd A = definite_matrix(seed);
    const Positions<double> B = Random(100 + seed).matrix(3, n);
    const Positions<double> expected = A.llt().solve(B.transpose()).transpose();
    REQUIRE(expected.norm() > 0.1);
    const Factorised<double> cholesky(A);
    Positions<double> X = B;
    cholesky.solve_in_place<3>(X);
    CHECK((X - expected).norm() < 1e-13 * expected.norm());
    // D6: the backward error is that of the arithmetic.
    CHECK((X * A - B).norm() < 1e-14 * (A.norm() * X.norm() + B.norm()));
    for (int row = 0; row < 3; ++row) {
      Eigen::RowVectorXd x = B.row(row);
      cholesky.solve_in_place<1>(x);
      CHECK((x - expected.row(row)).norm() < 1e-13 * expected.norm());
    }
    Positions<float> single = B.cast<float>();
    Factorised<float>(A).solve_in_place<3>(single);
    CHECK((single.cast<double>() - expected).norm() < 1e-4 * expected.norm());
  }
}

TEST_CASE("Only the lower triangle is read") {
  const Eigen::MatrixXd A = definite_matrix(7);
  const Eigen::MatrixXd lower = A.triangularView<Eigen::Lower>();
  REQUIRE((A - lower).norm() > 1);
  Positions<double> from_whole = Random(8).matrix(3, n), from_lower = from_whole;
  Factorised<double>(A).solve_in_place<3>(from_whole);
  Factorised<double>(lower).solve_in_place<3>(from_lower);
  CHECK(from_whole == from_lower);
}

TEST_CASE("One analysis serves many matrices of its pattern") {
  const Eigen::MatrixXd A = definite_matrix(9);
  Factorised<double> cholesky(A);
  const Eigen::MatrixXd other = 2 * A + Eigen::MatrixXd::Identity(n, n);
  REQUIRE(cholesky.factorize(sparse<double>(other)));
  const Positions<double> B = Random(10).matrix(3, n);
  Positions<double> X = B;
  cholesky.solve_in_place<3>(X);
  CHECK((X * other - B).norm() < 1e-13 * B.norm());
}

TEST_CASE("An indefinite matrix is refused") {
  Eigen::MatrixXd A = definite_matrix(11);
  const double entry = GENERATE(-1.0, -1e-3, -1e6);
  A(17, 17) = entry;
  SparseCholesky<double> cholesky;
  cholesky.analyze(sparse<double>(A));
  CHECK_FALSE(cholesky.factorize(sparse<double>(A)));
  CHECK(cholesky.failure().find("positive definite") != std::string::npos);
  // The guard that is needed because Eigen says Success to it.
  CHECK(Eigen::SimplicialLDLT<SparseMatrix<double>>(sparse<double>(A)).info() == Eigen::Success);
  A = definite_matrix(11);
  CHECK(cholesky.factorize(sparse<double>(A)));
  CHECK(cholesky.failure().empty());
}

TEST_CASE("A singular matrix is refused") {
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(3, 3);
  A << 1, -1, 0, -1, 2, -1, 0, -1, 1;  // a chain of springs that nothing holds; exact in binary
  SparseCholesky<double> cholesky;
  cholesky.analyze(sparse<double>(A));
  CHECK_FALSE(cholesky.factorize(sparse<double>(A)));
}

TEST_CASE("A matrix with an entry that is no finite number is refused") {
  const Eigen::MatrixXd A = definite_matrix(12);
  const double entry =
      GENERATE(std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity());
  SparseCholesky<double> cholesky;
  SparseMatrix<double> matrix = sparse<double>(A);
  cholesky.analyze(matrix);
  matrix.coeffRef(5, 5) = entry;
  CHECK_FALSE(cholesky.factorize(matrix));
  CHECK(cholesky.failure().find("not finite") != std::string::npos);
}

TEST_CASE("A solve allocates nothing") {
  if (!SIMBENCH_CAN_COUNT_ALLOCATIONS) {
    WARN("skipped: a sanitizer replaces malloc");
    return;
  }
  const Factorised<double> cholesky(definite_matrix(13));
  Positions<double> X = Random(14).matrix(3, n);
  Eigen::RowVectorXd x = X.row(0);
  CHECK(allocations_of([&] { cholesky.solve_in_place<3>(X); }) == 0);
  CHECK(allocations_of([&] { cholesky.solve_in_place<1>(x); }) == 0);
  CHECK(allocations_of([&] { Positions<double> copy = X; }) == 1);  // the counter counts
}
