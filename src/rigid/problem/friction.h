// Coulomb friction of a contact at position level (Waterson 2026, Sec. 5.3, with displacements instead of
// velocities). It cancels the slip of the points in this step, within the limit that the normal multiplier
// gives.
#pragma once

#include <utility>

#include "harness/solver_settings.h"
#include "rigid/constraints/contact.h"
#include "rigid/problem/step_problem.h"

namespace simbench::rigid {

// Whether the predicate holds for one of the contacts.
template <class Predicate>
bool any_contact(const Constraints<double>& constraints, const Predicate& is_so) {
  return constraints.any_of([&]<class Constraint>(const Constraint& constraint) {
    if constexpr (std::is_same_v<Constraint, Contact<double>>) return is_so(constraint);
    return false;
  });
}

inline bool has_friction(const Constraints<double>& constraints) {
  return any_contact(constraints, [](const auto& contact) { return contact.static_friction > 0; });
}

// The reason why a solver without friction declines these constraints; empty if it accepts them.
inline Declines declines_friction(const Constraints<double>& constraints) {
  if (has_friction(constraints)) return "it has no friction, but a contact of the scene has";
  return {};
}

// A contact at given poses: the arms of its points, with which displacements and momenta are computed.
template <class Real>
struct Touch {
  const Contact<Real>& contact;
  std::array<Vector3<Real>, 2> arms;  // from each body's centre to its point, in the world frame [m]

  Touch(const Contact<Real>& contact_, std::span<const Pose<Real>> poses)
      : contact(contact_), arms{contact.arm(0, poses), contact.arm(1, poses)} {}

  // The tangential slip (1 − nnᵀ) (d_i − d_j), where d are the displacements of the points if the bodies are
  // displaced like this since X_n [m].
  Vector3<Real> slip(const Displacement<Real>& first, const Displacement<Real>& second) const {
    const Vector3<Real> relative =
        (first.linear + first.angular.cross(arms[0])) - (second.linear + second.angular.cross(arms[1]));
    return relative - contact.normal * contact.normal.dot(relative);
  }
  Vector3<Real> slip(const StepProblem<Real>& problem, const Poses<Real>& poses) const {
    const auto [i, j] = contact.bodies;
    return slip(moved(problem, poses, i), moved(problem, poses, j));
  }
  // The momentum that a tangential multiplier gives to one of the bodies.
  Displacement<Real> pull(int body, const Vector3<Real>& tangential) const {
    const Vector3<Real> own = body == 0 ? tangential : Vector3<Real>(-tangential);
    return {own, arms[body].cross(own)};
  }
  // M⁻¹ Jᵀ Λ_t of one of the bodies.
  Displacement<Real> displacement(int body, const Vector3<Real>& tangential,
                                  std::span<const Inertia<Real>> inertias,
                                  std::span<const Pose<Real>> poses) const {
    const int own = contact.bodies[body];
    return inertias[own].displacement_of(pull(body, tangential), poses[own].orientation);
  }
  // Adds M⁻¹ Jᵀ Λ_t to the displacements of both bodies.
  void displace(const Vector3<Real>& tangential, std::span<const Inertia<Real>> inertias,
                std::span<const Pose<Real>> poses, std::span<Displacement<Real>> displacements) const {
    for (int b = 0; b < 2; ++b)
      displacements[contact.bodies[b]] += displacement(b, tangential, inertias, poses);
  }
  // The change −ξ μ_t t of the multiplier that removes a slip t, with its effective mass μ_t at these poses.
  Vector3<Real> removing(const Vector3<Real>& slip, Real relaxation, std::span<const Inertia<Real>> inertias,
                         std::span<const Pose<Real>> poses) const {
    const Real square = slip.squaredNorm();
    if (square == 0) return Vector3<Real>::Zero();
    Real mobility = 0;  // tᵀ K t
    for (int b = 0; b < 2; ++b) {
      const Displacement<Real> momentum = pull(b, slip), moved = displacement(b, slip, inertias, poses);
      mobility += momentum.linear.dot(moved.linear) + momentum.angular.dot(moved.angular);
    }
    return mobility > 0 ? Vector3<Real>(-(relaxation * square / mobility) * slip) : Vector3<Real>::Zero();
  }
  // Updates the tangential multiplier Λ_t (perpendicular to n) in a sweep and returns its change. The trial
  // value is Λ_t − ξ μ_t t. If it is longer than ν_s Λ_n, its length becomes ν_d Λ_n.
  Vector3<Real> update(Vector3<Real>& tangential, const Vector3<Real>& slip, Real normal_multiplier,
                       Real relaxation, std::span<const Inertia<Real>> inertias,
                       std::span<const Pose<Real>> poses) const {
    Vector3<Real> wanted = tangential + removing(slip, relaxation, inertias, poses);
    const Real length = wanted.norm();
    if (length > contact.static_friction * normal_multiplier)
      wanted *= contact.dynamic_friction * normal_multiplier / length;
    const Vector3<Real> last = std::exchange(tangential, wanted);
    return wanted - last;
  }
  // A correction of displacements ΔX since X_n, with the arms and masses of these fixed poses.
  void correct(std::span<Displacement<Real>> moves, Vector3<Real>& tangential, Real normal_multiplier,
               Real relaxation, std::span<const Inertia<Real>> inertias,
               std::span<const Pose<Real>> poses) const {
    const auto [i, j] = contact.bodies;
    const Vector3<Real> change =
        update(tangential, slip(moves[i], moves[j]), normal_multiplier, relaxation, inertias, poses);
    displace(change, inertias, poses, moves);
  }
};

}  // namespace simbench::rigid
