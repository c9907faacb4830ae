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
  if (options_.form == ContactForm::nonlinear) {
    const Touch<Real> touch(contact, poses);
    return {touch, linearised(contact, poses), touch.slip(poses, problem.previous)};
  }
  const Held& held = held_[row];
  const Touch<Real> touch(held.contact, problem.previous);
  View view{touch, held.linear, held.slip};
  view.slip += touch.slip(poses, problem.previous);
  for (int b = 0; b < 2; ++b) {
    const int body = contact.bodies[b];
    const Displacement<Real> moved = difference(poses[body], problem.previous[body]);
    view.linear.error += view.linear.linear[b] * moved.linear + view.linear.angular[b] * moved.angular;
  }
  return view;
}

template class BodyContacts<double>;
template class BodyContacts<float>;

}  // namespace simbench::rigid
