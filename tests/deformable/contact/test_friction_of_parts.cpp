// Tests coefficients of friction between parts by a sum over pairs, and the error of a lag.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <set>

#include "deformable/contact/friction_term.h"
#include "tests/support/two_cubes.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// Two cubes in contact: the lower one is part 0 and the upper one part 1, but for some vertices of both.
struct TwoParts {
  TetMesh mesh = two_cubes(0.08, 0.3);
  std::shared_ptr<const ContactTerm> contact = shared_term_of(mesh, "log_barrier", 0.2);
  std::vector<int> part_of;
  std::set<int> nowhere;

  TwoParts() {
    for (int i = 0; i < mesh.vertex_count(); ++i) part_of.push_back(mesh.rest_positions(2, i) > 1.04 ? 1 : 0);
    const std::vector<ContactForce> forces = contact->forces(mesh.rest_positions);
    nowhere = {forces.front().vertices[0], forces.front().vertices[1], forces.back().vertices[3]};
    for (const int vertex : nowhere) part_of[vertex] = -1;
  }
  // A pair is between the parts if none of its vertices is in no part.
  bool is_between_parts(const ContactForce& force) const {
    return std::ranges::none_of(force.vertices, [&](int vertex) { return nowhere.contains(vertex); });
  }
};

}  // namespace

TEST_CASE(
    "A pair has the friction of its parts if each side is within one, and otherwise that of all others") {
  const TwoParts two;
  const Positions<double>& rest = two.mesh.rest_positions;
  constexpr double within = 0.9, between = 0.2, others = 0.7;
  Eigen::MatrixXd table(2, 2);
  table << within, between, between, within;
  const FrictionTerm term(two.contact, rest, rest, FrictionCoefficients(others, two.part_of, table), 1e-2);
  const Positions<double> q = rest + 0.05 * random_positions(rest.cols(), 7);
  const SmoothedCoulomb law{1e-2};
  double expected = 0;
  std::array<int, 2> counts = {0, 0};
  for (const ContactForce& force : two.contact->forces(rest)) {
    Vector3<double> slip = Vector3<double>::Zero();
    for (int i = 0; i < 4; ++i) slip += force.weights[i] * (q - rest).col(force.vertices[i]);
    slip -= force.normal * force.normal.dot(slip);
    const bool is_between = two.is_between_parts(force);
    expected += (is_between ? between : others) * force.size * law.value(slip.norm());
    ++counts[is_between];
  }
  CHECK(counts[0] > 2);
  CHECK(counts[1] > 2);
  CHECK(term.value(q) == Approx(expected));
}

TEST_CASE("Pairs without friction are no pairs of friction") {
  const TwoParts two;
  const Positions<double>& rest = two.mesh.rest_positions;
  std::array<double, 2> all, some;
  FrictionTerm(two.contact, rest, rest, 0.5, 1e-2).measure(rest, all);
  const FrictionCoefficients coefficients(0.5, two.part_of, Eigen::MatrixXd::Zero(2, 2));
  FrictionTerm(two.contact, rest, rest, coefficients, 1e-2).measure(rest, some);
  CHECK(some[0] > 0);
  CHECK(some[0] < all[0]);
}

TEST_CASE("The error of a lag is the change of the gradient by the next lag at the same place") {
  const TwoParts two;
  const Positions<double>& rest = two.mesh.rest_positions;
  const FrictionTerm first(two.contact, rest, rest, 0.5, 1e-2, 3);
  const Positions<double> q = rest + 0.01 * random_positions(rest.cols(), 7);
  const FrictionTerm next(two.contact, q, rest, 0.5, 1e-2, 4);
  Positions<double> change = Positions<double>::Zero(3, rest.cols());
  first.add_gradient(q, change);
  change *= -1;
  next.add_gradient(q, change);
  std::array<double, 4> numbers;
  first.measure(q, numbers);
  CHECK(numbers[2] == 3);
  CHECK(numbers[3] == Approx(change.norm()));
  CHECK(change.norm() > 1e-3);
  next.measure(q, numbers);
  CHECK(numbers[3] == 0);
}
