#include <barrier>
#include <catch2/catch.hpp>
#include <thread>
#include <tuple>

#include "deformable/problem/incremental_potential.h"
#include "math/parallel.h"
#include "tests/support/beam_problem.h"
#include "tests/support/taylor.h"

using namespace simbench;
using namespace simbench::test;

namespace {

IncrementalPotential<double> example_problem(const std::string& law) {
  auto problem = twisted_beam({.cells = {4, 1, 1}, .law = law, .stiffness = 1e6, .anchored = true});
  problem.inertial_positions.colwise() += Vector3<double>(0.01, -0.02, 0.03);
  return problem;
}

Positions<double> elsewhere(const IncrementalPotential<double>& problem) {
  return jittered(problem.inertial_positions, 5e-3, 1);
}

}  // namespace

TEST_CASE("The objective is the sum of the inertial term and all energies") {
  const IncrementalPotential<double> problem = example_problem(any_law());
  const Positions<double> q = elsewhere(problem);
  double inertial = 0, constraint = 0;
  for (Index i = 0; i < q.cols(); ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      const double difference = q(axis, i) - problem.inertial_positions(axis, i);
      inertial += problem.masses[i] * difference * difference / (2 * 1e-2 * 1e-2);
    }
  }
  REQUIRE(problem.potentials.size() == 2);
  for (const auto& potential : problem.potentials) constraint += potential->value(q);
  REQUIRE(inertial > 1);
  REQUIRE(constraint > 1);
  CHECK(problem.inertial(q) == Approx(inertial).epsilon(1e-13));
  CHECK(problem.constraint(q) == Approx(constraint).epsilon(1e-13));
  CHECK(problem.objective(q) == Approx(inertial + constraint).epsilon(1e-13));
  CHECK(problem.inertial(problem.inertial_positions) == 0);
  Positions<double> gradient(3, q.cols());
  CHECK(problem.objective_and_gradient(q, gradient) == Approx(inertial + constraint).epsilon(1e-13));
}

TEST_CASE("Gradient and Hessian of the objective pass Taylor's test, for every law") {
  const IncrementalPotential<double> problem = example_problem(any_law());
  const Positions<double> q = elsewhere(problem);
  const Positions<double> direction = 0.1 * Random(2).matrix(3, q.cols());
  Positions<double> gradient = Positions<double>::Constant(3, q.cols(), 1e300);  // must be overwritten
  const double value = problem.objective_and_gradient(q, gradient);
  const double derivative = gradient.cwiseProduct(direction).sum();
  REQUIRE(std::abs(derivative) > 1e-3 * value);
  const double rounding = 1e-15 * value;
  CHECK(taylor_slope(
            [&](double t) { return std::abs(problem.objective(q + t * direction) - value - t * derivative); },
            rounding) == Approx(2).margin(0.05));

  BlockMatrix<double> hessian = problem.hessian_pattern();
  problem.hessian(q, Definiteness::exact, hessian);
  problem.hessian(q, Definiteness::exact, hessian);  // must overwrite
  const Eigen::MatrixXd dense = Eigen::MatrixXd(hessian.matrix()).selfadjointView<Eigen::Lower>();
  const VectorX<double> change = dense * direction.reshaped();
  REQUIRE(change.norm() > 1e-3 * gradient.norm());
  CHECK(taylor_slope(
            [&](double t) {
              Positions<double> moved(3, q.cols());
              problem.objective_and_gradient(q + t * direction, moved);
              return ((moved - gradient).reshaped() - t * change).norm();
            },
            1e-15 * gradient.norm()) == Approx(2).margin(0.05));
}

