// Tests contact by other roads: sampling, finite differences, brute force and conservation.
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "deformable/contact/additive_ccd.h"
#include "deformable/contact/boxes.h"
#include "deformable/contact/friction_term.h"
#include "deformable/contact/mollifier.h"
#include "tests/support/two_cubes.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// Four points in the cube of ±1; half of them with features that are aligned or nearly so.
FourPoints random_points(int seed) {
  FourPoints x = random_positions(4, seed);
  if (seed % 4 == 1) x.col(3) = x.col(2) + (x.col(1) - x.col(0)) * 0.7;  // parallel edges
  if (seed % 4 == 3) x.col(0).array() += 1.5;                            // the point is far outside
  return x;
}

// The smallest squared distance of a grid of points of both primitives.
double sampled_square(const ContactPair& pair, const FourPoints& x) {
  constexpr int steps = 60;
  double least = 1e9;
  for (int i = 0; i <= steps; ++i) {
    for (int j = 0; j <= steps; ++j) {
      const double s = static_cast<double>(i) / steps, t = static_cast<double>(j) / steps;
      Vector3<double> r = x.col(0) + s * (x.col(1) - x.col(0)) - x.col(2) - t * (x.col(3) - x.col(2));
      if (!pair.is_of_edges) {
        if (s + t > 1) continue;
        r = x.col(0) - x.col(1) - s * (x.col(2) - x.col(1)) - t * (x.col(3) - x.col(1));
      }
      least = std::min(least, r.squaredNorm());
    }
  }
  return least;
}

Vector12 gradient_of_square(const ContactPair& pair, const FourPoints& x) {
  const ClosestPoints closest = pair.closest(x);
  Vector12 g;
  for (int i = 0; i < 4; ++i) g.segment<3>(3 * i) = 2 * closest.weights[i] * closest.difference(x);
  return g;
}

// ∂ of a function of four points by central differences.
template <class Function>
auto differences(const FourPoints& x, const Function& function) {
  constexpr double h = 1e-6;
  using Value = decltype(function(x));
  std::vector<Value> columns;
  for (int i = 0; i < 12; ++i) {
    FourPoints low = x, high = x;
    low.reshaped()[i] -= h;
    high.reshaped()[i] += h;
    columns.push_back((function(high) - function(low)) / (2 * h));
  }
  return columns;
}

// The slope and the curvature along d are those of finite differences, if `gradient` is the gradient at q.
void check_derivatives(const Term<double>& term, const Positions<double>& q,
                       const Positions<double>& gradient, const Positions<double>& d) {
  constexpr double h = 1e-6;
  Positions<double> high = Positions<double>::Zero(3, q.cols()), low = high;
  const double slope = (term.add_gradient(q + h * d, high) - term.add_gradient(q - h * d, low)) / (2 * h);
  CHECK(gradient.reshaped().dot(d.reshaped()) == Approx(slope).epsilon(1e-6));
  CHECK(term.curvature(q, d) == Approx((high - low).reshaped().dot(d.reshaped()) / (2 * h)).epsilon(1e-5));
}

}  // namespace

TEST_CASE("Closest points are those of a fine grid, and nothing is closer") {
  for (int seed = 0; seed < 80; ++seed) {
    const FourPoints x = random_points(seed);
    for (const bool is_of_edges : {false, true}) {
      INFO(seed << ", edges: " << is_of_edges);
      const ContactPair pair{{0, 1, 2, 3}, is_of_edges, 0};
      const ClosestPoints closest = pair.closest(x);
      const double square = closest.difference(x).squaredNorm();
      CHECK(closest.weights.sum() == Approx(0).margin(1e-12));
      CHECK(closest.weights.cwiseAbs().sum() == Approx(2));
      CHECK(std::sqrt(square) <= std::sqrt(sampled_square(pair, x)) + 1e-12);
      CHECK(std::sqrt(square) >= std::sqrt(sampled_square(pair, x)) - 0.1);
    }
  }
}

