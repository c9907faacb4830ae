// D_j q, its adjoint and its normal matrix, and the views of the solvers that work on them.
#include <catch2/catch.hpp>

#include "energy/anchor_term.h"
#include "energy/prox.h"
#include "tests/support/beam.h"
#include "tests/support/materials.h"

using namespace simbench;
using namespace simbench::test;

namespace {

struct Batch {
  std::shared_ptr<const TetMesh> mesh = beam_mesh({3, 2, 2}, CellSplit::five);
  std::shared_ptr<const EnergyTerm<double>> term;
  Positions<double> positions = jittered(twisted(*mesh, 40), 5e-3, 1);

  explicit Batch(std::string_view name) {
    if (name == "anchor") {
      const std::vector<int> ends = end_vertices(*mesh);
      const Positions<double> targets = mesh->rest_positions(Eigen::all, ends);
      term = std::make_shared<AnchorTerm<double>>(ends, targets, 1e6);
    } else {
      term = material(name, 1e6)->term(mesh);
    }
  }
  Reduced<double> reduced(const Positions<double>& q) const {
    Reduced<double> y(term->element_count(), term->reduced_size());
    term->reduce(q, y);
    return y;
  }
};

std::string any_term() {
  std::vector<std::string> names(1, "anchor");
  for (const std::string_view name : material_names()) names.emplace_back(name);
  return names[GENERATE_COPY(range(std::size_t{0}, names.size()))];
}

}  // namespace

TEST_CASE("The reduction of tets is F, column by column") {
  const Batch batch("strain");
  const Matrix3<double> F = Random(1).matrix3();
  const Reduced<double> y =
      batch.reduced((F * batch.mesh->rest_positions).colwise() + Vector3<double>(1, 2, 3));
  REQUIRE(y.rows() == 60);
  REQUIRE(y.cols() == 9);
  CHECK((y.rowwise() - F.reshaped().transpose()).norm() < 1e-12);
  // Not homogeneous: F carries rest edges to edges.
  const Reduced<double> local = batch.reduced(batch.positions);
  for (Index tet = 0; tet < local.rows(); ++tet) {
    const int* vertices = batch.mesh->tets.col(tet).data();
    const Matrix3<double> edges = tet_edges(batch.positions, vertices);
    CHECK((local.row(tet).reshaped(3, 3) * tet_edges(batch.mesh->rest_positions, vertices) - edges).norm() <
          1e-15);
  }
}

TEST_CASE("Adding transposed is the adjoint of reducing") {
  const Batch batch(any_term());
  Random random(2);
  const Positions<double> q = random.matrix(3, batch.positions.cols());
  const Reduced<double> y = random.matrix(batch.term->element_count(), batch.term->reduced_size());
  const VectorX<double> weights = random.positive_vector(batch.term->element_count());
  Positions<double> result = Positions<double>::Zero(3, q.cols());
  batch.term->add_transposed(weights, y, result);
  const double there = (weights.asDiagonal() * batch.reduced(q)).cwiseProduct(y).sum();
  REQUIRE(std::abs(there) > 1e-2);
  CHECK(q.cwiseProduct(result).sum() == Approx(there).epsilon(1e-11));
  const Positions<double> once = result;
  batch.term->add_transposed(weights, y, result);
  CHECK((result - 2 * once).norm() < 1e-14 * once.norm());
}

TEST_CASE("The normal matrix is D'WD, symmetric entry by entry") {
  const Batch batch(any_term());
  Random random(3);
  const Index n = batch.positions.cols();
  const VectorX<double> weights = random.positive_vector(batch.term->element_count());
  std::vector<Eigen::Triplet<double>> entries;
  batch.term->add_normal_matrix(weights, entries);
  SparseMatrix<double> sparse(n, n);
  sparse.setFromTriplets(entries.begin(), entries.end());
  const Eigen::MatrixXd normal = sparse;
  CHECK((normal - normal.transpose()).norm() <= 1e-15 * normal.norm());
  // D as a dense matrix, from what it does to unit vectors.
  for (int axis = 0; axis < 3; ++axis) {
    Eigen::MatrixXd D(batch.term->reduced_size() * batch.term->element_count(), n);
    for (Index i = 0; i < n; ++i) {
      Positions<double> unit = Positions<double>::Zero(3, n);
      unit(axis, i) = 1;
      D.col(i) = batch.reduced(unit).reshaped();
    }
    const VectorX<double> W = weights.replicate(1, batch.term->reduced_size()).reshaped();
    const Eigen::MatrixXd expected = D.transpose() * W.asDiagonal() * D;
    REQUIRE(expected.norm() > 1);
    CHECK((normal - expected).norm() < 1e-13 * expected.norm());
  }
}

TEST_CASE("The gradient of a projecting term is w D'(Dq - p)") {
  const std::string name = any_term();
  const Batch batch(name);
  CHECK(batch.term->can_project() == (name == "strain" || name == "anchor"));
  if (!batch.term->can_project()) return;
  const Positions<double> zero = Positions<double>::Zero(3, batch.positions.cols());
  Positions<double> reduced = zero, projected = zero, gradient = zero;
  batch.term->add_transposed(batch.term->stiffnesses(), batch.reduced(batch.positions), reduced);
  batch.term->add_projections(batch.positions, projected);
  batch.term->add_gradient(batch.positions, gradient);
  REQUIRE(gradient.norm() > 1);
  CHECK((gradient - (reduced - projected)).norm() < 1e-13 * reduced.norm());
}

TEST_CASE("A batch's proximal map balances its energy and its weights") {
  // At z = prox(y), y = Dq + ū: ∇ψ(z) + w² (z − y) = 0, with ∇ψ taken from positions that have z as their reduction: one
  // tet, whose four corners can take any F.
  const std::string law = any_law();
  TetMesh tet;
  tet.rest_positions.resize(3, 4);
  tet.rest_positions << 0, 0.2, 0, 0.1, 0, 0, 0.3, 0.1, 0, 0, 0, 0.2;
  tet.tets.resize(4, 1);
  tet.tets << 0, 1, 2, 3;
  const auto mesh = std::make_shared<const TetMesh>(tet);
  const auto term = material(law, 1e5)->term(mesh);
  Random random(4);
  const Matrix3<double> F = random.deformation(0.7, 1.4);
  const VectorX<double> squared_weight = VectorX<double>::Constant(1, 123);
  const Matrix3<double> G = random.deformation(0.9, 1.1), U = F - G;
  Reduced<double> z(1, 9), u = U.reshaped(1, 9);
  Positions<double> right_hand_side = Positions<double>::Zero(3, 4), gradient = right_hand_side;
  Positions<double> spring = gradient, expected = gradient;
  term->split(squared_weight, converged_prox_iterations, G * tet.rest_positions, z, u, right_hand_side);
  const Matrix3<double> Z = z.reshaped(3, 3);
  term->add_gradient(Z * tet.rest_positions, gradient);
  term->add_transposed(squared_weight, (Z - F).reshaped(1, 9), spring);
  REQUIRE(spring.norm() > 1);
  CHECK((gradient + spring).norm() < 1e-11 * spring.norm());
  // The dual variable has taken up what is left, and the right-hand side is w² Dᵀ(z − ū).
  CHECK((u.reshaped(3, 3) - (F - Z)).norm() < 1e-14);
  term->add_transposed(squared_weight, z - u, expected);
  CHECK((right_hand_side - expected).norm() < 1e-13 * expected.norm());
}
