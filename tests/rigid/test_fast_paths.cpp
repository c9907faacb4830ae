// Compares the special loops for ball joints with the general loops; a contact that is never reached makes
// solvers take the general ones. Also checks that no iteration allocates memory.
#include "rigid/problem/precision.h"
#include "rigid/solvers/avbd.h"
#include "rigid/solvers/gauss_seidel.h"
#include "rigid/solvers/jacobi.h"
#include "rigid/solvers/sequential_impulses.h"
#include "rigid/solvers/vbd.h"
#include "tests/rigid/stepping.h"
#include "tests/support/counting_malloc.h"

using namespace simbench;
using namespace simbench::rigid;
using simbench::test::allocations_of;

namespace {

// A chain with large and small errors, whose first body is joined to the world.
World open_chain(bool with_contact) {
  auto chain = boxes(9, 0.5, 20);
  chain.system.constraints = {};
  const Vector3<double> end(0.5, 0, 0);
  for (int k = -1; k < 8; ++k) {
    Point<double> joint;
    joint.bodies = {k < 0 ? chain.system.world() : k, k + 1};
    joint.points = {k < 0 ? Vector3<double>(-1.5, 0.1, 0) : end, Vector3<double>(-0.5, 0.1, 0.02 * k)};
    joint.offset = {0, 0.01 * k, 0};
    joint.compliance = k % 3 == 0 ? 1e-3 : 0;
    chain.system.constraints.push_back(joint);
  }
  chain.system.bodies[4].inertia.inverse_principal.setZero();
  if (with_contact) {
    Contact<double> far;
    far.bodies = {0, chain.system.world()};
    far.points[1] = {0, 0, -1e6};
    chain.system.constraints.push_back(far);
  }
  chain.state.velocities[3].angular = {0, 9, 4};
  return chain;
}

}  // namespace

TEST_CASE("Special and general loops of Gauss-Seidel and AVBD solve ball joints alike") {
  const World chain = open_chain(false), readable = open_chain(true);
  const StepProblem<double> problem = problem_of(chain.system, chain.state, 0.3),
                            with_contact = problem_of(readable.system, readable.state, 0.3);
  REQUIRE(are_points(problem.constraints));
  REQUIRE_FALSE(are_points(with_contact.constraints));
  const auto check = [&](Solver<double>& fast, Solver<double>& slow) {
    for (const int iterations : {0, 1, 2, 7}) {
      iterate(fast, problem, iterations);
      iterate(slow, with_contact, iterations);
      CHECK(half_square_distance(problem, fast.poses(), slow.poses()) < 1e-20);
      const VectorX<double> L = slow.multipliers().head(fast.multipliers().size());
      CHECK((fast.multipliers() - L).norm() <= 1e-10 * L.norm());
      for (const Pose<double>& pose : fast.poses()) CHECK(std::abs(pose.orientation.norm() - 1) < 1e-15);
    }
  };
  for (const bool has_compliance : {false, true}) {
    const GaussSeidelOptions options{
        .relaxation = 1.2, .has_compliance = has_compliance, .warm_start = {.factor = 0.5, .keep = 0.3}};
    GaussSeidel<double> fast(options), slow(options);
    check(fast, slow);
  }
  for (const double ramp : {0.0, 50.0}) {
    const AvbdOptions options{.penalty = 3, .ramp = ramp, .relaxation = 0.9, .warm_start = 0.5, .keep = 0.2};
    Avbd<double> fast(options), slow(options);
    check(fast, slow);
  }
}

TEST_CASE("A quaternion keeps unit length through ten thousand sweeps without a normalisation") {
  const auto chain = boxes(5, 0.3);
  const StepProblem<double> problem = problem_of(chain.system, chain.state);
  PointSweep<double> sweep;
  sweep.begin(problem, problem.predicted, VectorX<double>::Zero(12), false);
  VectorX<double> multipliers = VectorX<double>::Zero(12);
  for (int k = 0; k < 10000; ++k) sweep(1.9, multipliers.data());
  Poses<double> poses = problem.predicted;
  sweep.write(poses);
  CHECK(hard_error(problem, poses) < 1e-14);
}

TEST_CASE("Iterations over rigid bodies allocate nothing") {
  if (!SIMBENCH_CAN_COUNT_ALLOCATIONS) {
    WARN("skipped: a sanitizer replaces malloc");
    return;
  }
  const World chain = open_chain(GENERATE(false, true));
  StepProblem<double> problem = problem_of(chain.system, chain.state, 0.3);
  problem.constraints.for_each([](auto& constraint, Index) { constraint.compliance = 1e-3; });
  const auto check = [](auto solver, const auto& step) {
    solver.begin_step(step);
    CHECK(allocations_of([&] {
            for (int k = 0; k < 8; ++k) solver.iterate();
          }) == 0);
  };
  const auto check_all = [&]<class Real>(const StepProblem<Real>& step) {
    for (const RelaxationRule rule :
         {RelaxationRule::number, RelaxationRule::adaptive, RelaxationRule::residual})
      check(GaussSeidel<Real>(GaussSeidelOptions{.rule = rule, .has_compliance = true}), step);
    check(GaussSeidel<Real>(GaussSeidelOptions{.forms = {.point = PointForm::rows}}), step);
    check(GaussSeidel<Real>(GaussSeidelOptions{.update = Update::linear}), step);
    check(Jacobi<Real>(JacobiOptions{.averaging = Averaging::split}), step);
    check(Avbd<Real>(AvbdOptions{.ramp = 1}), step);
    check(Avbd<Real>(
              AvbdOptions{.geometric_stiffness = GeometricStiffness::diagonal, .form = PointForm::scalar}),
          step);
    check(Vbd<Real>(VbdSettings()), step);
    check(SequentialImpulses<Real>(SequentialImpulsesOptions()), step);
  };
  check_all(problem);
  check_all(rounded<float>(problem));
}
