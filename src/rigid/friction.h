// Coulomb friction of a contact at the level of positions (Waterson 2026, Sec. 5.3, with displacements in the place of velocities): the points' slip in
// this step is taken back, by no more than the normal multiplier allows.
#pragma once

#include "harness/solver_settings.h"
#include "rigid/constraints/contact.h"
#include "rigid/step_problem.h"

namespace simbench::rigid {

inline bool has_friction(const Constraints<double>& constraints) {
  return constraints.any_of([]<class Constraint>(const Constraint& constraint) {
    if constexpr (std::is_same_v<Constraint, Contact<double>>) return constraint.static_friction > 0;
    return false;
  });
}

// Why a solver without friction cannot take these; empty if it can.
inline Declines declines_friction(const Constraints<double>& constraints) {
  if (has_friction(constraints)) return "it has no friction, which a contact of the scene has";
  return {};
}

// (1 − nnᵀ) of how far the contact's point of the first body has moved since X_n, less that of the second [m].
template <class Real>
Vector3<Real> slip(const Contact<Real>& contact, const Poses<Real>& poses, const Poses<Real>& previous) {
  Vector3<Real> way = Vector3<Real>::Zero();
  for (int b = 0; b < 2; ++b) {
    const int body = contact.bodies[b];
    const Displacement<Real> own = difference(poses[body], previous[body]);
    const Vector3<Real> point = own.linear + own.angular.cross(contact.arm(b, poses));
    way += b == 0 ? point : Vector3<Real>(-point);
  }
  return way - contact.normal * contact.normal.dot(way);
}

// One update of Λ_t, the tangential multiplier (3 components, across n), under Λ_n: Λ* = Λ_t − ξ μ_t t, and ν_d Λ_n along it if it is longer than
// ν_s Λ_n. Moves the bodies by the change.
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
