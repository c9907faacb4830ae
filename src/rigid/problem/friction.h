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
bool any_contact(const Constraints& constraints, const Predicate& is_so) {
  return constraints.any_of([&]<class Constraint>(const Constraint& constraint) {
    if constexpr (std::is_same_v<Constraint, Contact>) return is_so(constraint);
    return false;
  });
}

inline bool has_friction(const Constraints& constraints) {
  return any_contact(constraints, [](const auto& contact) { return contact.static_friction > 0; });
}

// The reason why a solver without friction declines these constraints; empty if it accepts them.
inline Declines declines_friction(const Constraints& constraints) {
  if (has_friction(constraints)) return "it has no friction, but a contact of the scene has";
  return {};
}

// A contact at given poses: the arms of its points, with which displacements and momenta are computed.
struct Touch {
  const Contact& contact;
  std::array<Vector3<double>, 2> arms;  // from each body's centre to its point, in the world frame [m]

  Touch(const Contact& contact_, std::span<const Pose> poses)
      : contact(contact_), arms{contact.arm(0, poses), contact.arm(1, poses)} {}

  // The tangential slip (1 − nnᵀ) (d_i − d_j), where d are the displacements of the points if the bodies are
  // displaced like this since X_n [m].
  Vector3<double> slip(const Displacement& first, const Displacement& second) const {
    const Vector3<double> relative =
        (first.linear + first.angular.cross(arms[0])) - (second.linear + second.angular.cross(arms[1]));
    return relative - contact.normal * contact.normal.dot(relative);
  }
  Vector3<double> slip(const StepProblem& problem, const Poses& poses) const {
    const auto [i, j] = contact.bodies;
    return slip(moved(problem, poses, i), moved(problem, poses, j));
  }
  // The momentum that a tangential multiplier gives to one of the bodies.
  Displacement pull(int body, const Vector3<double>& tangential) const {
    const Vector3<double> own = body == 0 ? tangential : Vector3<double>(-tangential);
    return {own, arms[body].cross(own)};
  }
  // M⁻¹ Jᵀ Λ_t of one of the bodies.
  Displacement displacement(int body, const Vector3<double>& tangential, std::span<const Inertia> inertias,
                            std::span<const Pose> poses) const {
    const int own = contact.bodies[body];
    return inertias[own].displacement_of(pull(body, tangential), poses[own].orientation);
  }
  // Adds M⁻¹ Jᵀ Λ_t to the displacements of both bodies.
  void displace(const Vector3<double>& tangential, std::span<const Inertia> inertias,
                std::span<const Pose> poses, std::span<Displacement> displacements) const {
    for (int b = 0; b < 2; ++b)
      displacements[contact.bodies[b]] += displacement(b, tangential, inertias, poses);
  }
  // The change −ξ μ_t t of the multiplier that removes a slip t, with its effective mass μ_t at these poses.
  Vector3<double> removing(const Vector3<double>& slip, double relaxation, std::span<const Inertia> inertias,
                           std::span<const Pose> poses) const {
    const double square = slip.squaredNorm();
    if (square == 0) return Vector3<double>::Zero();
    double mobility = 0;  // tᵀ K t
    for (int b = 0; b < 2; ++b) {
      const Displacement momentum = pull(b, slip), moved = displacement(b, slip, inertias, poses);
      mobility += momentum.linear.dot(moved.linear) + momentum.angular.dot(moved.angular);
    }
    return mobility > 0 ? Vector3<double>(-(relaxation * square / mobility) * slip) : Vector3<double>::Zero();
  }
  // Updates the tangential multiplier Λ_t (perpendicular to n) in a sweep and returns its change. The trial
  // value is Λ_t − ξ μ_t t. If it is longer than ν_s Λ_n, its length becomes ν_d Λ_n.
  Vector3<double> update(Vector3<double>& tangential, const Vector3<double>& slip, double normal_multiplier,
                         double relaxation, std::span<const Inertia> inertias,
                         std::span<const Pose> poses) const {
    Vector3<double> wanted = tangential + removing(slip, relaxation, inertias, poses);
    const double length = wanted.norm();
    if (length > contact.static_friction * normal_multiplier)
      wanted *= contact.dynamic_friction * normal_multiplier / length;
    const Vector3<double> last = std::exchange(tangential, wanted);
    return wanted - last;
  }
  // A correction of displacements ΔX since X_n, with the arms and masses of these fixed poses.
  void correct(std::span<Displacement> moves, Vector3<double>& tangential, double normal_multiplier,
               double relaxation, std::span<const Inertia> inertias, std::span<const Pose> poses) const {
    const auto [i, j] = contact.bodies;
    const Vector3<double> change =
        update(tangential, slip(moves[i], moves[j]), normal_multiplier, relaxation, inertias, poses);
    displace(change, inertias, poses, moves);
  }
};

}  // namespace simbench::rigid
