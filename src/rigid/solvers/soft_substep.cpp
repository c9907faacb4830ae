#include "rigid/solvers/soft_substep.h"

#include <algorithm>
#include <numbers>

#include "rigid/problem/friction.h"

namespace simbench::rigid {

namespace {

template <class Constraint>
constexpr bool is_contact = std::is_same_v<Constraint, Contact>;

}  // namespace

Declines SoftSubstep::declines_bounces(const Constraints& constraints) {
  if (!any_contact(constraints, [](const auto& contact) { return contact.restitution > 0; })) return {};
  return "it computes the velocities itself, without restitution, but a contact of the scene has restitution";
}

auto SoftSubstep::softness(double frequency, double share) const -> Softness {
  const double h = problem_->time_step;
  const double omega = 2 * std::numbers::pi * std::min(frequency, share / h);
  const double damped = 2 * options_.damping_ratio + h * omega, s = h * omega * damped;
  return {s / (1 + s), omega / damped, 1 / (1 + s)};
}

auto SoftSubstep::softness_of_contact(const Contact& contact) const -> Softness {
  const auto moves = [&](int body) { return problem_->inertias[body].translates(); };
  const double factor = moves(contact.bodies[0]) && moves(contact.bodies[1]) ? 1 : 2;
  const double h = problem_->time_step;
  const double frequency = std::min(options_.contact_frequency, options_.contact_share / h);
  return softness(factor * frequency, std::numeric_limits<double>::infinity());
}

std::optional<Failure> SoftSubstep::begin_step(const StepProblem& problem) {
  find_mobilities(problem.inertias, problem.previous, start_mobilities_);
  mobilities_.resize(start_mobilities_.size());
  if (problem.substep == 0 || frame_start_.size() != problem.previous.size()) {
    frame_start_ = problem.previous;
    frame_mobilities_ = start_mobilities_;
  }
  start_at(problem, {.factor = options_.warm_start, .moves_pose = false});
  joint_ = softness(options_.joint_frequency, options_.joint_share);
  fix_rows();
  moves_ = free_moves_ = free_moves(problem);
  rows_.for_each(problem.constraints, [&]<class Constraint>(const Constraint&, const auto& own, Index row) {
    const At at = is_contact<Constraint> ? levers(at_start()) : at_start();
    std::array<double, Constraint::rows> multipliers;
    std::copy_n(multipliers_.data() + row, Constraint::rows, multipliers.begin());
    own.displace(multipliers, at.mobilities, moves_);
  });
  add_friction(levers(at_start()).poses, moves_);
  biased_multipliers_ = multipliers_;
  biased_tangential_ = tangential_;
  relaxed_moves_ = moves_;
  find_poses();
  find_velocities();
  return {};
}

IterationReport SoftSubstep::iterate() {
  biased_sweep();
  find_poses();
  relaxed_moves_ = moves_;
  multipliers_ = biased_multipliers_;
  if (!manifolds_.empty()) tangential_ = biased_tangential_;
  relaxing_sweep();
  find_velocities();
  return {};
}

void SoftSubstep::find_poses() {
  move_bodies(problem_->inertias, problem_->previous, moves_, poses_, mobilities_);
}

void SoftSubstep::find_velocities() {
  const double h = problem_->time_step;
  velocities_.resize(relaxed_moves_.size());
  entries_of(velocities_) =
      entries_of(problem_->predicted_velocities) + (entries_of(relaxed_moves_) - entries_of(free_moves_)) / h;
}

void SoftSubstep::fix_rows() {
  rows_.clear(constraints());
  hard_ball_joints_.clear();
  constraints().for_each([&]<class Constraint>(const Constraint& constraint, Index) {
    rows_.push_back(rows_of(constraint, at_start(), Pass::biased));
    if constexpr (std::is_same_v<Constraint, Point>) {
      if (is_hard_ball_joint(constraint)) hard_ball_joints_.push_back(constraint);
    }
  });
  manifolds_.clear();
  rows_.for_each(constraints(),
                 [&]<class Constraint>(const Constraint& constraint, const auto& own, Index row) {
                   if constexpr (is_contact<Constraint>) {
                     if (manifolds_.empty() || manifolds_.back().back().contact->bodies != constraint.bodies)
                       manifolds_.emplace_back();
                     manifolds_.back().push_back({&constraint, &own, row});
                   }
                 });
}

void SoftSubstep::biased_sweep() {
  const At at = at_start(), contacts = levers(at);
  const Sweep sweep = biased();
  rows_.for_each(constraints(),
                 [&]<class Constraint>(const Constraint& constraint, const auto& own, Index row) {
                   if (!is_contact<Constraint>) satisfy(constraint.base(), own, at.mobilities, row, sweep);
                 });
  for (const std::vector<Place>& manifold : manifolds_) {
    for (const Place& place : manifold)
      satisfy(place.contact->base(), *place.rows, contacts.mobilities, place.row, sweep);
    for (const Place& place : manifold) rub(*place.contact, contacts, place.row, sweep);
  }
}

void SoftSubstep::relaxing_sweep() {
  const At at{poses_, mobilities_}, contacts = levers(at);
  const Sweep sweep = relaxed();
  hard_ball_joints_.begin();  // their rows depend on poses that the sweep does not change
  constraints().for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    // The impulse of a spring belongs to the whole substep.
    if (is_contact<Constraint> || constraint.is_spring) return;
    const auto satisfy_with = [&](const RowsOf<Constraint>& own) {
      satisfy(constraint.base(), own, at.mobilities, row, sweep);
    };
    if constexpr (std::is_same_v<Constraint, Point>) {
      if (is_hard_ball_joint(constraint))
        return satisfy_with(hard_ball_joints_.next(at.poses, at.mobilities));
    }
    satisfy_with(rows_of(constraint, at, Pass::relaxing));
  });
  for (const std::vector<Place>& manifold : manifolds_) {
    for (const Place& place : manifold) {
      satisfy(place.contact->base(), rows_of(*place.contact, at, Pass::relaxing), contacts.mobilities,
              place.row, sweep);
    }
    for (const Place& place : manifold) rub(*place.contact, contacts, place.row, sweep);
  }
}

