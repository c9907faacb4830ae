#include "rigid/problem/system.h"

#include <algorithm>
#include <cmath>

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

Contact<double> contact_between(const Body& first, const Body& second, const ContactSettings& settings) {
  Contact<double> contact;
  contact.compliance = settings.compliance;
  contact.margin = settings.margin;
  contact.static_friction = contact.dynamic_friction = std::sqrt(first.friction * second.friction);
  contact.restitution = std::max(first.restitution, second.restitution);
  return contact;
}

Constraints<double> possible_constraints(const System& system) {
  Constraints<double> constraints = system.constraints;
  if (!system.contacts) return constraints;
  Body roughest;
  for (const Body& body : system.bodies) {
    roughest.friction = std::max(roughest.friction, body.friction);
    roughest.restitution = std::max(roughest.restitution, body.restitution);
  }
  constraints.push_back(contact_between(roughest, roughest, *system.contacts));
  return constraints;
}

}  // namespace simbench::rigid
