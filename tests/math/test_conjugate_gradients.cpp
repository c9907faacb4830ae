// Tests conjugate gradients against dense solves and against the theory of their number of iterations.
#include <catch2/catch.hpp>

#include "math/conjugate_gradients.h"
#include "math/parallel.h"
#include "tests/support/dense.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::test;

namespace {

constexpr Index unknowns = 60;

// `count` distinct values from 1 to 10, each about equally often.
VectorX<double> distinct(int count) {
  return VectorX<double>::NullaryExpr(unknowns, [&](Index i) {
    return std::pow(10.0, static_cast<double>(i % count) / std::max(count - 1, 1));
  });
}

// Springs in a row with ends that are held. The scales of the unknowns grow from 1 to 1 + spread.
template <class Real>
SparseMatrix<Real> chain(Index size, double spread = 1) {
  std::vector<Eigen::Triplet<Real>> entries;
  for (Index i = 0; i < size; ++i) {
    const Real scale = static_cast<Real>(1 + spread * static_cast<double>(i) / static_cast<double>(size));
    entries.emplace_back(i, i, Real(2.1) * scale * scale);
    if (i > 0) {
      const Real value =
          -scale * static_cast<Real>(1 + spread * static_cast<double>(i - 1) / static_cast<double>(size));
      entries.emplace_back(i, i - 1, value);
      entries.emplace_back(i - 1, i, value);
    }
  }
  SparseMatrix<Real> A(size, size);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

template <class Real>
ConjugateGradients<Real> prepared(const SparseMatrix<Real>& A, Preconditioner preconditioner,
                                  const ConjugateGradientsLimits& limits = {}) {
  ConjugateGradients<Real> solver(preconditioner, limits);
  REQUIRE(solver.prepare(A));
  return solver;
}

}  // namespace

TEST_CASE("Conjugate gradients take as many iterations as the matrix has distinct eigenvalues") {
  const int count = GENERATE(1, 2, 3, 5);
  const Positions<double> B = Random(2).matrix(3, unknowns);
  const Eigen::MatrixXd dense = with_eigenvalues(distinct(count), 1);
  auto solver = prepared<double>(dense.sparseView(), Preconditioner::none);
  Positions<double> X = B;
  CHECK(solver.solve_in_place(X));
  CHECK(solver.iterations() == count);
  CHECK((X * dense - B).norm() < 1e-10 * B.norm());

  // The diagonal of a diagonal matrix is its inverse.
  const SparseMatrix<double> diagonal = Eigen::MatrixXd(distinct(count).asDiagonal()).sparseView();
  for (const auto& [preconditioner, expected] :
       {std::pair(Preconditioner::none, count), std::pair(Preconditioner::diagonal, 1)}) {
    auto of_diagonal = prepared<double>(diagonal, preconditioner);
    X = B;
    CHECK(of_diagonal.solve_in_place(X));
    CHECK(of_diagonal.iterations() == expected);
  }
}

TEST_CASE("A solve ends at its tolerance, and one iteration fewer does not reach it") {
  const double tolerance = GENERATE(1e-2, 1e-6, 1e-12);
  const Preconditioner preconditioner = GENERATE(Preconditioner::none, Preconditioner::diagonal);
  const SparseMatrix<double> A = chain<double>(200);
  const Positions<double> B = Random(3).matrix(3, 200);
  auto solver = prepared<double>(A, preconditioner, {.tolerance = tolerance});
  Positions<double> X = B;
  REQUIRE(solver.solve_in_place(X));
  const double residual = (X * A - B).norm() / B.norm();
  CHECK(residual <= tolerance * (1 + 1e-3));
  CHECK(solver.relative_residual() == Approx(residual).epsilon(1e-3));
  auto shorter =
      prepared<double>(A, preconditioner, {.tolerance = tolerance, .iterations = solver.iterations() - 1});
  X = B;
  CHECK_FALSE(shorter.solve_in_place(X));
  CHECK(shorter.defect() == MatrixDefect::none);
  CHECK(shorter.iterations() == solver.iterations() - 1);
  CHECK(shorter.relative_residual() > tolerance);
}

TEST_CASE("The diagonal helps where unknowns have different scales") {
  const SparseMatrix<double> A = chain<double>(200, 100);
  int iterations[2];
  for (const Preconditioner preconditioner : {Preconditioner::none, Preconditioner::diagonal}) {
    auto solver = prepared<double>(A, preconditioner);
    Positions<double> X = Random(4).matrix(3, 200);
    REQUIRE(solver.solve_in_place(X));
    iterations[static_cast<int>(preconditioner)] = solver.iterations();
  }
  CHECK(2 * iterations[1] < iterations[0]);
}

TEST_CASE("Conjugate gradients read only the lower triangle, and solve in single precision") {
  const SparseMatrix<float> A = chain<float>(200), lower = A.triangularView<Eigen::Lower>();
  auto whole = prepared<float>(A, Preconditioner::diagonal, {.tolerance = 1e-5});
  auto half = prepared<float>(lower, Preconditioner::diagonal, {.tolerance = 1e-5});
  const Positions<float> B = Random(5).matrix(3, 200).cast<float>();
  Positions<float> X = B, Y = B;
  REQUIRE(whole.solve_in_place(X));
  REQUIRE(half.solve_in_place(Y));
  CHECK(X == Y);
  CHECK((X * A - B).norm() < 2e-5F * B.norm());
}

TEST_CASE("The bits of a solve do not depend on the number of threads") {
  const Index size = 3 * chunk_size + 100;
  auto solver = prepared<double>(chain<double>(size), Preconditioner::diagonal);
  const Positions<double> B = Random(6).matrix(3, size);
  Positions<double> one = B, two = B;
  REQUIRE(solver.solve_in_place(one));
  const ThreadScope scope(2);
  REQUIRE(solver.solve_in_place(two));
  CHECK(one == two);
}

TEST_CASE("Matrices without a solution are named, and a zero right-hand side needs no iteration") {
  ConjugateGradients<double> solver(Preconditioner::none, {});
  SparseMatrix<double> A = chain<double>(20);
  Positions<double> X = Positions<double>::Zero(3, 20);
  REQUIRE(solver.prepare(A));
  CHECK(solver.solve_in_place(X));
  CHECK(solver.iterations() == 0);
  CHECK(X.isZero(0));
  A.coeffRef(3, 3) = -1;
  CHECK_FALSE(solver.prepare(A));
  CHECK(solver.defect() == MatrixDefect::not_positive_definite);
  A.coeffRef(3, 3) = std::numeric_limits<double>::infinity();
  CHECK_FALSE(solver.prepare(A));
  CHECK(solver.defect() == MatrixDefect::not_finite);
  // Indefinite, with a positive diagonal: 1 ± 2.
  Eigen::MatrixXd swap(2, 2);
  swap << 1, 2, 2, 1;
  REQUIRE(solver.prepare(swap.sparseView()));
  Positions<double> B(3, 2);
  B << 1, -1, 0, 0, 0, 0;
  CHECK_FALSE(solver.solve_in_place(B));
  CHECK(solver.defect() == MatrixDefect::not_positive_definite);
}
