// A system of rigid bodies: what moves, what connects it, and where it is.
#pragma once

#include <string>

#include "rigid/constraint_list.h"

namespace simbench::rigid {

struct Body {
  std::string name;
  Inertia<double> inertia;
  Vector3<double> edges = Vector3<double>::Zero();  // of a box that shows where it is; zero of a point [m]
};

// Poses and velocities of all bodies, in the world.
struct State {
  Poses<double> poses;
  std::vector<Displacement<double>> velocities;  // v [m/s], ω [rad/s]
};

struct System {
  // The last one is the world: it never moves, and is at the origin.
  std::vector<Body> bodies;
  Constraints<double> constraints;
  Vector3<double> gravity = Vector3<double>::Zero();  // [m/s²]

  int world() const { return static_cast<int>(bodies.size()) - 1; }
};

// A system where it starts.
struct World {
  System system;
  State state;
};

// Of a solid box of these edges [m], and of a solid ball [kg m²].
inline Vector3<double> box_inertia(double mass, const Vector3<double>& edges) {
  const Vector3<double> squares = edges.cwiseAbs2();
  return mass / 12 * (Vector3<double>::Constant(squares.sum()) - squares);
}
inline Vector3<double> ball_inertia(double mass, double radius) {
  return Vector3<double>::Constant(0.4 * mass * radius * radius);
}

}  // namespace simbench::rigid
