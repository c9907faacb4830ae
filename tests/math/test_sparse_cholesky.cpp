#include <Eigen/SparseCholesky>
#include <catch2/catch.hpp>

#include "math/block_matrix.h"
#include "math/parallel.h"
#include "math/sparse_cholesky.h"
#include "tests/support/counting_malloc.h"
#include "tests/support/dense.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::test;

namespace {

constexpr Index n = 60;

// A diagonally dominant matrix with a random pattern.
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
  explicit Factorised(const SparseMatrix<Real>& A) {
    REQUIRE(this->factorize(A));
    REQUIRE(this->defect() == MatrixDefect::none);
  }
  explicit Factorised(const Eigen::MatrixXd& A) : Factorised(sparse<Real>(A)) {}
};

// Springs of random stiffness (about 1) between neighbours in a grid, and `support` on the diagonal. With
// more than 10000 points, METIS finds the order of elimination.
SparseMatrix<double> grid_matrix(int x, int y, int z, double support) {
  Random random(42);
  std::vector<Eigen::Triplet<double>> entries;
  const auto add_spring = [&](int a, int b) {
    const double stiffness = random.uniform(0.5, 2);
    for (const int i : {a, b}) entries.emplace_back(i, i, stiffness);
    entries.emplace_back(a, b, -stiffness);
    entries.emplace_back(b, a, -stiffness);
  };
  for (int i = 0; i < x * y * z; ++i) {
    entries.emplace_back(i, i, support);
    if (i % x > 0) add_spring(i, i - 1);
    if (i / x % y > 0) add_spring(i, i - x);
    if (i / x / y > 0) add_spring(i, i - x * y);
  }
  SparseMatrix<double> A(x * y * z, x * y * z);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

// ‖X A − B‖ relative to the rounding errors of A and X.
template <class Real>
double backward_error(const SparseMatrix<double>& A, const Positions<Real>& X, const Positions<double>& B) {
  const Positions<double> exact = X.template cast<double>();
  const double norm = (A.cwiseAbs() * VectorX<double>::Ones(A.cols())).maxCoeff();
  return (exact * A - B).norm() / (norm * exact.norm() + B.norm());
}

}  // namespace

TEST_CASE("Solutions equal those of a dense solver") {
  for (unsigned seed = 0; seed < 5; ++seed) {
    const Eigen::MatrixXd A = definite_matrix(seed);
    const Positions<double> B = Random(100 + seed).matrix(3, n);
    const Positions<double> expected = solved(A, B.transpose()).transpose();
    REQUIRE(expected.norm() > 0.1);
    Factorised<double> cholesky(A);
    Positions<double> X = B;
    cholesky.solve_in_place(X);
    CHECK((X - expected).norm() < 1e-13 * expected.norm());
    // The backward error is that of the arithmetic's rounding.
    CHECK((X * A - B).norm() < 1e-14 * (A.norm() * X.norm() + B.norm()));
    VectorX<double> x = B.row(1);
    Multifrontal<double> once;
    once.analyze(sparse<double>(A));
    REQUIRE(once.solve_once(sparse<double>(A), x));
    CHECK((x - expected.row(1).transpose()).norm() < 1e-13 * expected.norm());
    Positions<float> single = B.cast<float>();
    Factorised<float>(A).solve_in_place(single);
    CHECK((single.cast<double>() - expected).norm() < 1e-4 * expected.norm());
  }
}

TEST_CASE("Solutions of large systems equal those of Eigen's plain factorisation") {
  const auto [x, y, z] = GENERATE(std::array{12, 12, 75}, std::array{14, 14, 30}, std::array{3, 4, 50});
  const SparseMatrix<double> A = grid_matrix(x, y, z, 0.1);
  const Positions<double> B = Random(1).matrix(3, A.cols());
  const Eigen::SimplicialLDLT<SparseMatrix<double>> plain(A);
  const Positions<double> expected = plain.solve(B.transpose()).transpose();
  Factorised<double> cholesky(A);
  Positions<double> X = B;
  cholesky.solve_in_place(X);
  CHECK((X - expected).norm() < 1e-13 * expected.norm());
  VectorX<double> first = B.row(0);
  Multifrontal<double> once;
  once.analyze(A);
  REQUIRE(once.solve_once(A, first));
  CHECK((first.transpose() - expected.row(0)).norm() < 1e-13 * expected.row(0).norm());
  // The stored factor is about as large as a plain one; in small systems it is larger, for the sake of fewer
  // and larger supernodes.
  const double entries = static_cast<double>(cholesky.factor_bytes()) / sizeof(double);
  const double plain_entries = static_cast<double>(plain.matrixL().nestedExpression().nonZeros());
  CHECK(entries > 0.7 * plain_entries);
  CHECK(entries < (A.cols() > 5000 ? 1.5 : 3.0) * plain_entries);
}

