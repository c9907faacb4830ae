#include "rigid/solvers/body_contacts.h"

#include <tuple>
#include <utility>

namespace simbench::rigid {

namespace {

Vector3<double> offset_between_points(const Touch& touch, const Poses& poses) {
  const auto [i, j] = touch.contact.bodies;
  const Vector3<double>& n = touch.contact.normal;
  const Vector3<double> between = poses[i].position + touch.arms[0] - poses[j].position - touch.arms[1];
  return between - n * n.dot(between);
}

}  // namespace

void BodyContacts::begin(const StepProblem& problem, const Constraints& constraints, double keep,
                         VectorX<double>& targets) {
  if (options_.form == ContactForm::nonlinear) return;
  held_.resize(static_cast<std::size_t>(targets.size()));
  constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    if constexpr (std::is_same_v<Constraint, Contact>) {
      Held& held = held_[row];
      const Contact last = std::exchange(held.contact, constraint);
      held.slip.setZero();
      const bool stuck = held.sticks;
      if (options_.form == ContactForm::linear) held.sticks = false;
      if (stuck) {
        held.contact.points = last.points;
        held.contact.radii = last.radii;
        held.contact.gap = last.gap;
        held.slip = offset_between_points(Touch(held.contact, problem.previous), problem.previous);
      }
      held.target = keep * held.slip;
      // Surfaces that have not met are free to do so.
      held.error = linearised(held.contact, problem.previous).error[0];
      targets[row] = held.error <= constraint.margin ? keep * held.error : 0.0;
    }
  });
}

void BodyContacts::list_memory(SolverMemory& memory) {
  if (options_.form == ContactForm::nonlinear) return;
  std::vector<std::array<double, 10>> rows;
  for (const Held& held : held_) {
    const auto& [points, radii, gap] = std::tie(held.contact.points, held.contact.radii, held.contact.gap);
    const Vector3<double>&p = points[0], &q = points[1];
    rows.push_back(
        {p.x(), p.y(), p.z(), q.x(), q.y(), q.z(), radii[0], radii[1], gap, held.sticks ? 1.0 : 0.0});
  }
  memory.list("held_contacts", rows);
  held_.resize(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::array<double, 10>& row = rows[i];
    Contact& contact = held_[i].contact;
    contact.points = {Vector3<double>(row[0], row[1], row[2]), Vector3<double>(row[3], row[4], row[5])};
    contact.radii = {row[6], row[7]};
    contact.gap = row[8];
    held_[i].sticks = row[9] != 0;
  }
}

auto BodyContacts::displacements(const Contact& contact, const StepProblem& problem, const Poses& poses) const
    -> std::array<Displacement, 2> {
  const auto since_start = [&](int body) {
    if (rotation_ == RotationUpdate::exponential) return moved(problem, poses, body);
    const Pose &now = poses[body], &before = problem.previous[body];
    const plain::Vector<double> sine = half_sine(plain::plain_pose(now), plain::plain_pose(before));
    return Displacement{now.position - before.position, 2 * sine.eigen()};
  };
  return {since_start(contact.bodies[0]), since_start(contact.bodies[1])};
}

auto BodyContacts::normal_row(Index row, const StepProblem& problem, const Poses& poses) const
    -> Contact::Linear {
  const Held& held = held_[row];
  Contact::Linear result = linearised(held.contact, poses_of_arms(problem, poses));
  result.error[0] = held.error;
  const auto moved = displacements(held.contact, problem, poses);
  for (int b = 0; b < 2; ++b)
    result.error += result.linear[b] * moved[b].linear + result.angular[b] * moved[b].angular;
  return result;
}

auto BodyContacts::tangent(const Contact& contact, Index row, const StepProblem& problem,
                           const Poses& poses) const -> Tangent {
  if (options_.form == ContactForm::nonlinear) {
    const Touch touch(contact, poses);
    return {touch, touch.slip(problem, poses)};
  }
  const Held& held = held_[row];
  const Touch touch(held.contact, poses_of_arms(problem, poses));
  const auto moved = displacements(contact, problem, poses);
  return {touch, held.slip + touch.slip(moved[0], moved[1])};
}

}  // namespace simbench::rigid