TEST_CASE("Derivatives of squared distances are those of finite differences") {
  for (int seed = 0; seed < 80; ++seed) {
    const FourPoints x = random_points(seed);
    for (const bool is_of_edges : {false, true}) {
      if (is_of_edges && seed % 4 == 1) continue;  // the gradient jumps at parallel edges
      INFO(seed << ", edges: " << is_of_edges);
      const ContactPair pair{{0, 1, 2, 3}, is_of_edges, 0};
      const Vector12 g = gradient_of_square(pair, x);
      const Matrix12 H = squared_distance_hessian(pair.closest(x), x);
      const auto slopes = differences(x, [&](const FourPoints& at) {
        return Eigen::Matrix<double, 1, 1>(pair.closest(at).difference(at).squaredNorm());
      });
      const auto curvatures =
          differences(x, [&](const FourPoints& at) { return gradient_of_square(pair, at); });
      for (int i = 0; i < 12; ++i) {
        CHECK(g[i] == Approx(slopes[i][0]).margin(1e-7));
        CHECK((H.col(i) - curvatures[i]).norm() < 1e-6 * (1 + H.norm()));
      }
    }
  }
}

TEST_CASE("Derivatives of the mollifier are those of finite differences, and it vanishes at parallel edges") {
  for (int seed = 0; seed < 40; ++seed) {
    FourPoints x = random_positions(4, seed);
    const double threshold = 3 * (x.col(1) - x.col(0)).cross(x.col(3) - x.col(2)).squaredNorm();
    const Mollifier m = mollifier(x, threshold);
    CHECK(m.value == Approx(mollifier_value(x, threshold)));
    const auto slopes = differences(
        x, [&](const FourPoints& at) { return Eigen::Matrix<double, 1, 1>(mollifier_value(at, threshold)); });
    const auto curvatures =
        differences(x, [&](const FourPoints& at) { return mollifier(at, threshold).gradient; });
    for (int i = 0; i < 12; ++i) {
      CHECK(m.gradient[i] == Approx(slopes[i][0]).epsilon(1e-6).margin(1e-7));
      CHECK((m.hessian.col(i) - curvatures[i]).norm() < 1e-5 * (1 + m.hessian.norm()));
    }
    x.col(3) = x.col(2) + 2 * (x.col(1) - x.col(0));
    const Mollifier parallel = mollifier(x, threshold);
    CHECK(parallel.value < 1e-25);
    CHECK(parallel.gradient.norm() < 1e-12);
    CHECK(parallel.hessian.norm() > 0);
  }
}

TEST_CASE("The grid finds the boxes that overlap, as a double loop does") {
  for (const double width : {0.01, 0.3, 5.0}) {
    std::vector<Box> a, b;
    for (int i = 0; i < 200; ++i) {
      const Positions<double> corners = random_positions(4, i);
      const double size = i % 17 == 0 ? 20 * width : width;
      a.push_back({corners.col(0), corners.col(0) + size * corners.col(1).cwiseAbs()});
      b.push_back({corners.col(2), corners.col(2) + width * corners.col(3).cwiseAbs()});
    }
    std::vector<std::array<int, 2>> expected;
    for (int i = 0; i < 200; ++i) {
      for (int j = 0; j < 200; ++j) {
        if (a[i].overlaps(b[j])) expected.push_back({i, j});
      }
    }
    CHECK(overlaps(a, b) == expected);
    std::erase_if(expected, [](const auto& pair) { return pair[0] >= pair[1]; });
    const auto any = [](int, int) { return true; };
    CHECK(overlaps(a, b, any, true) == expected);
  }
}

