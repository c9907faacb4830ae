// Compares the loops of Gauss–Seidel and AVBD, which are written for speed, with readable versions of the
// same formulas. Also checks that no iteration allocates memory.
#include <Eigen/Cholesky>

#include "rigid/bodies/inertial_term.h"
#include "rigid/solvers/avbd.h"
#include "rigid/solvers/gauss_seidel.h"
#include "rigid/solvers/jacobi.h"
#include "rigid/solvers/sequential_impulses.h"
#include "rigid/solvers/soft_step.h"
#include "rigid/solvers/tgs.h"
#include "rigid/solvers/vbd.h"
#include "tests/rigid/readable.h"
#include "tests/support/counting_malloc.h"

using namespace simbench;
using namespace simbench::rigid;
using simbench::test::allocations_of;

namespace {

// Gauss–Seidel by the functions of Linearisation, constraint by constraint.
void readable_sweep(Iterate& now, double relaxation, bool has_compliance) {
  const StepProblem& problem = now.problem;
  problem.constraints.for_each([&]<class C>(const C& constraint, Index row) {
    auto linear = linearised(constraint, now.poses);
    linear.error -= now.targets.segment<C::rows>(row);
    const double alpha = has_compliance ? problem.scaled(constraint.compliance) : 0;
    const auto K = linear.effective_inverse_mass(constraint.bodies, problem.inertias, now.poses);
    const typename C::Multipliers change =
        linear.correction(constraint.base(), K, alpha, relaxation, now.multipliers.segment<C::rows>(row));
    now.multipliers.segment<C::rows>(row) += change;
    for (int b = 0; b < C::body_count; ++b) {
      Pose& pose = now.poses[constraint.bodies[b]];
      const Inertia& inertia = problem.inertias[constraint.bodies[b]];
      move(pose, inertia.displacement_of(linear.pull(b, change), pose.orientation));
    }
  });
}

// The arm of a body's point that turns with the body; zero if the constraint joins no points.
template <class Constraint>
Vector3<double> lever_of(const Constraint& constraint, int body, const Poses& poses) {
  if constexpr (requires { constraint.lever(body, poses); })
    return constraint.lever(body, poses);
  else if constexpr (requires { constraint.arm(body, poses); })
    return constraint.arm(body, poses);
  else
    return Vector3<double>::Zero();
}

// AVBD's sweep over bodies with 6 × 6 matrices, and the update of multipliers and penalties.
void readable_descent(Iterate& now, VectorX<double>& penalties, const AvbdOptions& options) {
  const StepProblem& problem = now.problem;
  const double growth = options.ramp * problem.time_step * problem.time_step;
  for (int body = 0; body < static_cast<int>(now.poses.size()); ++body) {
    const Inertia& inertia = problem.inertias[body];
    if (!inertia.translates()) continue;
    Eigen::Matrix<double, 6, 1> gradient =
        inertial_gradient(inertia, now.poses[body], problem.predicted[body]);
    Eigen::Matrix<double, 6, 6> H = mass_matrix(inertia, now.poses[body].orientation);
    problem.constraints.for_each([&]<class C>(const C& constraint, Index row) {
      const auto linear = linearised(constraint, now.poses);
      for (int b = 0; b < C::body_count; ++b) {
        if (constraint.bodies[b] != body) continue;
        for (int k = 0; k < C::rows; ++k) {
          Eigen::Matrix<double, 6, 1> J;
          J << linear.linear[b].row(k).transpose(), linear.angular[b].row(k).transpose();
          const double s = penalties[row + k], known = now.multipliers[row + k];
          const double wanted =
              (constraint.compliance > 0 ? 0 : known) - s * (linear.error[k] - now.targets[row + k]);
          const double force = std::max(wanted, constraint.lower_bound);
          gradient -= force * J;
          if (force == wanted || known != 0) H += s * J * J.transpose();
          if (options.geometric_stiffness != GeometricStiffness::diagonal) continue;
          const Vector3<double> e = J.head<3>(), r = lever_of(constraint, b, now.poses);
          Matrix3<double> curvature = force / 2 * (e * r.transpose() + r * e.transpose());
          curvature.diagonal().array() -= force * e.dot(r);
          H.diagonal().tail<3>() += curvature.colwise().norm().transpose();
        }
      }
    });
    if (!inertia.rotates()) {
      gradient.tail<3>().setZero();
      H.topRightCorner<3, 3>().setZero();
      H.bottomLeftCorner<3, 3>().setZero();
      H.bottomRightCorner<3, 3>().setIdentity();
    }
    const Eigen::Matrix<double, 6, 1> step = options.relaxation * H.llt().solve(gradient);
    move(now.poses[body], {-step.head<3>(), -step.tail<3>()});
  }
  problem.constraints.for_each_linearised(
      now.poses, [&]<class C>(const C& constraint, const auto& linear, Index row) {
        for (int k = 0; k < C::rows; ++k) {
          double &multiplier = now.multipliers[row + k], &s = penalties[row + k];
          const double error = linear.error[k] - now.targets[row + k];
          const bool is_soft = constraint.compliance > 0;
          multiplier = std::max((is_soft ? 0 : multiplier) - s * error, constraint.lower_bound);
          if (multiplier > constraint.lower_bound) s += growth * std::abs(error);
          if (is_soft) s = std::min(s, 1 / problem.scaled(constraint.compliance));
        }
      });
}

}  // namespace

