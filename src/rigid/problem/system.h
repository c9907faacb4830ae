// A system of rigid bodies: the bodies, the constraints, and the state.
#pragma once

#include <string>

#include "rigid/constraints/constraint_list.h"
#include "rigid/problem/contact_settings.h"
#include "rigid/shapes/shape.h"

namespace simbench::rigid {

struct Body {
  std::string name;
  Inertia inertia;
  Shape shape = {};
  double friction = 0, restitution = 0;  // of contacts that are found
};

// Poses and velocities of all bodies, in the world frame.
struct State {
  Poses poses;
  std::vector<Displacement> velocities;  // v [m/s], ω [rad/s]
  // Of the constraints that have an angle, in their order [rad]: with all turns, which poses do not tell.
  // Empty at the start, where each constraint knows its own.
  std::vector<double> angles = {};
};

struct System {
  // The last body is the world: it is at the origin and never moves.
  std::vector<Body> bodies;
  Constraints constraints;
  std::vector<std::string> entry_types = {};          // of the scene's constraints: "hinge" and so on
  Vector3<double> gravity = Vector3<double>::Zero();  // [m/s²]
  std::optional<ContactSettings> contacts = {};       // empty if no contacts are found

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
// Principal moments of a solid capsule along x; `length` is the distance between the centres of its ends [m].
Vector3<double> capsule_inertia(double mass, double length, double radius);

// A contact of two bodies without its points, with the geometric mean of their coefficients of friction and
// the larger one of their coefficients of restitution.
Contact contact_between(const Body& first, const Body& second, const ContactSettings& settings);

// The constraints of the system and, if contacts are found, one as they may occur. Solvers decide with it
// whether they take a scene.
Constraints possible_constraints(const System& system);

}  // namespace simbench::rigid