TEST_CASE("The surface of a box has its triangles, edges and vertices, and its volume") {
  const TetMesh mesh = structured_beam({.cells = {3, 2, 4}});
  const ContactSurface surface = contact_surface(mesh);
  const auto faces = static_cast<std::size_t>(2 * (3 * 2 + 2 * 4 + 3 * 4));
  CHECK(surface.triangles.size() == 2 * faces);
  CHECK(surface.edges.size() == 3 * faces);  // Euler: V − E + F = 2
  CHECK(surface.vertices.size() == faces + 2);
  double volume = 0;
  for (const auto& [a, b, c] : surface.triangles)
    volume += mesh.rest_positions.col(a).dot(mesh.rest_positions.col(b).cross(mesh.rest_positions.col(c)));
  CHECK(volume / 6 == Approx(1));
  CHECK(surface.vertex_areas.empty());
  const ContactSurface weighted = contact_surface(mesh, PairWeights::areas);
  for (const auto* areas : {&weighted.vertex_areas, &weighted.edge_areas})
    CHECK(std::accumulate(areas->begin(), areas->end(), 0.0) == Approx(6));
}

TEST_CASE(
    "With weights of areas, the terms of a surface have the right derivatives, and forces that add up") {
  const TetMesh mesh = two_cubes(0.08, 0.3);
  const auto surface = std::make_shared<const ContactSurface>(contact_surface(mesh, PairWeights::areas));
  const ContactTerm term(surface, {}, "log_barrier", 0.2, 7);
  const Positions<double> q = mesh.rest_positions + 0.02 * random_positions(mesh.vertex_count(), 5);
  Positions<double> gradient = Positions<double>::Zero(3, q.cols());
  CHECK(term.add_gradient(q, gradient) == Approx(term.value(q)));
  check_derivatives(term, q, gradient, random_positions(mesh.vertex_count(), 6));
  double normal = 0, pushed = 0;
  const TetMesh level = two_cubes(0.08, 0);  // all normals are vertical, but edges cross
  const auto under = std::make_shared<const ContactSurface>(contact_surface(level, PairWeights::areas));
  const ContactTerm penalty(under, {}, "penalty", 0.09, 7);
  for (const ContactForce& force : penalty.forces(level.rest_positions)) normal += force.size;
  gradient.setZero();
  penalty.add_gradient(level.rest_positions, gradient);
  for (Index i = 0; i < q.cols(); ++i) pushed -= level.rest_positions(2, i) > 1.04 ? gradient(2, i) : 0;
  CHECK(pushed == Approx(normal));
  CHECK(normal > 0);
}

TEST_CASE("The penetration of a penalty is what its distance lacks, and unknown where surfaces cross") {
  const TetMesh mesh = two_cubes(0.08, 0.3);
  Positions<double> q = mesh.rest_positions;
  const auto lifted = [&](double by) {
    Positions<double> result = q;
    for (Index i = 27; i < q.cols(); ++i) result(2, i) += by;  // the vertices of the upper cube
    return result;
  };
  CHECK(*term_of(mesh, "penalty", 0.1).penetration(q) == Approx(0.1 - 0.08));
  CHECK(*term_of(mesh, "penalty", 0.1).penetration(lifted(-0.03)) == Approx(0.1 - 0.05));
  CHECK(term_of(mesh, "penalty", 0.1).penetration(lifted(0.03)) == 0.0);
  CHECK(std::isnan(*term_of(mesh, "penalty", 0.1).penetration(lifted(-0.1))));
  CHECK_FALSE(term_of(mesh, "log_barrier", 0.1).penetration(q));
}

TEST_CASE("The gradient and the Hessian of contact are those of finite differences, and no force is lost") {
  constexpr double distance = 0.2;
  for (const std::string_view law : law_of_distance_names()) {
    INFO(law);
    const TetMesh mesh = two_cubes(0.08, 0.3);
    const ContactTerm term = term_of(mesh, law, distance);
    const Positions<double> q = mesh.rest_positions + 0.02 * random_positions(mesh.vertex_count(), 5);
    Positions<double> gradient = Positions<double>::Zero(3, q.cols());
    CHECK(term.add_gradient(q, gradient) == Approx(term.value(q)));
    CHECK(term.value(q) > 0);
    CHECK(gradient.rowwise().sum().norm() < 1e-11 * gradient.norm());
    Vector3<double> torque = Vector3<double>::Zero();
    for (Index i = 0; i < q.cols(); ++i) torque += Vector3<double>(q.col(i)).cross(gradient.col(i));
    CHECK(torque.norm() < 1e-11 * gradient.norm());

    check_derivatives(term, q, gradient, random_positions(mesh.vertex_count(), 6));
  }
}

