// The pose of a rigid body and its displacements: X ⊞ δ and X ⊖ Y with δ = (dx, dθ). The rotation acts from
// the left, in the world frame.
#pragma once

#include <vector>

#include "rigid/bodies/rotation.h"

namespace simbench::rigid {

template <class Real>
struct Pose {
  Vector3<Real> position = Vector3<Real>::Zero();               // of the centre of mass [m]
  Quaternion<Real> orientation = Quaternion<Real>::Identity();  // body → world

  Vector3<Real> in_world(const Vector3<Real>& arm) const { return orientation * arm; }  // R r₀
};

template <class Real>
bool is_finite(const Pose<Real>& pose) {
  return pose.position.allFinite() && pose.orientation.coeffs().allFinite();
}

template <class Real>
using Poses = std::vector<Pose<Real>>;

template <class Real>
struct Displacement {
  Vector3<Real> linear = Vector3<Real>::Zero();   // dx [m]
  Vector3<Real> angular = Vector3<Real>::Zero();  // dθ [rad]

  Displacement& operator+=(const Displacement& other) {
    linear += other.linear;
    angular += other.angular;
    return *this;
  }
};

// X ← X ⊞ δ.
template <class Real>
void move(Pose<Real>& pose, const Displacement<Real>& displacement) {
  pose.position += displacement.linear;
  pose.orientation = (exponential(displacement.angular) * pose.orientation).normalized();
}

// X ⊖ Y, so that Y ⊞ (X ⊖ Y) = X.
template <class Real>
Displacement<Real> difference(const Pose<Real>& X, const Pose<Real>& Y) {
  return {X.position - Y.position, logarithm<Real>(X.orientation * Y.orientation.conjugate())};
}

}  // namespace simbench::rigid
