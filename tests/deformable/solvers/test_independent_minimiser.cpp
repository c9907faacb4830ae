// Tests the minimum against a method that shares only the problem's numbers with our solvers:
// Levenberg–Marquardt (MINPACK's, in Eigen's unsupported modules) on the objective as a sum of squares, with
// numerical derivatives.
#include <Eigen/LU>
#include <Eigen/SVD>
#include <unsupported/Eigen/NonLinearOptimization>
#include <unsupported/Eigen/NumericalDiff>

#include "deformable/referee/minimum.h"
#include "tests/support/beam_problem.h"
#include "tests/support/solving.h"

using namespace simbench;
using namespace simbench::test;

namespace {

constexpr double beam_stiffness = 1e6;

// f = ½ ‖r‖² with r = (√m/h (q − q̃), √(k V) (F − R) for each tet) and R by Eigen's SVD.
struct Residuals {
  using Scalar = double;
  using InputType = Eigen::VectorXd;
  using ValueType = Eigen::VectorXd;
  using JacobianType = Eigen::MatrixXd;
  enum { InputsAtCompileTime = Eigen::Dynamic, ValuesAtCompileTime = Eigen::Dynamic };

  const IncrementalPotential<double>& problem;

  int inputs() const { return static_cast<int>(3 * problem.vertex_count()); }
  int values() const { return inputs() + static_cast<int>(9 * problem.mesh->tet_count()); }

  int operator()(const Eigen::VectorXd& x, Eigen::VectorXd& residuals) const {
    const Positions<double> positions = x.reshaped(3, problem.vertex_count());
    for (Index i = 0; i < problem.vertex_count(); ++i) {
      residuals.segment<3>(3 * i) = std::sqrt(problem.masses[i]) / problem.time_step *
                                    (positions.col(i) - problem.inertial_positions.col(i));
    }
    for (Index tet = 0; tet < problem.mesh->tet_count(); ++tet) {
      const int* vertices = problem.mesh->tets.col(tet).data();
      const Matrix3<double> rest = tet_edges(problem.mesh->rest_positions, vertices);
      const Matrix3<double> F = tet_edges(positions, vertices) * rest.inverse();
      const Eigen::JacobiSVD<Matrix3<double>, Eigen::NoQRPreconditioner> svd(
          F, Eigen::ComputeFullU | Eigen::ComputeFullV);
      const Matrix3<double> R = svd.matrixU() * svd.matrixV().transpose();  // no tet inverts on the way
      residuals.segment<9>(inputs() + 9 * tet) =
          std::sqrt(beam_stiffness * rest.determinant() / 6) * (F - R).reshaped();
    }
    return 0;
  }
};

}  // namespace

TEST_CASE("Newton and an independent minimiser find the same minimum") {
  BeamSettings settings;
  settings.cells = {4, 1, 1};
  settings.stiffness = beam_stiffness;
  settings.twist_degrees = 40;
  const IncrementalPotential<double> problem = twisted_beam(settings);
  const Minimum ours = minimise(problem);
  REQUIRE(ours.found());
  const double start = problem.objective(problem.inertial_positions);
  REQUIRE(ours.objective < 0.5 * start);

  Eigen::NumericalDiff<Residuals> residuals(Residuals{problem});
  Eigen::LevenbergMarquardt<Eigen::NumericalDiff<Residuals>> marquardt(residuals);
  marquardt.parameters.maxfev = 100000;
  Eigen::VectorXd x = problem.inertial_positions.reshaped();
  marquardt.minimize(x);
  const double theirs = marquardt.fvec.squaredNorm() / 2;

  CHECK(problem.objective(x.reshaped(3, problem.vertex_count())) == Approx(theirs).epsilon(1e-12));
  CHECK(ours.objective == Approx(theirs).epsilon(1e-8));
  CHECK(ours.objective <= theirs * (1 + 1e-12));
  CHECK(distance(ours.positions, x.reshaped(3, problem.vertex_count())) < 1e-5);
}
