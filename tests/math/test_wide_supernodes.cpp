// Solves with supernodes that have more columns than a block of the factor.
#include <catch2/catch.hpp>

#include "math/parallel.h"
#include "math/sparse_cholesky.h"
#include "tests/support/dense.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::test;

namespace {

template <class Real = double>
Positions<Real> solution(const Eigen::MatrixXd& A, const Positions<double>& B) {
  SparseCholesky<Real> cholesky;
  REQUIRE(cholesky.factorize(SparseMatrix<Real>(A.cast<Real>().sparseView())));
  Positions<Real> X = B.cast<Real>();
  cholesky.solve_in_place(X);
  return X;
}

}  // namespace

TEST_CASE("Supernodes that are wider than a block of the factor are solved") {
  // Two cliques of 600 unknowns that share 300: supernodes of 300 columns, with rows below, and of more.
  constexpr Index size = 900, shared = 300;
  Random random(16);
  Eigen::MatrixXd A = random.matrix(size, size);
  A = (A + A.transpose()).eval();
  A.topRightCorner(shared, shared).setZero();
  A.bottomLeftCorner(shared, shared).setZero();
  A.diagonal() = (A.cwiseAbs().rowwise().sum().array() + 0.1).matrix();
  const Positions<double> B = random.matrix(3, size);
  const Positions<double> expected = solved(A, B.transpose()).transpose();
  const Positions<double> X = solution(A, B);
  CHECK((X - expected).norm() < 1e-13 * expected.norm());
  const Positions<float> single = solution<float>(A, B);
  CHECK((single.cast<double>() - expected).norm() < 1e-5 * expected.norm());
  const ThreadScope threads(2);
  CHECK(solution(A, B) == X);
}