TEST_CASE("A multiplier adds the force of contact at its update, and none where edges are nearly parallel") {
  for (const double angle : {0.3, 0.01}) {
    const TetMesh mesh = two_cubes(0.08, angle);
    const auto contact = shared_term_of(mesh, "penalty", 0.1);
    const auto term = contact->with_multipliers(1);
    const Positions<double>& start = mesh.rest_positions;
    Positions<double> before = Positions<double>::Zero(3, start.cols()), after = before, added = before;
    term->add_gradient(start, before);
    term->update_multipliers(start);
    term->add_gradient(start, after);
    for (const ContactForce& force : contact->forces(start)) {
      for (int i = 0; i < 4; ++i)
        added.col(force.vertices[i]) -= force.size * force.weights[i] * force.normal;
    }
    CHECK(added.norm() > 0);
    CHECK((after - before - added).norm() < 1e-12 * added.norm());

    const Positions<double> q = start + 0.02 * random_positions(mesh.vertex_count(), 5);
    Positions<double> gradient = Positions<double>::Zero(3, q.cols());
    term->add_gradient(q, gradient);
    check_derivatives(*term, q, gradient, random_positions(mesh.vertex_count(), 6));
  }
}

TEST_CASE("The derivatives of friction are those of finite differences, also vertex by vertex") {
  const TetMesh mesh = two_cubes(0.08, 0.3);
  const auto contact = shared_term_of(mesh, "log_barrier", 0.2);
  const Positions<double> start = mesh.rest_positions + 0.02 * random_positions(mesh.vertex_count(), 5);
  const FrictionTerm term(contact, start, start, 0.5, 1e-2);
  for (const double size : {1e-3, 1e-1}) {  // below and above ε
    const Positions<double> q = start + size * random_positions(mesh.vertex_count(), 7);
    Positions<double> gradient = Positions<double>::Zero(3, q.cols());
    CHECK(term.add_gradient(q, gradient) == Approx(term.value(q)));
    CHECK(gradient.rowwise().sum().norm() < 1e-11 * gradient.norm());
    const Positions<double> d = random_positions(mesh.vertex_count(), 6);
    check_derivatives(term, q, gradient, d);
    CHECK(term.curvature(q, d) > 0);
    const auto at_vertices = term.at_vertices(q);
    for (int i = 0; i < q.cols(); ++i) {
      Positions<double> alone = Positions<double>::Zero(3, q.cols());
      alone.col(i) = d.col(i);
      Vector3<double> force = Vector3<double>::Zero();
      Matrix3<double> stiffness = Matrix3<double>::Zero();
      at_vertices->add(i, q, force, stiffness);
      CHECK((force - gradient.col(i)).norm() < 1e-12 * (1 + gradient.norm()));
      CHECK(d.col(i).dot(stiffness * d.col(i)) == Approx(term.curvature(q, alone)).margin(1e-12));
    }
  }
}

TEST_CASE("A body that slides is held back by mu times the force of contact") {
  const TetMesh mesh = two_cubes(0.08, 0);
  const auto contact = shared_term_of(mesh, "penalty", 0.09);  // all normals are vertical
  const auto is_high = [&](int vertex) { return mesh.rest_positions(2, vertex) > 1.04; };
  Positions<double> push = Positions<double>::Zero(3, mesh.vertex_count()), drag = push,
                    q = mesh.rest_positions;
  double normal = 0;
  for (const ContactForce& force : contact->forces(mesh.rest_positions)) normal += force.size;
  for (int i = 0; i < q.cols(); ++i) q(0, i) += is_high(i) ? 0.03 : 0;
  FrictionTerm(contact, mesh.rest_positions, mesh.rest_positions, 0.5, 1e-2).add_gradient(q, drag);
  contact->add_gradient(mesh.rest_positions, push);
  Vector3<double> pushed = Vector3<double>::Zero(), dragged = pushed;
  for (int i = 0; i < q.cols(); ++i) {
    if (is_high(i)) pushed -= push.col(i), dragged -= drag.col(i);
  }
  CHECK(pushed[2] == Approx(normal));  // parallel edges carry nothing, as their mollifier is zero
  CHECK(dragged[0] == Approx(-0.5 * pushed[2]));
  CHECK(std::abs(dragged[2]) < 1e-12 * pushed[2]);
}

