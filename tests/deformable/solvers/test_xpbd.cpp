// Tests XPBD on springs in a row, where its sweeps have closed forms.
#include <Eigen/Cholesky>
#include <numbers>

#include "tests/support/beam_problem.h"
#include "tests/support/solving.h"
#include "tests/support/spring_chain.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// If vertices move only along the row, springs are linear constraints, C = x₁ − x₀ − 1.
IncrementalPotential<double> linear_chain(int count, double inverse_mass, double scaled_compliance) {
  const double time_step = 0.1;
  IncrementalPotential<double> problem =
      spring_chain(VectorX<double>::Constant(count, 1 / inverse_mass),
                   1 / (scaled_compliance * time_step * time_step), time_step);
  Random random(1);
  for (int i = 0; i < count; ++i) problem.inertial_positions(0, i) += random.uniform(-0.3, 0.3);
  return problem;
}

// The gradient along the row, M/h² (q − q̃) + Σ k (x₁ − x₀ − 1).
VectorX<double> minimum_of(const IncrementalPotential<double>& problem, double stiffness) {
  const Index n = problem.vertex_count();
  Eigen::MatrixXd H = problem.inertia_weights().asDiagonal();
  VectorX<double> right_hand_side = H * problem.inertial_positions.row(0).transpose();
  for (Index i = 0; i + 1 < n; ++i) {
    H(i, i) += stiffness;
    H(i + 1, i + 1) += stiffness;
    H(i, i + 1) -= stiffness;
    H(i + 1, i) -= stiffness;
    right_hand_side[i] -= stiffness;
    right_hand_side[i + 1] += stiffness;
  }
  return H.llt().solve(right_hand_side);
}

}  // namespace

TEST_CASE(
    "On linear constraints XPBD is Gauss-Seidel for the multipliers: it has its rate, keeps g = 0 and "
    "converges "
    "to the minimum") {
  const int count = 6;
  const double w = 0.5, compliance = 1;
  const IncrementalPotential<double> problem = linear_chain(count, w, compliance);
  const VectorX<double> expected =
      minimum_of(problem, 1 / (compliance * problem.time_step * problem.time_step));
  REQUIRE((problem.inertial_positions.row(0).transpose() - expected).norm() > 0.1);
  const auto xpbd = registered_solver("xpbd");
  REQUIRE_FALSE(xpbd->begin_step(problem));
  const double rate = std::pow(2 * w * std::cos(std::numbers::pi / count) / (2 * w + compliance), 2);
  CHECK(rate == Approx(0.1875));
  double error = 0;
  for (int iteration = 1; iteration <= 30; ++iteration) {
    IterationReport report = xpbd->iterate();
    xpbd->complete(report);
    CHECK(report.diagnostics["gradient_residual"] < 1e-12);
    const double now = (xpbd->positions().row(0).transpose() - expected).norm();
    if (iteration == 12) CHECK(now == Approx(rate * error).epsilon(1e-3));
    error = now;
  }
  CHECK(error < 1e-14);
}

TEST_CASE(
    "Eight times the masses change no bit of PBD, nor of XPBD with eight times the "
    "stiffness") {
  BeamSettings settings;
  settings.stiffness = 1e5;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  IncrementalPotential<double> heavy = problem;
  heavy.masses *= 8;
  settings.stiffness *= 8;
  IncrementalPotential<double> heavy_and_stiff = twisted_beam(settings);
  heavy_and_stiff.masses *= 8;
  const auto pbd = registered_solver("pbd"), xpbd = registered_solver("xpbd");
  CHECK(run(*pbd, problem, 10) == run(*pbd, heavy, 10));
  CHECK(run(*xpbd, problem, 10) == run(*xpbd, heavy_and_stiff, 10));
  CHECK(distance(run(*xpbd, problem, 10), run(*xpbd, heavy, 10)) > 1e-4);
}
