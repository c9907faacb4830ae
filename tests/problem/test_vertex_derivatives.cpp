// What one vertex sees of an energy is a part of what everybody sees: its column of the gradient, its diagonal block of the
// Hessian.
#include <catch2/catch.hpp>

#include "tests/support/beam_problem.h"

using namespace simbench;
using namespace simbench::test;

TEST_CASE("A vertex's derivatives are its part of the gradient and of the Hessian") {
  BeamSettings settings;
  settings.cells = {3, 2, 1};
  settings.anchored = true;
  settings.law = GENERATE(from_range(material_names()));
  const auto definiteness = GENERATE(Definiteness::exact, Definiteness::clamped);
  CAPTURE(settings.law, definiteness == Definiteness::clamped);
  const ImplicitEulerProblem<double> problem = twisted_beam(settings);
  const Positions<double> q = jittered(problem.inertial_positions, 2e-2, 1);
  BlockMatrix<double> hessian = problem.hessian_pattern();
  Positions<double> gradient = Positions<double>::Zero(3, problem.vertex_count());
  hessian.set_zero();
  for (const auto& term : problem.terms) {
    term->add_gradient(q, gradient);
    term->add_hessian(q, definiteness, hessian);
  }
  const Eigen::MatrixXd whole = Eigen::MatrixXd(hessian.matrix()).selfadjointView<Eigen::Lower>();
  for (Index vertex = 0; vertex < problem.vertex_count(); ++vertex) {
    Vector3<double> own_gradient = Vector3<double>::Zero();
    Matrix3<double> own_hessian = Matrix3<double>::Zero();
    for (const auto& term : problem.terms) {
      term->add_vertex_derivatives(q, vertex, definiteness, own_gradient, own_hessian);
    }
    CHECK((own_gradient - gradient.col(vertex)).norm() < 1e-12 * gradient.norm());
    CHECK((own_hessian - whole.block<3, 3>(3 * vertex, 3 * vertex)).norm() < 1e-12 * own_hessian.norm());
  }
}
