// Compares the sweeps of soft_step and tgs, which store J and K⁻¹, with a readable version of their formulas.
#include <Eigen/LU>
#include <numbers>

#include "rigid/problem/friction.h"
#include "rigid/solvers/soft_step.h"
#include "rigid/solvers/tgs.h"
#include "tests/rigid/readable.h"

using namespace simbench;
using namespace simbench::rigid;

namespace {

struct Soft {
  double bias = 0, mass = 1, impulse = 0;  // h b, a and i
};

// One substep, constraint by constraint, that starts without impulses.
struct ReadableSubstep {
  const SoftOptions& options;
  const StepProblem& problem;
  const Poses& frame_start;
  std::vector<Displacement> moves = free_moves(problem), relaxed = moves;
  VectorX<double> multipliers = VectorX<double>::Zero(problem.constraints.row_count()),
                  relaxed_multipliers = multipliers;
  std::vector<Vector3<double>> friction = std::vector<Vector3<double>>(
                                   static_cast<std::size_t>(multipliers.size()), Vector3<double>::Zero()),
                               relaxed_friction = friction;

  void iterate() {
    sweep(problem.previous, false, moves, multipliers, friction);
    relaxed = moves;
    relaxed_multipliers = multipliers;
    relaxed_friction = friction;
    sweep(poses(), true, relaxed, relaxed_multipliers, relaxed_friction);
  }
  Poses poses() const {
    Poses result = problem.previous;
    for (std::size_t b = 0; b < result.size(); ++b) move(result[b], moves[b]);
    return result;
  }

 private:
  Soft soft(double frequency) const {
    const double h = problem.time_step, omega = 2 * std::numbers::pi * frequency;
    const double damped = 2 * options.damping_ratio + h * omega, s = h * omega * damped;
    return {h * omega / damped, s / (1 + s), 1 / (1 + s)};
  }
  Soft soft_of(const auto& bodies, bool is_contact) const {
    const double h = problem.time_step;
    if (!is_contact) return soft(std::min(options.joint_frequency, options.joint_share / h));
    bool both_move = true;
    for (const int body : bodies) both_move = both_move && problem.inertias[body].translates();
    return soft((both_move ? 1 : 2) * std::min(options.contact_frequency, options.contact_share / h));
  }

