// The pose of a rigid body and its displacements: X ⊞ δ and X ⊖ Y with δ = (dx, dθ). The rotation acts from
// the left, in the world frame.
#pragma once

#include <vector>

#include "rigid/bodies/rotation.h"

namespace simbench::rigid {

struct Pose {
  Vector3<double> position = Vector3<double>::Zero();  // of the centre of mass [m]
  Quaternion orientation = Quaternion::Identity();     // body → world

  Vector3<double> in_world(const Vector3<double>& arm) const { return orientation * arm; }  // R r₀
};

inline bool is_finite(const Pose& pose) {
  return pose.position.allFinite() && pose.orientation.coeffs().allFinite();
}

using Poses = std::vector<Pose>;

struct Displacement {
  Vector3<double> linear = Vector3<double>::Zero();   // dx [m]
  Vector3<double> angular = Vector3<double>::Zero();  // dθ [rad]

  Displacement& operator+=(const Displacement& other) {
    linear += other.linear;
    angular += other.angular;
    return *this;
  }
};

// The numbers of all displacements in one array, for loops that fill vector registers.
template <class Displacements>
auto entries_of(Displacements& all) {
  static_assert(sizeof(Displacement) == 6 * sizeof(double));
  using Entries = std::conditional_t<std::is_const_v<Displacements>, const Eigen::ArrayXd, Eigen::ArrayXd>;
  return Eigen::Map<Entries>(all.empty() ? nullptr : all[0].linear.data(),
                             6 * static_cast<Index>(all.size()));
}

// X ← X ⊞ δ.
inline void move(Pose& pose, const Displacement& displacement) {
  pose.position += displacement.linear;
  pose.orientation = (exponential(displacement.angular) * pose.orientation).normalized();
}

// X ⊖ Y, so that Y ⊞ (X ⊖ Y) = X.
inline Displacement difference(const Pose& X, const Pose& Y) {
  return {X.position - Y.position, logarithm(X.orientation * Y.orientation.conjugate())};
}

}  // namespace simbench::rigid