TEST_CASE("One-sided constraints have the energy of the penalty, and know the side from which a body comes") {
  const TetMesh mesh = two_cubes(0.08, 0.3);
  const ContactTerm term = term_of(mesh, "penalty", 0.2);
  const Positions<double> q = mesh.rest_positions + 0.01 * random_positions(mesh.vertex_count(), 5);
  const auto energy_of = [&](const Positions<double>& end) {
    double energy = 0;
    for (const auto& own : term.one_sided_constraints(mesh.rest_positions, end)) {
      double C = -own.bound;
      for (int i = 0; i < 4; ++i) C += own.weights[i] * own.normal.dot(end.col(own.vertices[i]));
      energy += std::pow(std::min(C, 0.0), 2) / (2 * own.compliance);
    }
    return energy;
  };
  CHECK(energy_of(q) == Approx(term.value(q)).epsilon(1e-9));
  CHECK(term_of(mesh, "log_barrier", 0.2).one_sided_constraints(mesh.rest_positions, q).empty());
  double before = energy_of(q);
  for (const double depth : {0.2, 0.4, 0.8}) {  // deeper and deeper inside the other cube
    Positions<double> end = mesh.rest_positions;
    for (int i = 0; i < end.cols(); ++i) end(2, i) -= mesh.rest_positions(2, i) > 1.04 ? depth : 0;
    CHECK(energy_of(end) > before);
    before = energy_of(end);
  }
}

TEST_CASE("A step that additive advancement allows crosses nothing, and keeps a tenth of each gap") {
  const TetMesh mesh = two_cubes(0.1, 0.7);
  const ContactTerm term = term_of(mesh, "log_barrier", 0.2);
  for (int seed = 0; seed < 20; ++seed) {
    const Positions<double> step = 3 * random_positions(mesh.vertex_count(), seed);
    const double part = term.largest_step(mesh.rest_positions, step);
    CHECK(part > 0);
    CHECK(part < 1);
    for (const double time : {0.25, 0.5, 0.75, 1.0})
      CHECK(term.allows(mesh.rest_positions + time * part * step));
  }
  const Positions<double> away =
      Vector3<double>(0, 0, 5) * VectorX<double>::Ones(mesh.vertex_count()).transpose();
  CHECK(term.largest_step(mesh.rest_positions, away) == 1);
}

TEST_CASE("At a vertex, contact has the force of the whole, and moves within its bounds cross nothing") {
  const TetMesh mesh = two_cubes(0.1, 0.3);
  const ContactTerm term = term_of(mesh, "log_barrier", 0.2);
  const Positions<double> q = mesh.rest_positions + 0.01 * random_positions(mesh.vertex_count(), 5);
  Positions<double> gradient = Positions<double>::Zero(3, q.cols());
  term.add_gradient(q, gradient);
  const auto at_vertices = term.at_vertices(q);
  for (int i = 0; i < q.cols(); ++i) {
    Vector3<double> force = Vector3<double>::Zero();
    Matrix3<double> stiffness = Matrix3<double>::Zero();
    at_vertices->add(i, q, force, stiffness);
    CHECK((force - gradient.col(i)).norm() < 1e-12 * (1 + gradient.norm()));
    CHECK(stiffness.eigenvalues().real().minCoeff() > -1e-9 * (1 + stiffness.norm()));
  }
  for (unsigned seed = 0; seed < 20; ++seed) {
    Positions<double> moved = random_positions(mesh.vertex_count(), seed).colwise().normalized();
    for (int i = 0; i < q.cols(); ++i)
      moved.col(i) = q.col(i) + std::min(at_vertices->longest_move(i), 1.0) * moved.col(i);
    CHECK(term.allows(moved));
    CHECK(std::isfinite(term.value(moved)));
    CHECK(term.largest_step(q, moved - q) == 1);
  }
}

