// Tests the terms of contacts in the matrix of PD and QN, on a particle whose iterations have a closed form,
// and on a beam that lies on a plane.
#include "deformable/referee/minimum.h"
#include "deformable/solvers/linear/contact_terms.h"
#include "tests/support/beam_problem.h"
#include "tests/support/dense.h"
#include "tests/support/potentials.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// A particle with M/h² = `inertia` whose q̃ is at this height above a floor of stiffness k.
IncrementalPotential<double> particle(double inertia, double k, double height) {
  IncrementalPotential<double> problem;
  problem.mesh = std::make_shared<const TetMesh>();
  problem.masses = VectorX<double>::Constant(1, inertia);
  problem.time_step = 1;
  problem.previous_positions = problem.inertial_positions = Vector3<double>(0, 0, height);
  problem.potentials = {floor_below({0}, 0, k)};
  return problem;
}

// A beam of which a corner is below a floor, while other vertices touch it.
IncrementalPotential<double> beam_on_floor(double k) {
  BeamSettings settings;
  settings.stiffness = 1e6;
  settings.twist_degrees = 20;
  IncrementalPotential<double> problem = twisted_beam(settings);
  std::vector<int> all;
  for (int vertex = 0; vertex < problem.vertex_count(); ++vertex) all.push_back(vertex);
  problem.potentials.push_back(floor_below(all, problem.inertial_positions.row(2).minCoeff() + 0.05, k));
  return problem;
}

std::vector<char> pushed(const IncrementalPotential<double>& problem, const Positions<double>& positions) {
  Reduced<double> y(problem.vertex_count(), 3);
  problem.potentials.back()->reduce(positions, y);
  std::vector<char> result;
  for (Index i = 0; i < y.rows(); ++i) result.push_back(y(i, 2) < 0);
  return result;
}

ProjectiveDynamics<double> pd_with(ContactTerms terms) {
  ProjectiveDynamicsSettings settings;
  settings.contact_terms = terms;
  return ProjectiveDynamics<double>(settings);
}

QuasiNewton<double> qn_with(ContactTerms terms) {
  QuasiNewtonSettings settings;
  settings.contact_terms = terms;
  return QuasiNewton<double>(settings);
}

// S with k in the rows of contacts that push, densely.
Eigen::MatrixXd dense_matrix(const IncrementalPotential<double>& problem, const std::vector<char>& pushes) {
  IncrementalPotential<double> free = problem;
  free.potentials.pop_back();
  Eigen::MatrixXd S = free.stiffness_matrix();
  for (Index i = 0; i < S.rows(); ++i) S(i, i) += pushes[i] ? problem.potentials.back()->stiffnesses()[i] : 0;
  return S;
}

}  // namespace

// With a = M/h², the gradient behind the floor is a (z − z̃) + k z with the minimum z* = a z̃/(a + k).
TEST_CASE("The iterations of PD on a particle have the factors of their terms") {
  const double a = 4, k = 3, depth = -0.7, end = a * depth / (a + k);
  const IncrementalPotential<double> below = particle(a, k, depth);
  const auto error = [&](ContactTerms terms, int iterations) {
    ProjectiveDynamics<double> pd = pd_with(terms);
    return test::run(pd, below, iterations)(2, 0) - end;
  };
  CHECK(error(ContactTerms::constant, 1) == Approx(0).margin(1e-15));     // S is the Hessian
  CHECK(error(ContactTerms::refactorise, 1) == Approx(0).margin(1e-15));  // likewise
  for (const int n : {1, 2, 5})                                           // z − z* shrinks by −k/a
    CHECK(error(ContactTerms::left_out, n) == Approx((depth - end) * std::pow(-k / a, n)).epsilon(1e-12));
}

