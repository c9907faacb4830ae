#include "deformable/problem/state.h"

namespace simbench {

Vector3<double> linear_momentum(const VectorX<double>& masses, const Positions<double>& velocities) {
  return velocities * masses;
}

double kinetic_energy(const VectorX<double>& masses, const Positions<double>& velocities) {
  return masses.dot(velocities.colwise().squaredNorm()) / 2;
}

Vector3<double> angular_momentum(const VectorX<double>& masses, const Positions<double>& positions,
                                 const Positions<double>& velocities) {
  const Vector3<double> centre = positions * masses / masses.sum();
  Vector3<double> sum = Vector3<double>::Zero();
  for (Index i = 0; i < positions.cols(); ++i) {
    const Vector3<double> arm = positions.col(i) - centre;
    sum += masses[i] * arm.cross(velocities.col(i));
  }
  return sum;
}

}  // namespace simbench