// tests/deformable/energy/test_reduction.cpp has DᵀWD of each potential.
TEST_CASE("The system matrix is M/h^2 + D'WD") {
  const IncrementalPotential<double> problem = example_problem("strain");
  Random random(3);
  std::vector<VectorX<double>> weights, stiffnesses;
  for (const auto& potential : problem.potentials) {
    weights.push_back(random.positive_vector(potential->element_count()));
    stiffnesses.push_back(potential->stiffnesses());
  }
  const auto dense_system = [&](const std::vector<VectorX<double>>& factors) {
    std::vector<Eigen::Triplet<double>> entries;
    for (std::size_t t = 0; t < factors.size(); ++t)
      problem.potentials[t]->add_normal_matrix(factors[t], entries);
    SparseMatrix<double> normal(problem.vertex_count(), problem.vertex_count());
    normal.setFromTriplets(entries.begin(), entries.end());
    Eigen::MatrixXd system = normal;
    system.diagonal() += problem.masses / (1e-2 * 1e-2);
    return system;
  };
  const Eigen::MatrixXd expected = dense_system(weights), S = dense_system(stiffnesses);
  CHECK((Eigen::MatrixXd(problem.system_matrix(weights)) - expected).norm() < 1e-13 * expected.norm());
  CHECK((Eigen::MatrixXd(problem.stiffness_matrix()) - S).norm() < 1e-13 * S.norm());
}

TEST_CASE("With an infinite time step, statics, there is no inertial term") {
  IncrementalPotential<double> problem = example_problem("strain");
  problem.time_step = std::numeric_limits<double>::infinity();
  const Positions<double> q = elsewhere(problem);
  CHECK(problem.inertial(q) == 0);
  CHECK(problem.inertia_weights().isZero(0));
  CHECK(problem.objective(q) == problem.constraint(q));
  REQUIRE(problem.constraint(q) > 1);
  Positions<double> gradient(3, q.cols()), forces = Positions<double>::Zero(3, q.cols());
  problem.objective_and_gradient(q, gradient);
  for (const auto& potential : problem.potentials) potential->add_gradient(q, forces);
  CHECK(gradient == forces);
}

TEST_CASE("The problem in single precision is the same problem, rounded once") {
  const IncrementalPotential<double> problem = example_problem(GENERATE("strain", "stable_neo_hookean"));
  const IncrementalPotential<float> single = single_precision(problem);
  CHECK(single.masses == problem.masses.cast<float>());
  CHECK(single.time_step == 1e-2F);
  CHECK(single.inertial_positions == problem.inertial_positions.cast<float>());
  CHECK(single.previous_positions == problem.previous_positions.cast<float>());
  REQUIRE(single.potentials.size() == 2);
  const Positions<float> q = elsewhere(problem).cast<float>();
  const double value = problem.objective(q.cast<double>());
  CHECK(single.objective(q) == Approx(value).epsilon(1e-4));
  CHECK(static_cast<double>(single.objective(q)) != value);
}

TEST_CASE("Two threads evaluate one problem at once and get the same bits as one thread") {
  // Several chunks of tets.
  const IncrementalPotential<double> problem =
      twisted_beam({.cells = {40, 6, 6}, .law = GENERATE("strain", "stable_neo_hookean"), .anchored = true});
  REQUIRE(problem.mesh->tet_count() > chunk_size);
  const auto evaluate = [&](const Positions<double>& q) {
    Positions<double> gradient(3, q.cols());
    const double value = problem.objective_and_gradient(q, gradient);
    return std::tuple(problem.objective(q), value, gradient);
  };
  constexpr int places = 100;
  std::vector<Positions<double>> positions;
  std::vector<std::tuple<double, double, Positions<double>>> serial;
  for (int place = 0; place < places; ++place) {
    positions.push_back(jittered(problem.inertial_positions, 5e-3, place));
    serial.push_back(evaluate(positions.back()));
  }
  REQUIRE(serial[0] != serial[1]);
  int equal_here = 0, equal_there = 0;
  std::barrier both(2);
  const auto count_equal = [&](int threads, int first, int& equal) {
    const ThreadScope scope(threads);
    for (int i = 0; i < places; ++i) {
      const int place = (first + i) % places;  // the threads are at different places
      both.arrive_and_wait();
      if (evaluate(positions[place]) == serial[place]) ++equal;
    }
  };
  const int threads_there = GENERATE(1, 3);
  std::jthread there([&] { count_equal(threads_there, places / 2, equal_there); });
  count_equal(2, 0, equal_here);
  there.join();
  CHECK(equal_here == places);
  CHECK(equal_there == places);
}