TEST_CASE("Inverted diagonal blocks cost no accuracy, however ill-conditioned the system") {
  const double support = GENERATE(1e-3, 1e-8, 1e-12);  // ratio of masses to stiffnesses
  const double scale = GENERATE(1.0, 1e10);
  const SparseMatrix<double> A = scale * grid_matrix(14, 14, 30, support);
  const Positions<double> B = Random(2).matrix(3, A.cols());
  Positions<double> X = B;
  Factorised<double>(A).solve_in_place(X);
  const Positions<double> plain =
      Eigen::SimplicialLDLT<SparseMatrix<double>>(A).solve(B.transpose()).transpose();
  CHECK(backward_error(A, X, B) < 2 * backward_error(A, plain, B));
  if (support < 1e-6) return;  // in single precision such a support rounds to nothing
  Positions<float> single = B.cast<float>();
  Factorised<float>(SparseMatrix<float>(A.cast<float>())).solve_in_place(single);
  CHECK(backward_error(A, single, B) < 1e-6);
}

TEST_CASE("Solutions have the same bits for any number of threads") {
  const SparseMatrix<double> A = grid_matrix(12, 12, 75, 0.1);
  const Positions<double> B = Random(3).matrix(3, A.cols());
  const auto solve = [&] {
    Positions<double> X(3, 2 * A.cols());
    Positions<double> many = B;
    Factorised<double>(A).solve_in_place(many);
    VectorX<double> x = B.reshaped().head(A.cols());
    Multifrontal<double> once;
    once.analyze(A);
    REQUIRE(once.solve_once(A, x));
    X << many, x.transpose().replicate(3, 1);
    return X;
  };
  const Positions<double> one = solve();
  for (const int threads : {2, 4}) {
    const ThreadScope scope(threads);
    for (int repetition = 0; repetition < 3; ++repetition) CHECK(solve() == one);
  }
  // A failure in any of the subtrees is noticed.
  const ThreadScope threads(4);
  SparseMatrix<double> indefinite = A;
  for (const int i : {0, 5000, 10000}) {
    indefinite.coeffRef(i, i) = -1;
    SparseCholesky<double> cholesky;
    CHECK_FALSE(cholesky.factorize(indefinite));
    indefinite.coeffRef(i, i) = A.coeff(i, i);
  }
}

TEST_CASE("Blocks of unknowns are ordered together") {
  const std::vector<std::vector<int>> elements = {{0, 3, 5}, {5, 1}, {4}, {3, 1, 0, 5}, {6, 2}, {2, 7, 8, 9}};
  BlockMatrix<double> matrix(10, {elements.begin(), elements.end()});
  Random random(4);
  for (const std::vector<int>& element : elements) {
    for (const int a : element) {
      for (const int b : element) {
        const Matrix3<double> half = random.matrix3();
        matrix.add(
            a, b,
            a == b ? Matrix3<double>(half + half.transpose() + 30 * Matrix3<double>::Identity()) : half);
      }
    }
  }
  const Eigen::MatrixXd dense = Eigen::MatrixXd(matrix.matrix()).selfadjointView<Eigen::Lower>();
  const VectorX<double> b = random.matrix(1, 30).transpose();
  const VectorX<double> expected = solved(dense, b);
  for (const int block : {1, 3}) {
    VectorX<double> x = b;
    Multifrontal<double> once;
    once.analyze(matrix.matrix(), block);
    REQUIRE(once.solve_once(matrix.matrix(), x));
    CHECK((x - expected).norm() < 1e-14 * expected.norm());
  }
}

TEST_CASE("Systems without couplings and systems of one unknown are solved") {
  const Index unknowns = GENERATE(1, 5, 10007);
  SparseMatrix<double> A(unknowns, unknowns);
  A.setIdentity();
  A *= 4;
  const Positions<double> B = Random(5).matrix(3, unknowns);
  Positions<double> X = B;
  Factorised<double>(A).solve_in_place(X);
  CHECK(X == B / 4);
}

