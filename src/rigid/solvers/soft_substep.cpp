#include "rigid/solvers/soft_substep.h"

#include <Eigen/LU>
#include <numbers>

#include "math/lanes.h"
#include "rigid/problem/friction.h"

namespace simbench::rigid {

namespace {

template <class Constraint>
constexpr bool is_contact = std::is_same_v<Constraint, Contact<double>>;

// A limit that is violated pushes in one direction only, a motor at most as hard as it can, and so on.
template <class Constraint>
typename Constraint::Multipliers admissible(const Constraint& constraint,
                                            typename Constraint::Multipliers multipliers,
                                            const typename Constraint::Multipliers& error,
                                            const typename Constraint::Linear::Matrix& inverse) {
  if (!constraint.is_inequality()) return multipliers;
  const bool is_violated = constraint.slack > 0 && !constraint.is_open(error[0]);
  for (int k = 0; k < Constraint::rows; ++k) {
    if (!is_violated)
      multipliers[k] = constraint.admissible(multipliers[k], inverse(k, k));
    else
      multipliers[k] = error[k] <= 0 ? std::max(multipliers[k], 0.0) : std::min(multipliers[k], 0.0);
  }
  return multipliers;
}

}  // namespace

Declines SoftSubstep::declines_bounces(const Constraints<double>& constraints) {
  if (!any_contact(constraints, [](const auto& contact) { return contact.restitution > 0; })) return {};
  return "it computes the velocities itself, without restitution, but a contact of the scene has restitution";
}

auto SoftSubstep::softness(double frequency, double share) const -> Softness {
  const double h = problem_->time_step;
  const double omega = 2 * std::numbers::pi * std::min(frequency, share / h);
  const double damped = 2 * options_.damping_ratio + h * omega, s = h * omega * damped;
  return {s / (1 + s), omega / damped, 1 / (1 + s)};
}

auto SoftSubstep::softness_of_contact(const Contact<double>& contact) const -> Softness {
  const auto moves = [&](int body) { return problem_->inertias[body].translates(); };
  const double factor = moves(contact.bodies[0]) && moves(contact.bodies[1]) ? 1 : 2;
  const double h = problem_->time_step;
  const double frequency = std::min(options_.contact_frequency, options_.contact_share / h);
  return softness(factor * frequency, std::numeric_limits<double>::infinity());
}

std::optional<Failure> SoftSubstep::begin_step(const StepProblem<double>& problem) {
  if (problem.substep == 0 || frame_start_.size() != problem.previous.size()) frame_start_ = problem.previous;
  multipliers_ = relaxed_.multipliers;
  tangential_ = relaxed_.tangential;
  start_at(problem, {.factor = options_.warm_start, .moves_pose = false});
  joint_ = softness(options_.joint_frequency, options_.joint_share);
  find_manifolds();
  own_ = {free_moves(problem), multipliers_, tangential_};
  free_moves_ = own_.moves;
  const Poses<double>& start = problem.previous;
  problem.constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    const Poses<double>& levers = is_contact<Constraint> ? lever_poses(start) : start;
    linearised(constraint, levers)
        .displace(constraint.bodies, problem.inertias, levers,
                  own_.multipliers.segment<Constraint::rows>(row), own_.moves);
  });
  add_friction(lever_poses(start), own_.moves);
  relaxed_ = own_;
  find_poses_and_velocities();
  return {};
}

IterationReport SoftSubstep::iterate() {
  const StepProblem<double>& problem = *problem_;
  sweep(problem.previous, Pass::biased, own_);
  find_poses_and_velocities();
  relaxed_ = own_;
  sweep(poses_, Pass::relaxing, relaxed_);
  multipliers_ = relaxed_.multipliers;
  tangential_ = relaxed_.tangential;
  find_poses_and_velocities();
  return {};
}

void SoftSubstep::find_poses_and_velocities() {
  const StepProblem<double>& problem = *problem_;
  velocities_ = problem.predicted_velocities;
  for (std::size_t b = 0; b < own_.moves.size(); ++b) {
    poses_[b] = problem.previous[b];
    move(poses_[b], own_.moves[b]);
    velocities_[b].linear += (relaxed_.moves[b].linear - free_moves_[b].linear) / problem.time_step;
    velocities_[b].angular += (relaxed_.moves[b].angular - free_moves_[b].angular) / problem.time_step;
  }
}

void SoftSubstep::sweep(const Poses<double>& poses, Pass pass, Sweep& sweep) const {
  const Constraints<double>& constraints = this->constraints();
  constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    if (!is_contact<Constraint>) satisfy(constraint, poses, pass, row, sweep);
  });
  for (const std::vector<Place>& manifold : manifolds_) {
    for (const Place& place : manifold) satisfy(*place.contact, poses, pass, place.row, sweep);
    for (const Place& place : manifold) rub(*place.contact, poses, place.row, sweep);
  }
}

void SoftSubstep::find_manifolds() {
  manifolds_.clear();
  constraints().for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    if constexpr (is_contact<Constraint>) {
      if (manifolds_.empty() || manifolds_.back().back().contact->bodies != constraint.bodies)
        manifolds_.emplace_back();
      manifolds_.back().push_back({&constraint, row});
    }
  });
}

