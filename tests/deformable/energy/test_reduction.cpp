// Tests D_j q, its adjoint and its normal matrix.
#include <catch2/catch.hpp>

#include "tests/support/beam_problem.h"

using namespace simbench;
using namespace simbench::test;

namespace {

struct Reducible {
  std::shared_ptr<const TetMesh> mesh = beam_mesh({3, 2, 2}, CellSplit::five);
  std::shared_ptr<const Potential<double>> potential;
  Positions<double> positions = jittered(twisted(*mesh, 40), 5e-3, 1);

  explicit Reducible(std::string_view name) : potential(law_or_anchors(name, mesh)) {}
  Reduced<double> reduced(const Positions<double>& q) const {
    Reduced<double> y(potential->element_count(), potential->reduced_size());
    potential->reduce(q, y);
    return y;
  }
  // D q, from y = D q − b.
  Reduced<double> linear(const Positions<double>& q) const {
    return reduced(q) - reduced(Positions<double>::Zero(3, q.cols()));
  }
};

}  // namespace

TEST_CASE("The reduction of tets is F, column by column") {
  const Reducible batch("strain");
  const Matrix3<double> F = Random(1).matrix3();
  const Reduced<double> y =
      batch.reduced((F * batch.mesh->rest_positions).colwise() + Vector3<double>(1, 2, 3));
  REQUIRE(y.rows() == 60);
  REQUIRE(y.cols() == 9);
  CHECK((y.rowwise() - F.reshaped().transpose()).norm() < 1e-12);
  // In an inhomogeneous deformation, F maps rest edges to edges.
  const Reduced<double> local = batch.reduced(batch.positions);
  for (Index tet = 0; tet < local.rows(); ++tet) {
    const int* vertices = batch.mesh->tets.col(tet).data();
    const Matrix3<double> edges = tet_edges(batch.positions, vertices);
    CHECK((local.row(tet).reshaped(3, 3) * tet_edges(batch.mesh->rest_positions, vertices) - edges).norm() <
          1e-15);
  }
}

TEST_CASE("add_transposed is the adjoint of reduce") {
  const Reducible batch(any_law_or_anchors());
  Random random(2);
  const Positions<double> q = random.matrix(3, batch.positions.cols());
  const Reduced<double> y = random.matrix(batch.potential->element_count(), batch.potential->reduced_size());
  const VectorX<double> weights = random.positive_vector(batch.potential->element_count());
  Positions<double> result = Positions<double>::Zero(3, q.cols());
  batch.potential->add_transposed(weights, y, result);
  const double there = (weights.asDiagonal() * batch.linear(q)).cwiseProduct(y).sum();
  REQUIRE(std::abs(there) > 1e-2);
  CHECK(q.cwiseProduct(result).sum() == Approx(there).epsilon(1e-11));
  const Positions<double> once = result;
  batch.potential->add_transposed(weights, y, result);
  CHECK((result - 2 * once).norm() < 1e-14 * once.norm());
}

TEST_CASE("The normal matrix is D'WD, symmetric entry by entry") {
  const Reducible batch(any_law_or_anchors());
  Random random(3);
  const Index n = batch.positions.cols();
  const VectorX<double> weights = random.positive_vector(batch.potential->element_count());
  std::vector<Eigen::Triplet<double>> entries;
  batch.potential->add_normal_matrix(weights, entries);
  SparseMatrix<double> sparse(n, n);
  sparse.setFromTriplets(entries.begin(), entries.end());
  const Eigen::MatrixXd normal = sparse;
  CHECK((normal - normal.transpose()).norm() <= 1e-15 * normal.norm());
  // D as a dense matrix, column by column from unit vectors.
  for (int axis = 0; axis < 3; ++axis) {
    Eigen::MatrixXd D(batch.potential->reduced_size() * batch.potential->element_count(), n);
    for (Index i = 0; i < n; ++i) {
      Positions<double> unit = Positions<double>::Zero(3, n);
      unit(axis, i) = 1;
      D.col(i) = batch.linear(unit).reshaped();
    }
    const VectorX<double> W = weights.replicate(1, batch.potential->reduced_size()).reshaped();
    const Eigen::MatrixXd expected = D.transpose() * W.asDiagonal() * D;
    REQUIRE(expected.norm() > 1);
    CHECK((normal - expected).norm() < 1e-13 * expected.norm());
  }
}
