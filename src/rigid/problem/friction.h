// Coulomb friction of a contact at position level (Waterson 2026, Sec. 5.3, with displacements instead of
// velocities). It cancels the slip of the points in this step, within the limit that the normal multiplier
// gives.
#pragma once

#include "harness/solver_settings.h"
#include "rigid/constraints/contact.h"
#include "rigid/problem/step_problem.h"

namespace simbench::rigid {

inline bool has_friction(const Constraints<double>& constraints) {
  return constraints.any_of([]<class Constraint>(const Constraint& constraint) {
    if constexpr (std::is_same_v<Constraint, Contact<double>>) return constraint.static_friction > 0;
    return false;
  });
}

// The reason why a solver without friction declines these constraints; empty if it accepts them.
inline Declines declines_friction(const Constraints<double>& constraints) {
  if (has_friction(constraints)) return "it has no friction, but a contact of the scene has";
  return {};
}

// The tangential slip of the contact since X_n: (1 − nnᵀ) (d_i − d_j), where d are the displacements of the
// points of the first and the second body [m].
template <class Real>
Vector3<Real> slip(const Contact<Real>& contact, const Poses<Real>& poses, const Poses<Real>& previous) {
  Vector3<Real> relative = Vector3<Real>::Zero();
  for (int b = 0; b < 2; ++b) {
    const int body = contact.bodies[b];
    const Displacement<Real> own = difference(poses[body], previous[body]);
    const Vector3<Real> point = own.linear + own.angular.cross(contact.arm(b, poses));
    relative += b == 0 ? point : Vector3<Real>(-point);
  }
  return relative - contact.normal * contact.normal.dot(relative);
}

// Updates the tangential multiplier Λ_t (3 components, perpendicular to n) for a given Λ_n. The trial value
// is Λ* = Λ_t − ξ μ_t t, with the slip t and its effective mass μ_t. If Λ* is longer than ν_s Λ_n, its length
// becomes ν_d Λ_n. Moves the bodies by the change.
template <class Real>
void apply_friction(const Contact<Real>& contact, const StepProblem<Real>& problem, Real normal_multiplier,
                    Real relaxation, Vector3<Real>& tangential, Poses<Real>& poses) {
  if (contact.static_friction == 0) return;
  const Vector3<Real> t = slip(contact, poses, problem.previous);
  const Real square = t.squaredNorm();
  Vector3<Real> wanted = tangential;
  if (square > 0) {
    Real mobility = 0;  // tᵀ K t
    for (int b = 0; b < 2; ++b) {
      const int body = contact.bodies[b];
      const Vector3<Real> turn = contact.arm(b, poses).cross(t);
      const Displacement<Real> move =
          problem.inertias[body].displacement_of({t, turn}, poses[body].orientation);
      mobility += t.dot(move.linear) + turn.dot(move.angular);
    }
    if (mobility > 0) wanted -= relaxation * square / mobility * t;
  }
  const Real length = wanted.norm();
  if (length > contact.static_friction * normal_multiplier)
    wanted *= contact.dynamic_friction * normal_multiplier / length;
  const Vector3<Real> change = wanted - tangential;
  tangential = wanted;
  for (int b = 0; b < 2; ++b) {
    const int body = contact.bodies[b];
    const Vector3<Real> pull = b == 0 ? change : Vector3<Real>(-change);
    const Displacement<Real> momentum{pull, contact.arm(b, poses).cross(pull)};
    move(poses[body], problem.inertias[body].displacement_of(momentum, poses[body].orientation));
  }
}

}  // namespace simbench::rigid
