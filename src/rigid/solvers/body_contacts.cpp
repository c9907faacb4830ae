#include "rigid/solvers/body_contacts.h"

#include <utility>

namespace simbench::rigid {

namespace {

template <class Real>
Vector3<Real> offset_between_points(const Touch<Real>& touch, const Poses<Real>& poses) {
  const auto [i, j] = touch.contact.bodies;
  const Vector3<Real>& n = touch.contact.normal;
  const Vector3<Real> between = poses[i].position + touch.arms[0] - poses[j].position - touch.arms[1];
  return between - n * n.dot(between);
}

}  // namespace

template <class Real>
void BodyContacts<Real>::begin(const StepProblem<Real>& problem, const Constraints<Real>& constraints,
                               Real keep, VectorX<Real>& targets) {
  if (options_.form == ContactForm::nonlinear) return;
  held_.resize(static_cast<std::size_t>(targets.size()));
  constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    if constexpr (std::is_same_v<Constraint, Contact<Real>>) {
      Held& held = held_[row];
      const Contact<Real> last = std::exchange(held.contact, constraint);
      held.slip.setZero();
      if (std::exchange(held.sticks, false)) {
        held.contact.points = last.points;
        held.contact.radii = last.radii;
        held.contact.gap = last.gap;
        held.slip = offset_between_points(Touch<Real>(held.contact, problem.previous), problem.previous);
      }
      held.target = keep * held.slip;
      // Surfaces that have not met are free to do so.
      held.linear = linearised(held.contact, problem.previous);
      const Real c = held.linear.error[0];
      targets[row] = c <= constraint.margin ? keep * c : Real(0);
    }
  });
}

template <class Real>
auto BodyContacts<Real>::view(const Contact<Real>& contact, Index row, const StepProblem<Real>& problem,
                              const Poses<Real>& poses) const -> View {
  const bool has_friction = contact.static_friction > 0;
  if (options_.form == ContactForm::nonlinear) {
    View view{Touch<Real>(contact, poses), linearised(contact, poses)};
    if (has_friction) view.slip = view.touch.slip(poses, problem.previous);
    return view;
  }
  const Held& held = held_[row];
  View view{Touch<Real>(held.contact, problem.previous), held.linear};
  std::array<Displacement<Real>, 2> moved;
  for (int b = 0; b < 2; ++b) {
    moved[b] = difference(poses[contact.bodies[b]], problem.previous[contact.bodies[b]]);
    view.linear.error += view.linear.linear[b] * moved[b].linear + view.linear.angular[b] * moved[b].angular;
  }
  if (has_friction) view.slip = held.slip + view.touch.slip(moved[0], moved[1]);
  return view;
}

template class BodyContacts<double>;
template class BodyContacts<float>;

}  // namespace simbench::rigid
