// Compares sweeps at fixed poses, which store J and K⁻¹, with a readable version of the same formulas.
#include "rigid/solvers/gauss_seidel.h"
#include "rigid/solvers/sequential_impulses.h"
#include "tests/rigid/readable.h"

using namespace simbench;
using namespace simbench::rigid;

namespace {

// A sweep with J and K at fixed poses that corrects displacements, constraint by constraint.
struct ReadableLinearSweep {
  const Poses& fixed;
  double share, relaxation;
  std::vector<Displacement> moves;
  std::vector<Vector3<double>> tangential = {};  // empty without friction

  void operator()(Iterate& now) {
    const StepProblem& problem = now.problem;
    problem.constraints.for_each([&]<class C>(const C& constraint, Index row) {
      auto linear = linearised(constraint, fixed);
      for (int k = 0; k < C::rows; ++k)
        linear.error[k] = constraint.remaining(linear.error[k], share) - now.targets[row + k];
      for (int b = 0; b < C::body_count; ++b) {
        const Displacement& own = moves[constraint.bodies[b]];
        linear.error += linear.linear[b] * own.linear + linear.angular[b] * own.angular;
      }
      const double alpha = constraint.is_spring ? problem.scaled(constraint.compliance) : 0.0;
      const auto K = linear.effective_inverse_mass(constraint.bodies, problem.inertias, fixed);
      const typename C::Multipliers change =
          linear.correction(constraint.base(), K, alpha, relaxation, now.multipliers.segment<C::rows>(row));
      now.multipliers.segment<C::rows>(row) += change;
      linear.displace(constraint.bodies, problem.inertias, fixed, change, moves);
      if constexpr (std::is_same_v<C, Contact>) {
        if (tangential.empty()) return;
        Touch(constraint, fixed)
            .correct(moves, tangential[row], now.multipliers[row], relaxation, problem.inertias, fixed);
      }
    });
    now.poses = fixed;
    for (std::size_t b = 0; b < moves.size(); ++b) move(now.poses[b], moves[b]);
  }
};

}  // namespace

TEST_CASE("Linear sweeps compute what their readable version does, with springs, bounds and friction") {
  World chain = mixed_chain();
  Spring spring;
  spring.bodies = {0, 2};
  spring.compliance = 0.1;
  chain.system.constraints.push_back(spring);
  StepProblem problem = problem_of(chain.system, chain.state, 0.3);
  problem.constraints.for_each([]<class C>(C& constraint, Index row) {
    if constexpr (std::is_same_v<C, Contact>)
      constraint.static_friction = constraint.dynamic_friction = row % 2 == 0 ? 0.5 : 0;
    if constexpr (std::is_same_v<C, Angle>) constraint.upper_bound = 1e-3;
  });
  const std::vector<Vector3<double>> none(static_cast<std::size_t>(problem.constraints.row_count()),
                                          Vector3<double>::Zero());
  SequentialImpulses impulses({.correction = 0.4});
  ReadableLinearSweep at_start{problem.previous, 0.4, 1, free_moves(problem), none};
  check_iterates(impulses, Iterate(problem, 0), at_start);
  CHECK(at_start.tangential != none);

  GaussSeidel linear({.relaxation = 1.2, .warm_start = {.keep = 0.3}, .update = Update::linear});
  ReadableLinearSweep at_prediction{problem.predicted, 1, 1.2,
                                    std::vector<Displacement>(problem.predicted.size())};
  check_iterates(linear, Iterate(problem, 0.3), at_prediction);
}

TEST_CASE("Poses of sequential impulses do not depend on who looked at them before") {
  const World chain = mixed_chain();
  const StepProblem problem = problem_of(chain.system, chain.state, 0.3);
  SequentialImpulses watched({.warm_start = 1}), alone({.warm_start = 1});
  for (int step = 0; step < 2; ++step) {  // the second one has a warm start
    for (Solver* solver : std::initializer_list<Solver*>{&watched, &alone}) {
      solver->begin_step(problem);
      for (int k = 0; k < 4; ++k) {
        if (solver == &watched) solver->poses();
        solver->iterate();
      }
    }
    for (std::size_t b = 0; b < problem.predicted.size(); ++b) {
      CHECK(watched.poses()[b].position == alone.poses()[b].position);
      CHECK(watched.poses()[b].orientation.coeffs() == alone.poses()[b].orientation.coeffs());
    }
  }
}