TEST_CASE("Gauss-Seidel and AVBD compute what their readable versions do, for constraints of all shapes") {
  const World chain = mixed_chain();
  const StepProblem problem = problem_of(chain.system, chain.state, 0.3);
  const double keep = 0.3;
  const auto check = [&](Solver& solver, const auto& iterate_readable) {
    check_iterates(solver, Iterate(problem, keep), iterate_readable);
  };
  for (const bool has_compliance : {false, true}) {
    GaussSeidel solver({.relaxation = 1.2, .has_compliance = has_compliance, .warm_start = {.keep = keep}});
    check(solver, [&](Iterate& readable) { readable_sweep(readable, 1.2, has_compliance); });
  }
  for (const AvbdOptions& own :
       {AvbdOptions{}, AvbdOptions{.ramp = 50.0},
        AvbdOptions{.ramp = 50.0, .geometric_stiffness = GeometricStiffness::diagonal}}) {
    AvbdOptions options = own;
    options.penalty = 3;
    options.relaxation = 0.9;
    options.keep = keep;
    Avbd solver(options);
    VectorX<double> penalties = VectorX<double>::Constant(problem.constraints.row_count(), options.penalty);
    problem.constraints.for_each([&]<class C>(const C& constraint, Index row) {
      if (!(constraint.compliance > 0)) return;
      const double stiffness = 1 / problem.scaled(constraint.compliance);
      penalties.segment<C::rows>(row).setConstant(options.ramp > 0 ? std::min(stiffness, options.penalty)
                                                                   : stiffness);
    });
    check(solver, [&](Iterate& readable) { readable_descent(readable, penalties, options); });
  }
}

TEST_CASE("A quaternion keeps unit length through ten thousand sweeps without a normalisation") {
  const auto chain = boxes(5, 0.3);
  const StepProblem problem = problem_of(chain.system, chain.state);
  GaussSeidel sor({.relaxation = 1.9});
  iterate(sor, problem, 10000);
  for (const Pose& pose : sor.poses()) CHECK(std::abs(pose.orientation.norm() - 1) < 1e-15);
  CHECK(hard_error(problem, sor.poses()) < 1e-14);
}

TEST_CASE("Iterations over rigid bodies allocate nothing") {
  if (!SIMBENCH_CAN_COUNT_ALLOCATIONS) {
    WARN("skipped: a sanitizer replaces malloc");
    return;
  }
  const World chain = mixed_chain();
  StepProblem problem = problem_of(chain.system, chain.state, 0.3);
  problem.constraints.for_each([]<class C>(C& constraint, Index) {
    constraint.compliance = 1e-3;
    if constexpr (std::is_same_v<C, Contact>) constraint.static_friction = constraint.dynamic_friction = 0.5;
  });
  const auto check = [&](auto solver) {
    solver.begin_step(problem);
    CHECK(allocations_of([&] {
            for (int k = 0; k < 8; ++k) solver.iterate();
          }) == 0);
  };
  for (const RelaxationRule rule :
       {RelaxationRule::number, RelaxationRule::adaptive, RelaxationRule::residual})
    check(GaussSeidel(GaussSeidelOptions{.rule = rule, .has_compliance = true}));
  check(GaussSeidel(GaussSeidelOptions{.forms = {.point = PointForm::rows}}));
  check(GaussSeidel(GaussSeidelOptions{.update = Update::linear}));
  check(Jacobi(JacobiOptions{.averaging = Averaging::split}));
  check(Avbd(AvbdOptions{.ramp = 1}));
  check(Avbd(AvbdOptions{.geometric_stiffness = GeometricStiffness::diagonal, .form = PointForm::scalar}));
  check(Avbd(AvbdOptions{.geometric_stiffness = GeometricStiffness::diagonal_of_sum,
                         .order = BodyOrder::backward,
                         .post_stabilisation = true,
                         .contacts = {.form = ContactForm::linear},
                         .rotation = RotationUpdate::linear}));
  check(Vbd(VbdSettings()));
  check(SequentialImpulses(SequentialImpulsesOptions()));
  check(SoftStep(SoftStepSettings()));
  check(Tgs(TgsSettings()));
}