TEST_CASE("Left-out terms that are stiffer than inertia diverge until the particle leaves the floor") {
  // From z̃ = −1 behind the floor with k = 2 a the first step is +2: z = 1, off the floor, whence it returns.
  const IncrementalPotential<double> below = particle(4, 8, -1);
  ProjectiveDynamics<double> pd = pd_with(ContactTerms::left_out);
  CHECK(test::run(pd, below, 1)(2, 0) == Approx(1));
  CHECK(test::run(pd, below, 2)(2, 0) == Approx(-1));
  CHECK(test::run(pd, below, 101)(2, 0) == Approx(1));
}

// A particle above the floor that is pulled sideways from q̃: the floor's term in S slows a motion that it
// does not resist.
TEST_CASE("The constant terms slow a particle that does not touch the floor") {
  const double a = 4, k = 12, pull = 1;
  IncrementalPotential<double> above = particle(a, k, 0.5);
  above.potentials.push_back(anchor_potential({0}, Vector3<double>(1, 0, 0.5), pull));
  const double end = pull / (a + pull);
  for (const int n : {1, 3, 10}) {
    ProjectiveDynamics<double> constant = pd_with(ContactTerms::constant);
    CHECK(test::run(constant, above, n)(0, 0) - end == Approx(-end * std::pow(k / (a + pull + k), n)));
    ProjectiveDynamics<double> refactorise = pd_with(ContactTerms::refactorise);
    CHECK(test::run(refactorise, above, n)(0, 0) == Approx(end));
  }
}

TEST_CASE("An iteration of PD solves with the terms of the contacts that push") {
  const IncrementalPotential<double> problem = beam_on_floor(1e5);
  ProjectiveDynamics<double> pd = pd_with(ContactTerms::refactorise);
  REQUIRE_FALSE(pd.begin_step(problem));
  std::vector<char> in_matrix = pushed(problem, pd.positions());
  int changes = 0;
  for (int iteration = 0; iteration < 15; ++iteration) {
    const Positions<double> before = pd.positions();
    changes += pushed(problem, before) != in_matrix;
    in_matrix = pushed(problem, before);
    Positions<double> gradient(3, before.cols());
    problem.objective_and_gradient(before, gradient);
    const Eigen::MatrixXd move = solved(dense_matrix(problem, in_matrix), gradient.transpose());
    pd.iterate();
    CHECK(distance(pd.positions(), before - move.transpose()) < 1e-12);
    CHECK(pd.factorisations().value() == 1 + changes);
  }
  CHECK(changes > 1);
}

TEST_CASE("PD and QN end at the minimum with all terms of contacts") {
  const IncrementalPotential<double> problem = beam_on_floor(1e4);
  const Minimum minimum = minimise(problem);
  REQUIRE(minimum.found());
  CHECK(problem.potentials.back()->value(minimum.positions) > 0.1);
  const double least = problem.objective(minimum.positions);
  const double start = problem.objective(problem.inertial_positions);
  for (const auto terms : {ContactTerms::constant, ContactTerms::refactorise, ContactTerms::left_out}) {
    INFO(static_cast<int>(terms));
    ProjectiveDynamics<double> pd = pd_with(terms);
    CHECK(distance(test::run(pd, problem, 2000), minimum.positions) < 1e-9);
    QuasiNewton<double> qn = qn_with(terms);
    // QN searches along values of f, so that it finds the minimum to the digits of f.
    CHECK(std::abs(problem.objective(test::run(qn, problem, 500)) - least) < 1e-12 * (start - least));
    CHECK((qn.factorisations().value() == 1) == (terms != ContactTerms::refactorise));
  }
}

TEST_CASE("Without contacts the setting changes nothing") {
  const IncrementalPotential<double> problem = twisted_beam({});
  QuasiNewton<double> constant = qn_with(ContactTerms::constant);
  const Positions<double> expected = test::run(constant, problem, 10);
  for (const auto terms : {ContactTerms::refactorise, ContactTerms::left_out}) {
    QuasiNewton<double> qn = qn_with(terms);
    CHECK(test::run(qn, problem, 10) == expected);
    CHECK(qn.factorisations().value() == 1);
  }
}