// The gap of a contact is that of the present poses, although its arms may be those of the frame's start. The
// c of a motor is a displacement of this substep, which the sweep itself makes.
template <class Constraint>
auto SoftSubstep::error_of(const Constraint& constraint, const Poses<double>& poses,
                           const typename Constraint::Linear& linear) const ->
    typename Constraint::Multipliers {
  if (constraint.is_motor) return linearised(constraint, problem_->previous).error;
  if (is_contact<Constraint>) return linearised(constraint, poses).error;
  return linear.error;
}

template <class Constraint>
auto SoftSubstep::aim_of(const Constraint& constraint, const typename Constraint::Multipliers& error,
                         const typename Constraint::Multipliers& multipliers, Pass pass) const
    -> Aim<Constraint> {
  if (constraint.is_spring) {
    const double alpha = problem_->scaled(constraint.compliance);
    return {error + alpha * multipliers, {}, alpha};
  }
  if (constraint.is_motor || constraint.is_open(error[0])) return {error};  // reached exactly, never passed
  if (pass == Pass::relaxing) return {Constraint::Multipliers::Zero()};
  const double h = problem_->time_step;
  if constexpr (is_contact<Constraint>) {
    const Softness soft = softness_of_contact(constraint);
    const double correction = h * soft.bias * constraint.violation(error[0]);
    return {typename Constraint::Multipliers(std::max(correction, -h * options_.push)), soft};
  }
  typename Constraint::Multipliers correction = h * joint_.bias * error;
  if (constraint.is_limit()) correction[0] = h * joint_.bias * constraint.violation(error[0]);
  return {correction, joint_};
}

template <class Constraint>
SIMBENCH_FLATTEN void SoftSubstep::satisfy(const Constraint& constraint, const Poses<double>& poses,
                                           Pass pass, Index row, Sweep& sweep) const {
  using Rows = typename Constraint::Multipliers;
  if (constraint.is_spring && pass == Pass::relaxing) return;  // its impulse belongs to the whole substep
  const Poses<double>& levers = is_contact<Constraint> ? lever_poses(poses) : poses;
  const auto linear = linearised(constraint, levers);
  auto K = linear.effective_inverse_mass(constraint.bodies, problem_->inertias, levers);
  if constexpr (is_contact<Constraint>) {
    K = linearised(constraint, frame_start_)
            .effective_inverse_mass(constraint.bodies, problem_->inertias, frame_start_);
  }
  if (!linear.has_gradient || !(K.trace() > 0)) return;

  auto multipliers = sweep.multipliers.segment<Constraint::rows>(row);
  const Rows error = error_of(constraint, poses, linear);
  const Aim<Constraint> aim = aim_of(constraint, error, multipliers, pass);
  K.diagonal().array() += aim.compliance;
  Rows change_of_error = Rows::Zero();  // J ΔX
  for (int b = 0; b < Constraint::body_count; ++b) {
    const Displacement<double>& own = sweep.moves[constraint.bodies[b]];
    change_of_error += linear.linear[b] * own.linear + linear.angular[b] * own.angular;
  }
  const typename Constraint::Linear::Matrix inverse = K.inverse();
  const Rows wanted = multipliers - aim.soft.mass * (inverse * (change_of_error + aim.correction)) -
                      aim.soft.impulse * multipliers;
  const Rows allowed = admissible(constraint, wanted, error, inverse);
  linear.displace(constraint.bodies, problem_->inertias, levers, allowed - multipliers, sweep.moves);
  multipliers = allowed;
}

void SoftSubstep::rub(const Contact<double>& contact, const Poses<double>& poses, Index row,
                      Sweep& sweep) const {
  if (contact.static_friction == 0) return;
  const Poses<double>& levers = lever_poses(poses);
  Touch<double>(contact, levers)
      .correct(sweep.moves, sweep.tangential[row], sweep.multipliers[row], 1.0, problem_->inertias, levers);
}

void SoftOptions::describe_members(config::Fields& fields) {
  static constexpr std::array<std::string_view, 2> words = {"fixed", "turning"};
  fields.number("contact_frequency", contact_frequency,
                {.unit = "1/s",
                 .doc = "how often a contact oscillates about its equilibrium; twice as often if one of its "
                        "bodies stands still",
                 .range = config::positive});
  fields.number("joint_frequency", joint_frequency,
                {.unit = "1/s", .doc = "the same of a joint", .range = config::positive});
  fields.number("contact_share", contact_share,
                {.doc = "largest frequency of a contact, as a share of the rate of substeps",
                 .range = config::positive});
  fields.number("joint_share", joint_share, {.doc = "the same of a joint", .range = config::positive});
  fields.number("damping_ratio", damping_ratio,
                {.doc = "zeta of contacts and joints; 1 is critical damping", .range = config::non_negative});
  fields.number(
      "push", push,
      {.unit = "m/s", .doc = "largest speed that undoes an overlap", .range = config::non_negative});
  fields.number("warm_start", warm_start,
                {.doc = "w: a substep starts with w times the impulses of the last one",
                 .range = config::non_negative});
  config::choice(fields, "levers", levers, words,
                 {.doc = "arms of the points of a contact; fixed: those of the start of the frame; turning: "
                         "those of the present pose"});
}

}  // namespace simbench::rigid