TEST_CASE("Only the lower triangle is read") {
  const Eigen::MatrixXd A = definite_matrix(7);
  const Eigen::MatrixXd lower = A.triangularView<Eigen::Lower>();
  REQUIRE((A - lower).norm() > 1);
  Positions<double> from_whole = Random(8).matrix(3, n), from_lower = from_whole;
  Factorised<double>(A).solve_in_place(from_whole);
  Factorised<double>(lower).solve_in_place(from_lower);
  CHECK(from_whole == from_lower);
}

TEST_CASE("One analysis serves many matrices of its pattern") {
  const Eigen::MatrixXd A = definite_matrix(9);
  Multifrontal<double> once;
  once.analyze(sparse<double>(A));
  for (const double factor : {1.0, 2.0}) {
    const Eigen::MatrixXd other = factor * A + Eigen::MatrixXd::Identity(n, n);
    const VectorX<double> b = Random(10).matrix(1, n).transpose();
    VectorX<double> x = b;
    REQUIRE(once.solve_once(sparse<double>(other), x));
    CHECK((other * x - b).norm() < 1e-13 * b.norm());
  }
}

// The memory of the columns and updates is used again, by subtrees at the same time or one after the other.
TEST_CASE("A second factorisation has the bits of the first, after other matrices and threads") {
  const SparseMatrix<double> A = grid_matrix(12, 12, 75, 0.1), other = grid_matrix(12, 12, 75, 10);
  SparseMatrix<double> indefinite = A;
  indefinite.coeffRef(5000, 5000) = -1;
  const VectorX<double> b = Random(15).matrix(1, A.cols()).transpose();
  Multifrontal<double> once;
  once.analyze(A);
  const auto solution = [&](const SparseMatrix<double>& matrix, int threads) {
    const ThreadScope scope(threads);
    VectorX<double> x = b;
    REQUIRE(once.solve_once(matrix, x) == (&matrix != &indefinite));
    return x;
  };
  const VectorX<double> first = solution(A, 1);
  CHECK(solution(other, 1) != first);
  for (const int threads : {1, 2, 1, 4}) {
    CHECK(solution(A, threads) == first);
    solution(indefinite, threads);
    CHECK(solution(A, threads) == first);
  }
}

TEST_CASE("An indefinite matrix is refused") {
  Eigen::MatrixXd A = definite_matrix(11);
  const double entry = GENERATE(-1.0, -1e-3, -1e6);
  A(17, 17) = entry;
  SparseCholesky<double> cholesky;
  CHECK_FALSE(cholesky.factorize(sparse<double>(A)));
  CHECK(cholesky.defect() == MatrixDefect::not_positive_definite);
  // Needed because Eigen's info() is Success for this matrix.
  CHECK(Eigen::SimplicialLDLT<SparseMatrix<double>>(sparse<double>(A)).info() == Eigen::Success);
  A = definite_matrix(11);
  CHECK(cholesky.factorize(sparse<double>(A)));
  CHECK(cholesky.defect() == MatrixDefect::none);
}

TEST_CASE("A singular matrix is refused") {
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(3, 3);
  A << 1, -1, 0, -1, 2, -1, 0, -1, 1;  // a free chain of springs; the numbers are exact in binary
  SparseCholesky<double> cholesky;
  CHECK_FALSE(cholesky.factorize(sparse<double>(A)));
}

TEST_CASE("A matrix with a non-finite entry is refused") {
  const Eigen::MatrixXd A = definite_matrix(12);
  const double entry =
      GENERATE(std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity());
  SparseCholesky<double> cholesky;
  SparseMatrix<double> matrix = sparse<double>(A);
  matrix.coeffRef(5, 5) = entry;
  CHECK_FALSE(cholesky.factorize(matrix));
  CHECK(cholesky.defect() == MatrixDefect::not_finite);
}

TEST_CASE("A solve allocates nothing") {
  if (!SIMBENCH_CAN_COUNT_ALLOCATIONS) {
    WARN("skipped: a sanitizer replaces malloc");
    return;
  }
  Factorised<double> cholesky(definite_matrix(13));
  Positions<double> X = Random(14).matrix(3, n);
  CHECK(allocations_of([&] { cholesky.solve_in_place(X); }) == 0);
  CHECK(allocations_of([&] { Positions<double> copy = X; }) == 1);  // the counter counts
}
