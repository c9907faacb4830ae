// The judge of iterates by their gradients.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "deformable/problem/stationarity.h"

using namespace simbench;

namespace {

// Free vertices on a line, so that the minimum is q̃ and f = Σ m/(2h²) |q − q̃|².
IncrementalPotential<double> free_vertices(const std::vector<double>& masses, double place = 1) {
  IncrementalPotential<double> problem;
  problem.masses = Eigen::Map<const VectorX<double>>(masses.data(), static_cast<Index>(masses.size()));
  problem.time_step = 0.1;
  problem.inertial_positions = Positions<double>::Constant(3, problem.masses.size(), place);
  problem.previous_positions = problem.inertial_positions;
  return problem;
}

bool judge(const IncrementalPotential<double>& problem, const Positions<double>& q) {
  Positions<double> gradient = q;
  const double objective = problem.objective_and_gradient(q, gradient);
  return is_stationary(problem, q, gradient, objective);
}

}  // namespace

TEST_CASE("Only the minimum is stationary, whatever the masses are") {
  for (const double unit : {1e-20, 1.0, 1e20}) {
    const IncrementalPotential<double> problem = free_vertices({unit, 1e12 * unit});
    Positions<double> q = problem.inertial_positions;
    CHECK(judge(problem, q));
    q(0, 0) += 1e-3;  // a heavy vertex at its minimum does not hide a light one
    CHECK_FALSE(judge(problem, q));
  }
}

TEST_CASE("A gradient that rounding of the positions explains is small") {
  const IncrementalPotential<double> problem = free_vertices({1, 2}, 1e6);
  Positions<double> q = problem.inertial_positions;
  q(1, 0) = std::nextafter(q(1, 0), 2e6);
  CHECK(judge(problem, q));
  q(1, 0) += 1e-6;
  CHECK_FALSE(judge(problem, q));
}

TEST_CASE("A gradient that is not finite is not small") {
  const IncrementalPotential<double> problem = free_vertices({1, 1});
  Positions<double> q = problem.inertial_positions;
  q(0, 1) = std::numeric_limits<double>::infinity();
  CHECK_FALSE(judge(problem, q));
}