TEST_CASE("A search finds all pairs that come near on a way, and remembers without changing a result") {
  const TetMesh mesh = two_cubes(0.1, 0.3);
  const auto surface = std::make_shared<const ContactSurface>(contact_surface(mesh));
  const PairSearch search(surface, {}, 0.2, 0.1);
  const ContactTerm term = term_of(mesh, "log_barrier", 0.2);
  const auto key = [](const ContactPair& pair) { return std::tuple(!pair.is_of_edges, pair.vertices); };
  Positions<double> q = mesh.rest_positions;
  int skipped = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Positions<double> way = (seed % 5 == 4 ? 0.3 : 0.02) * random_positions(q.cols(), seed);
    for (const double reach : {0.0, 0.2}) {
      const auto found = search.find(q, q + way, reach);
      for (const ContactPair& pair : candidate_pairs(*surface, {}, q, q + way, reach)) {
        if (std::ranges::count(found, key(pair), key) > 0) continue;
        ++skipped;
        const FourPoints x = pair.corners(q), step = pair.corners(way);
        const double before = pair.closest(x).difference(x).norm();
        for (double t = 0; t <= 1; t += 0.1) {
          const FourPoints there = x + t * step;
          CHECK(pair.closest(there).difference(there).norm() > std::max(reach, 0.1 * before));
        }
      }
    }
    const ContactTerm fresh = term_of(mesh, "log_barrier", 0.2);
    CHECK(term.largest_step(q, way) == fresh.largest_step(q, way));
    q += 0.9 * term.largest_step(q, way) * way;
    CHECK(term.value(q) == fresh.value(q));
    CHECK(search.intersection_count(q) == static_cast<Index>(intersections(*surface, {}, q).size()));
    CHECK(search.intersection_count(q + way) ==
          static_cast<Index>(intersections(*surface, {}, q + way).size()));
  }
  CHECK(skipped > 100);
}

TEST_CASE("A vertex that falls onto a triangle may take nine tenths of the way") {
  FourPoints start, step = FourPoints::Zero();
  start << 0.3, 0, 1, 0,  //
      0.3, 0, 0, 1,       //
      0.5, 0, 0, 0;
  step(2, 0) = -2;
  const ContactPair pair{{0, 1, 2, 3}, false, 0};
  const double part = additive_ccd(pair, start, step, 1);
  CHECK(part * 2 <= 0.5 * 0.9 + 1e-12);
  CHECK(part * 2 >= 0.5 * 0.8);
}

TEST_CASE("Steps that push against a triangle again and again never reach it") {
  for (int seed = 0; seed < 40; ++seed) {
    FourPoints x = random_points(4 * seed), push = FourPoints::Zero();
    const ContactPair pair{{0, 1, 2, 3}, seed % 2 == 1, 0};
    for (int i = 0; i < 100; ++i) {
      const Vector3<double> gap = pair.closest(x).difference(x);
      push.col(0) = -2 * gap;  // through the other primitive
      if (pair.is_of_edges) push.col(1) = push.col(0);
      const FourPoints before = x;
      x += additive_ccd(pair, x, push, 1) * push;
      REQUIRE(pair.closest(x).difference(x).norm() > 1e-14);
      REQUIRE(pair.closest(x).difference(x).dot(pair.closest(before).difference(before)) > 0);
    }
  }
}

TEST_CASE("Bodies that overlap are found, and bodies that only touch in their boxes are not") {
  CHECK(
      intersections(contact_surface(two_cubes(0.01, 0.4)), {}, two_cubes(0.01, 0.4).rest_positions).empty());
  const TetMesh overlapping = two_cubes(-0.2, 0.4);
  CHECK_FALSE(intersections(contact_surface(overlapping), {}, overlapping.rest_positions).empty());
}
