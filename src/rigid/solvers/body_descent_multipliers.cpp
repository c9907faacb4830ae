// The penalties and multipliers of body descent.
#include <algorithm>

#include "rigid/solvers/body_descent.h"

namespace simbench::rigid {

template <class Constraint>
typename Constraint::Multipliers BodyDescent::first_penalties(const Constraint& constraint) const {
  const StepProblem& problem = *problem_;
  const double factor = options_.penalty_factor;
  using Rows = typename Constraint::Multipliers;
  // A contact that was found has no entry.
  if (!options_.penalties.empty() && constraint.entry >= 0)
    return Rows::Constant(options_.penalties[constraint.entry]);
  switch (options_.rule) {
    case PenaltyRule::effective_mass: {
      double inverse_masses = 0;
      for (const int body : constraint.bodies) inverse_masses += problem.inertias[body].inverse_mass;
      return Rows::Constant(factor / inverse_masses);
    }
    case PenaltyRule::heavier_mass: {
      double heaviest = 0;
      for (const int body : constraint.bodies) {
        const Inertia& inertia = problem.inertias[body];
        if (inertia.translates()) heaviest = std::max(heaviest, 1 / inertia.inverse_mass);
      }
      return Rows::Constant(factor * heaviest);
    }
    case PenaltyRule::row_mass: {
      const double unit = unit_of(constraint.measure);
      const Rows K = linearised(constraint, problem.previous)
                         .effective_inverse_mass(constraint.bodies, problem.inertias, problem.previous)
                         .diagonal();
      // A row along which no body can move, or without a gradient, does nothing with any penalty.
      return K.unaryExpr([&](double k) { return k > 0 ? factor / (unit * unit * k) : 0.0; });
    }
    default:
      return Rows::Constant(options_.penalty);
  }
}

void BodyDescent::find_penalties() {
  for (VectorX<double>* penalties : {&penalties_, &friction_penalties_}) {
    if (!carry_over(*penalties, 0.0)) penalties->setZero(multipliers_.size());
  }
  constraints().for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    const auto first = first_penalties(constraint);
    const double unit = unit_of(constraint.measure);
    const auto begin = [&](double first_penalty, double& s) {
      s = std::max(first_penalty, options_.penalty_decay * s);
      if (!(constraint.compliance > 0)) return;
      const double own = 1 / (problem_->scaled(constraint.compliance) * unit * unit);
      s = options_.ramp > 0 ? std::min(own, s) : own;
    };
    for (int k = 0; k < Constraint::rows; ++k) begin(first[k], penalties_[row + k]);
    if (std::is_same_v<Constraint, Contact>) begin(first[0], friction_penalties_[row]);
  });
}

template <int rows, int body_count>
void BodyDescent::update(const ConstraintBase<rows, body_count>& constraint,
                         const Eigen::Matrix<double, rows, 1>& error, Index row) {
  const double unit = unit_of(constraint.measure);
  const bool is_soft = constraint.compliance > 0;
  if (!is_soft && !constraint.is_inequality()) {  // the same as below, in fewer operations
    auto s = penalties_.segment<rows>(row);
    if (options_.dual_update) multipliers_.segment<rows>(row) -= unit * unit * s.cwiseProduct(error);
    if (options_.ramp > 0) s += growth() * unit * error.cwiseAbs();
    return;
  }
  for (int k = 0; k < rows; ++k) {
    double& s = penalties_[row + k];
    double& multiplier = multipliers_[row + k];
    const double stiffness = unit * unit * s;
    // The multiplier of a soft row is only for observers; the force on bodies is −s c.
    if (is_soft) multiplier = 0;
    if (is_soft || options_.dual_update)
      multiplier = constraint.admissible(multiplier - stiffness * error[k], stiffness);
    const bool is_between_limits = constraint.slack > 0 && multiplier == 0;
    const bool is_inside = multiplier > constraint.lower_bound && multiplier < constraint.upper_bound;
    if (is_inside && !is_between_limits) s += growth() * unit * std::abs(error[k]);
    if (is_soft) s = std::min(s, 1 / (problem_->scaled(constraint.compliance) * unit * unit));
  }
}

void BodyDescent::update_friction(const BodyContacts::Tangent& tangent, double last_normal, Index row) {
  const Contact& contact = tangent.touch.contact;
  const double normal = contacts_.is_bounded_by_last() ? last_normal : multipliers_[row];
  contacts_.note_sticking(row, last_normal, tangential_[row]);
  const auto [force, sticks] = friction_at(tangent, normal, row);
  if (options_.dual_update && !(contact.compliance > 0)) tangential_[row] = force;
  double& s = friction_penalties_[row];
  if (sticks) {
    const Vector3<double> error = tangent.slip - contacts_.target(row);
    contacts_.note_held(row, error);
    s += growth() * error.norm();
  }
  if (contact.compliance > 0) s = std::min(s, 1 / problem_->scaled(contact.compliance));
}

template <class Constraint>
typename Constraint::Multipliers BodyDescent::error_of(const Constraint& constraint, Index row,
                                                       Index joint) const {
  using Multipliers = typename Constraint::Multipliers;
  if constexpr (std::is_same_v<Constraint, Contact>) {
    if (contacts_.are_linear()) return contacts_.normal_row(row, *problem_, poses_).error;
  }
  if constexpr (std::is_same_v<Constraint, Point>)
    return (points_.difference(joint) - BallJoints::offset(constraint)).eigen();
  else if constexpr (JoinedPoints::lists<Constraint>)
    return Multipliers(constraint.along(points_.difference(joint).eigen()).error - constraint.target[0]);
  else
    return linearised(constraint, poses_).error;
}

void BodyDescent::update_multipliers() {
  Index joint = 0;
  constraints().for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    [[maybe_unused]] const double last = multipliers_[row];
    const typename Constraint::Multipliers target = targets_.segment<Constraint::rows>(row);
    update(constraint.base(), typename Constraint::Multipliers(error_of(constraint, row, joint) - target),
           row);
    if constexpr (std::is_same_v<Constraint, Contact>) {
      if (constraint.static_friction > 0)
        update_friction(contacts_.tangent(constraint, row, *problem_, poses_), last, row);
    }
    if (JoinedPoints::lists<Constraint>) ++joint;
  });
}

}  // namespace simbench::rigid