// The gap of a contact is that of the present poses, although its arms may be those of the frame's start. Its
// K is always that of the frame's start. The c of a motor is a displacement of this substep, which the sweep
// itself makes.
template <class Constraint>
auto SoftSubstep::rows_of(const Constraint& constraint, const At& at, Pass pass) const -> RowsOf<Constraint> {
  const double softness = constraint.is_spring ? problem_->scaled(constraint.compliance) : 0.0;
  const auto at_poses = [&](const At& there) {
    return FixedRows<Constraint::rows, Constraint::body_count, joins_points<Constraint>>(
        constraint, there.poses, softness, there.mobilities);
  };
  RowsOf<Constraint> own{at_poses(is_contact<Constraint> ? levers(at) : at)};
  own.softness = softness;
  typename Constraint::Multipliers error(own.error.data());
  if (is_contact<Constraint>) {
    own.inverse = at_poses(at_frame_start()).inverse;
    error = linearised(constraint, at.poses).error;
  }
  if (constraint.is_motor) error = linearised(constraint, problem_->previous).error;
  if constexpr (requires { constraint.error_at_start(); }) {
    if (constraint.is_motor) error[0] = constraint.error_at_start();
  }
  aim(constraint, error, pass, own);
  return own;
}

template <class Constraint>
void SoftSubstep::aim(const Constraint& constraint, const typename Constraint::Multipliers& error, Pass pass,
                      RowsOf<Constraint>& own) const {
  own.is_inequality = own.can_move() && constraint.is_inequality();
  if (constraint.slack > 0 && !constraint.is_open(error[0]))
    own.direction = error[0] <= 0 ? Direction::pushes : Direction::pulls;
  const auto set = [&](const typename Constraint::Multipliers& correction, const Softness& soft) {
    std::copy_n(correction.data(), Constraint::rows, own.error.begin());
    own.mass = soft.mass;
    own.impulse = own.can_move() ? soft.impulse : 0.0;
  };
  // Springs, motors and gaps are reached exactly, and never passed.
  if (constraint.is_spring || constraint.is_motor || constraint.is_open(error[0])) return set(error, {});
  if (pass == Pass::relaxing) return set(Constraint::Multipliers::Zero(), {});
  const double h = problem_->time_step;
  if constexpr (is_contact<Constraint>) {
    const Softness soft = softness_of_contact(constraint);
    const double correction = h * soft.bias * constraint.violation(error[0]);
    return set(typename Constraint::Multipliers(std::max(correction, -h * options_.push)), soft);
  }
  typename Constraint::Multipliers correction = h * joint_.bias * error;
  if (constraint.is_limit()) correction[0] = h * joint_.bias * constraint.violation(error[0]);
  set(correction, joint_);
}

template <int rows, int body_count, bool is_of_points>
SIMBENCH_FLATTEN void SoftSubstep::satisfy(const ConstraintBase<rows, body_count>& constraint,
                                           const Rows<rows, body_count, is_of_points>& own,
                                           std::span<const Mobility> mobilities, Index row,
                                           const Sweep& sweep) {
  double* const multipliers = sweep.multipliers.data() + row;
  std::array<double, rows> change = own.wanted_change(sweep.moves, own.softness, multipliers);
  for (int k = 0; k < rows; ++k) {
    double wanted = multipliers[k] - own.mass * change[k] - own.impulse * multipliers[k];
    if (own.is_inequality) {
      switch (own.direction) {
        case Direction::both:
          wanted = constraint.admissible(wanted, own.inverse_of(k));
          break;
        case Direction::pushes:
          wanted = std::max(wanted, 0.0);
          break;
        case Direction::pulls:
          wanted = std::min(wanted, 0.0);
          break;
      }
    }
    change[k] = wanted - multipliers[k];
    multipliers[k] = wanted;
  }
  own.displace(change, mobilities, sweep.moves);
}

void SoftSubstep::rub(const Contact& contact, const At& at, Index row, const Sweep& sweep) const {
  if (contact.static_friction == 0) return;
  Touch(contact, at.poses)
      .correct(sweep.moves, sweep.tangential[row], sweep.multipliers[row], 1.0, problem_->inertias, at.poses);
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
