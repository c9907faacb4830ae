// A system of rigid bodies: the bodies, the constraints, and the state.
#pragma once

#include <string>

#include "rigid/constraints/constraint_list.h"

namespace simbench::rigid {

struct Body {
  std::string name;
  Inertia<double> inertia;
  Vector3<double> edges = Vector3<double>::Zero();  // of a box that shows the body; zero for a point [m]
};

// Poses and velocities of all bodies, in the world frame.
struct State {
  Poses<double> poses;
  std::vector<Displacement<double>> velocities;  // v [m/s], ω [rad/s]
};

struct System {
  // The last body is the world: it is at the origin and never moves.
  std::vector<Body> bodies;
  Constraints<double> constraints;
  Vector3<double> gravity = Vector3<double>::Zero();  // [m/s²]

  int world() const { return static_cast<int>(bodies.size()) - 1; }
};

// A system and its state at the start.
struct World {
  System system;
  State state;
};

// Principal moments of a solid box with these edges [m] and of a solid ball [kg m²].
inline Vector3<double> box_inertia(double mass, const Vector3<double>& edges) {
  const Vector3<double> squares = edges.cwiseAbs2();
  return mass / 12 * (Vector3<double>::Constant(squares.sum()) - squares);
}
inline Vector3<double> ball_inertia(double mass, double radius) {
  return Vector3<double>::Constant(0.4 * mass * radius * radius);
}

}  // namespace simbench::rigid
