// Tests the filters that shorten the steps of single vertices, and what contact adds to S.
#include <Eigen/Eigenvalues>
#include <catch2/catch.hpp>

#include "deformable/contact/step_filter.h"
#include "tests/support/two_cubes.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// A vertex at the height z above the inside of a triangle, far from its edges.
struct VertexAboveTriangle {
  Positions<double> positions{3, 4};
  ContactSurface surface{.vertices = {0, 1, 2, 3},
                         .edges = {},
                         .triangles = {{1, 2, 3}},
                         .edge_squares = {},
                         .vertex_areas = {},
                         .edge_areas = {}};
  std::vector<ContactPair> pairs = {{{0, 1, 2, 3}, false, 0}};

  explicit VertexAboveTriangle(double z) { positions << 0, -9, 9, 0, 0, -9, -9, 9, z, 0, 0, 0; }
};

}  // namespace

TEST_CASE("A shortened step crosses nothing on its whole way, whatever the filter") {
  const TetMesh mesh = two_cubes(0.1, 0.7);
  const ContactTerm term = term_of(mesh, "log_barrier", 0.2);
  for (const StepFilter filter : {StepFilter::ccd, StepFilter::offset, StepFilter::planes}) {
    for (unsigned seed = 0; seed < 20; ++seed) {
      Positions<double> step = 3 * random_positions(mesh.vertex_count(), seed);
      term.shorten(filter, mesh.rest_positions, step);
      CHECK(step.norm() > 0);
      for (const double time : {0.25, 0.5, 0.75, 1.0}) {
        CHECK(term.allows(mesh.rest_positions + time * step));
        CHECK(std::isfinite(term.value(mesh.rest_positions + time * step)));
      }
    }
  }
}

TEST_CASE("Vertices move by less than half of a distance, and freely inside of a body") {
  const VertexAboveTriangle one(0.2);
  const VectorX<double> moves = longest_moves(one.surface, one.pairs, one.positions, 10);
  CHECK(moves.isConstant(0.45 * 0.2, 1e-14));
  CHECK(longest_moves(one.surface, {}, one.positions, 10).isConstant(4.5, 1e-14));
  const TetMesh mesh = two_cubes(0.1, 0.7);  // of 2³ and 2 · 3 · 2 cells, with 1 and 2 vertices inside
  const VectorX<double> of_cubes = longest_moves(contact_surface(mesh), {}, mesh.rest_positions, 1);
  CHECK((of_cubes.array() > 1).count() == 3);
}

// The plane lies at the share of the gap that the vertex takes of the approach of both sides.
TEST_CASE("A plane stops what crosses it, and leaves free what moves along it or away") {
  const VertexAboveTriangle one(0.2);
  const auto shortened = [&](const Vector3<double>& vertex, const Vector3<double>& triangle) {
    Positions<double> step(3, 4);
    step << vertex, triangle, triangle, triangle;
    cut_at_planes(one.surface, one.pairs, one.positions, 100, step);
    return step;
  };
  const Vector3<double> along(3, 4, 0), up(0, 0, 1), still(0, 0, 0);
  CHECK(shortened(along, -along).col(0) == along);
  CHECK(shortened(up, -up).col(1) == -up);
  CHECK(shortened(-up, still)(2, 0) == Approx(-0.9 * 0.95 * 0.2));
  CHECK(shortened(-up, up)(2, 0) == Approx(-0.9 * 0.1));
  const Positions<double> both = shortened(-3 * up, up);
  CHECK(both(2, 0) == Approx(-0.9 * 0.15));
  CHECK(both(2, 1) == Approx(0.9 * 0.05));
  CHECK(shortened(along - up, still).col(0).normalized().isApprox((along - up).normalized()));
}

// Along its normal, a pair of a vertex and the inside of a triangle has the energy κ ψ(d), so that the entry
// of the vertex is κ ψ''(d) where that is positive.
TEST_CASE("What contact adds to S is the second derivative along the normal, as a sum of squares") {
  const TetMesh mesh = two_cubes(0.1, 0.3);
  for (const std::string_view law : law_of_distance_names()) {
    INFO(law);
    const ContactTerm term = term_of(mesh, law, 0.2);
    const auto matrix_at = [&](const Positions<double>& q) {
      std::vector<Eigen::Triplet<double>> entries;
      term.append_stiffness(q, entries);
      SparseMatrix<double> W(q.cols(), q.cols());
      W.setFromTriplets(entries.begin(), entries.end());
      return Eigen::MatrixXd(W);
    };
    const Eigen::MatrixXd W = matrix_at(mesh.rest_positions);
    CHECK(W.norm() > 0);
    CHECK((W - W.transpose()).norm() < 1e-14 * W.norm());
    CHECK((W * VectorX<double>::Ones(W.cols())).norm() <
          1e-13 * W.norm());  // moves of the whole cost nothing
    CHECK(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(W).eigenvalues()[0] > -1e-12 * W.norm());
    // A rigid move along z: pairs have tilted normals, so the curvature is at most that of W.
    Positions<double> upwards = Positions<double>::Zero(3, W.cols());
    for (Index i = 0; i < W.cols(); ++i) upwards(2, i) = mesh.rest_positions(2, i) > 1.04;
    const double curvature = term.curvature(mesh.rest_positions, upwards);
    const double bound = upwards.row(2) * W * upwards.row(2).transpose();
    CHECK(curvature > 0);
    CHECK(curvature <= bound * (1 + 1e-9));
  }
  const double d = 0.15, step = 1e-4;
  for (const std::string_view name : law_of_distance_names()) {
    const LawOfDistance law = law_of_distance(name, 0.2);
    const auto psi = [&](double distance) {
      return std::visit([&](const auto& its_law) { return its_law(distance * distance); }, law);
    };
    const double second = (psi(d + step).value - 2 * psi(d).value + psi(d - step).value) / (step * step);
    CHECK(2 * psi(d).slope + 4 * psi(d).curvature * d * d == Approx(second).epsilon(1e-5));
  }
}
