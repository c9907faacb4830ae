// The penalties and multipliers of body descent.
#include <algorithm>

#include "rigid/solvers/body_descent.h"

namespace simbench::rigid {

template <class Real>
template <class Constraint>
typename Constraint::Multipliers BodyDescent<Real>::first_penalties(const Constraint& constraint) const {
  const StepProblem<Real>& problem = *this->problem_;
  const Real factor = static_cast<Real>(options_.penalty_factor);
  using Rows = typename Constraint::Multipliers;
  // A contact that was found has no entry.
  if (!options_.penalties.empty() && constraint.entry >= 0)
    return Rows::Constant(static_cast<Real>(options_.penalties[constraint.entry]));
  switch (options_.rule) {
    case PenaltyRule::effective_mass: {
      Real inverse_masses = 0;
      for (const int body : constraint.bodies) inverse_masses += problem.inertias[body].inverse_mass;
      return Rows::Constant(factor / inverse_masses);
    }
    case PenaltyRule::heavier_mass: {
      Real heaviest = 0;
      for (const int body : constraint.bodies) {
        const Inertia<Real>& inertia = problem.inertias[body];
        if (inertia.translates()) heaviest = std::max(heaviest, 1 / inertia.inverse_mass);
      }
      return Rows::Constant(factor * heaviest);
    }
    case PenaltyRule::row_mass: {
      const Real unit = unit_of(constraint.measure);
      const Rows K = linearised(constraint, problem.previous)
                         .effective_inverse_mass(constraint.bodies, problem.inertias, problem.previous)
                         .diagonal();
      // A row along which no body can move, or without a gradient, does nothing with any penalty.
      return K.unaryExpr([&](Real k) { return k > 0 ? factor / (unit * unit * k) : Real(0); });
    }
    default:
      return Rows::Constant(static_cast<Real>(options_.penalty));
  }
}

template <class Real>
void BodyDescent<Real>::find_penalties() {
  for (VectorX<Real>* penalties : {&penalties_, &friction_penalties_}) {
    if (!this->carry_over(*penalties, Real(0))) penalties->setZero(this->multipliers_.size());
  }
  this->constraints().for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    const auto first = first_penalties(constraint);
    const Real unit = unit_of(constraint.measure);
    const auto begin = [&](Real first_penalty, Real& s) {
      s = std::max(first_penalty, static_cast<Real>(options_.penalty_decay) * s);
      if (!(constraint.compliance > 0)) return;
      const Real own = 1 / (this->problem_->scaled(constraint.compliance) * unit * unit);
      s = options_.ramp > 0 ? std::min(own, s) : own;
    };
    for (int k = 0; k < Constraint::rows; ++k) begin(first[k], penalties_[row + k]);
    if (std::is_same_v<Constraint, Contact<Real>>) begin(first[0], friction_penalties_[row]);
  });
}

template <class Real>
template <int rows, int body_count>
void BodyDescent<Real>::update(const ConstraintBase<Real, rows, body_count>& constraint,
                               const Eigen::Matrix<Real, rows, 1>& error, Index row) {
  const Real unit = unit_of(constraint.measure);
  const bool is_soft = constraint.compliance > 0;
  if (!is_soft && !constraint.is_inequality()) {  // the same as below, in fewer operations
    auto s = penalties_.template segment<rows>(row);
    if (options_.dual_update)
      this->multipliers_.template segment<rows>(row) -= unit * unit * s.cwiseProduct(error);
    if (options_.ramp > 0) s += growth() * unit * error.cwiseAbs();
    return;
  }
  for (int k = 0; k < rows; ++k) {
    Real& s = penalties_[row + k];
    Real& multiplier = this->multipliers_[row + k];
    const Real stiffness = unit * unit * s;
    // The multiplier of a soft row is only for observers; the force on bodies is −s c.
    if (is_soft) multiplier = 0;
    if (is_soft || options_.dual_update)
      multiplier = constraint.admissible(multiplier - stiffness * error[k], stiffness);
    const bool is_between_limits = constraint.slack > 0 && multiplier == 0;
    const bool is_inside = multiplier > constraint.lower_bound && multiplier < constraint.upper_bound;
    if (is_inside && !is_between_limits) s += growth() * unit * std::abs(error[k]);
    if (is_soft) s = std::min(s, 1 / (this->problem_->scaled(constraint.compliance) * unit * unit));
  }
}

template <class Real>
void BodyDescent<Real>::update_friction(const typename BodyContacts<Real>::Tangent& tangent, Real last_normal,
                                        Index row) {
  const Contact<Real>& contact = tangent.touch.contact;
  const Real normal = contacts_.is_bounded_by_last() ? last_normal : this->multipliers_[row];
  contacts_.note_sticking(row, last_normal, this->tangential_[row]);
  const auto [force, sticks] = friction_at(tangent, normal, row);
  if (options_.dual_update && !(contact.compliance > 0)) this->tangential_[row] = force;
  Real& s = friction_penalties_[row];
  if (sticks) {
    const Vector3<Real> error = tangent.slip - contacts_.target(row);
    contacts_.note_held(row, error);
    s += growth() * error.norm();
  }
  if (contact.compliance > 0) s = std::min(s, 1 / this->problem_->scaled(contact.compliance));
}

template <class Real>
template <class Constraint>
typename Constraint::Multipliers BodyDescent<Real>::error_of(const Constraint& constraint, Index row,
                                                             Index joint) const {
  using Multipliers = typename Constraint::Multipliers;
  if constexpr (std::is_same_v<Constraint, Contact<Real>>) {
    if (contacts_.are_linear()) return contacts_.normal_row(row, *this->problem_, this->poses_).error;
  }
  if constexpr (std::is_same_v<Constraint, Point<Real>>)
    return (points_.difference(joint) - BallJoints<Real>::offset(constraint)).eigen();
  else if constexpr (JoinedPoints<Real>::template lists<Constraint>)
    return Multipliers(constraint.along(points_.difference(joint).eigen()).error - constraint.target[0]);
  else
    return linearised(constraint, this->poses_).error;
}

template <class Real>
void BodyDescent<Real>::update_multipliers() {
  Index joint = 0;
  this->constraints().for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    [[maybe_unused]] const Real last = this->multipliers_[row];
    const typename Constraint::Multipliers target = this->targets_.template segment<Constraint::rows>(row);
    update(constraint.base(), typename Constraint::Multipliers(error_of(constraint, row, joint) - target),
           row);
    if constexpr (std::is_same_v<Constraint, Contact<Real>>) {
      if (constraint.static_friction > 0)
        update_friction(contacts_.tangent(constraint, row, *this->problem_, this->poses_), last, row);
    }
    if (JoinedPoints<Real>::template lists<Constraint>) ++joint;
  });
}

template void BodyDescent<double>::find_penalties();
template void BodyDescent<double>::update_multipliers();

}  // namespace simbench::rigid
