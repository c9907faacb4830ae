#include "rigid/problem/system.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace simbench::rigid {

Vector3<double> capsule_inertia(double mass, double length, double radius) {
  // A cylinder and two half balls, whose centres of mass are 3/8 of the radius beyond its ends.
  const double ends = 4 * radius / (4 * radius + 3 * length);  // their share of the volume
  const double cylinder_mass = (1 - ends) * mass, ends_mass = ends * mass, square = radius * radius;
  const double along = cylinder_mass * square / 2 + ends_mass * 0.4 * square;
  const double across = cylinder_mass * (length * length / 12 + square / 4) +
                        ends_mass * (0.4 * square + length * length / 4 + 3. / 8 * length * radius);
  return {along, across, across};
}

Contact contact_between(const Body& first, const Body& second, const ContactSettings& settings) {
  Contact contact;
  contact.entry = -1;
  contact.compliance = settings.compliance;
  contact.margin = settings.margin;
  contact.static_friction = contact.dynamic_friction = std::sqrt(first.friction * second.friction);
  contact.restitution = std::max(first.restitution, second.restitution);
  return contact;
}

Constraints possible_constraints(const System& system) {
  Constraints constraints = system.constraints;
  if (!system.contacts) return constraints;
  // The two bodies with the largest coefficients stand for all pairs.
  std::array<Body, 2> roughest;
  for (const Body& body : system.bodies) {
    if (body.shape.kind == Shape::Kind::none) continue;
    const double last = std::exchange(roughest[0].friction, std::max(roughest[0].friction, body.friction));
    roughest[1].friction = std::max(roughest[1].friction, std::min(last, body.friction));
    roughest[0].restitution = std::max(roughest[0].restitution, body.restitution);
  }
  constraints.push_back(contact_between(roughest[0], roughest[1], *system.contacts));
  return constraints;
}

}  // namespace simbench::rigid