  void sweep(const Poses& poses, bool relaxes, std::vector<Displacement>& dx, VectorX<double>& all,
             std::vector<Vector3<double>>& tangential) const {
    for (const bool contacts : {false, true}) {
      problem.constraints.for_each([&]<class C>(const C& constraint, Index row) {
        constexpr bool is_contact = std::is_same_v<C, Contact>;
        if (is_contact != contacts || (constraint.is_spring && relaxes)) return;
        const Poses& levers = is_contact && options.levers == Levers::fixed ? frame_start : poses;
        const auto linear = linearised(constraint, levers);
        const Poses& of_mass = is_contact ? frame_start : poses;
        auto K = linearised(constraint, of_mass)
                     .effective_inverse_mass(constraint.bodies, problem.inertias, of_mass);
        if (!linear.has_gradient || !(K.trace() > 0)) return;
        auto error = linearised(constraint, constraint.is_motor ? problem.previous : poses).error;
        auto known = all.segment<C::rows>(row);
        const bool is_open = constraint.is_open(error[0]);
        const bool is_violated = constraint.slack > 0 && !is_open;
        const double first = error[0];
        Soft own;
        if (constraint.is_spring) {
          const double alpha = problem.scaled(constraint.compliance);
          K.diagonal().array() += alpha;
          error += alpha * known;
        } else if (!constraint.is_motor && !is_open) {
          if (constraint.is_limit()) error[0] = constraint.violation(error[0]);
          if (!relaxes) own = soft_of(constraint.bodies, is_contact);
          error *= own.bias;
          if (is_contact) error[0] = std::max(error[0], -problem.time_step * options.push);
        }
        for (int b = 0; b < C::body_count; ++b) {
          const Displacement& moved = dx[constraint.bodies[b]];
          error += linear.linear[b] * moved.linear + linear.angular[b] * moved.angular;
        }
        const typename C::Linear::Matrix inverse = K.inverse();
        typename C::Multipliers next = known - own.mass * (inverse * error) - own.impulse * known;
        for (int k = 0; k < C::rows; ++k) {
          if (!is_violated)
            next[k] = constraint.admissible(next[k], inverse(k, k));
          else
            next[k] = first <= 0 ? std::max(next[k], 0.0) : std::min(next[k], 0.0);
        }
        linear.displace(constraint.bodies, problem.inertias, levers, next - known, dx);
        known = next;
        if constexpr (is_contact) {
          if (constraint.static_friction == 0) return;
          Touch(constraint, levers).correct(dx, tangential[row], all[row], 1.0, problem.inertias, levers);
        }
      });
    }
  }
};

// The chain with springs, limits, motors, and contacts of which each is a manifold.
World chain_of_all() {
  World chain = mixed_chain();
  const auto add = [&](auto constraint, int i, int j) {
    constraint.bodies = {i, j};
    chain.system.constraints.push_back(constraint);
  };
  Spring spring;
  spring.compliance = 0.1;
  add(spring, 0, 2);
  Angle limit;
  limit.lower_bound = limit.angle = 0;
  add(limit, 2, 4);
  limit.lower_bound = -std::numeric_limits<double>::infinity();
  limit.slack = 0.05;
  add(limit, 5, 3);
  AngleMotor motor;
  motor.speed = 2;
  motor.largest_force = 0.3;
  add(motor, 6, 7);
  chain.system.constraints.for_each([]<class C>(C& constraint, Index row) {
    if constexpr (std::is_same_v<C, Contact>)
      constraint.static_friction = constraint.dynamic_friction = row % 2 == 0 ? 0.5 : 0;
  });
  return chain;
}

void check_substeps(SoftSubstep& solver, const SoftOptions& options) {
  const World chain = chain_of_all();
  State state = chain.state;
  Poses frame_start;
  for (int substep = 0; substep < 2; ++substep) {
    StepProblem problem = problem_of(chain.system, state, 0.02);
    problem.substep = substep;
    if (substep == 0) frame_start = problem.previous;
    ReadableSubstep readable{options, problem, frame_start};
    solver.begin_step(problem);
    for (int k = 0; k < 4; ++k) {
      solver.iterate();
      readable.iterate();
      CHECK(half_square_distance(problem, solver.poses(), readable.poses()) < 1e-20);
      const VectorX<double>& multipliers = readable.relaxed_multipliers;
      CHECK((solver.multipliers() - multipliers).norm() <= 1e-10 * multipliers.norm());
      std::size_t contact = 0;
      problem.constraints.for_each([&]<class C>(const C&, Index row) {
        if constexpr (std::is_same_v<C, Contact>)
          CHECK((solver.friction()[contact++] - readable.relaxed_friction[row]).norm() < 1e-10);
      });
      for (std::size_t b = 0; b < readable.relaxed.size(); ++b) {
        const Displacement velocity = (*solver.velocities())[b];
        const Vector3<double> gained = velocity.linear - problem.predicted_velocities[b].linear;
        const Vector3<double> expected =
            (readable.relaxed[b].linear - free_moves(problem)[b].linear) / problem.time_step;
        CHECK((gained - expected).norm() < 1e-9);
      }
    }
    state = {solver.poses(), *solver.velocities()};
  }
}

}  // namespace

TEST_CASE("soft_step and tgs compute what their readable version does, for constraints of all shapes") {
  SoftStepSettings soft_step;
  TgsSettings tgs;
  soft_step.warm_start = tgs.warm_start = 0;
  SoftStep first(soft_step);
  check_substeps(first, soft_step);
  Tgs second(tgs);
  check_substeps(second, tgs);
}
