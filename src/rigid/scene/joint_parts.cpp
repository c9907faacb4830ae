#include "rigid/scene/joint_parts.h"

#include "rigid/scene/vectors.h"

namespace simbench::rigid {

void Anchor::describe(config::Fields& fields) {
  fields.alternatives("points", "anchor");
  fields.unused(fields.is_given("anchor"), {"points"}, "anchor", "anchor replaces it");
  describe_points(fields, points);
  fields.optional_vector("anchor", in_world,
                         {.unit = "m",
                          .doc = "the joint's point in the world at the start; replaces points",
                          .example = "[0, 0, 1]"});
}

TwoVectors Anchor::of(const TwoPoses& poses) const {
  if (!in_world) return points;
  TwoVectors result;
  for (int b = 0; b < 2; ++b) result[b] = poses[b].orientation.conjugate() * (*in_world - poses[b].position);
  return result;
}

void JointAxis::describe(config::Fields& fields) {
  fields.alternatives("axes", "axis");
  fields.unused(fields.is_given("axis"), {"axes"}, "axis", "axis replaces it");
  describe_unit_vectors(fields, "axes", axes, "one axis per body, in the body's frame; any length except 0",
                        "[[0, 0, 1], [0, 0, 1]]");
  fields.optional_vector(
      "axis", in_world,
      {.doc = "the joint's axis in the world at the start; replaces axes", .example = "[0, 0, 1]"});
  fields.require(!in_world || !in_world->isZero(0), "axis", "the zero vector has no direction");
}

TwoVectors JointAxis::of(const TwoPoses& poses) const {
  if (!in_world) return axes;
  const Vector3<double> axis = unit(*in_world);
  return {poses[0].orientation.conjugate() * axis, poses[1].orientation.conjugate() * axis};
}

void Coordinate::describe(config::Fields& fields, Measure measure) {
  const bool turns = measure == Measure::angle;
  describe_limits(fields, limits, turns ? Limited::turn : Limited::length);
  bool has_motor = motor.has_value();
  MotorEntry entry = motor.value_or(MotorEntry{});
  fields.optional_object(
      "motor", has_motor,
      [&](config::Fields& members) {
        members.number(
            "speed", entry.speed,
            {.unit = turns ? "rad/s" : "m/s",
             .doc = turns ? "angular velocity of the second body about the axis, seen from the first; 0 "
                            "is a brake"
                          : "velocity of the second body along the axis, seen from the first; 0 is a "
                            "brake"});
        members.optional_number(turns ? "largest_torque" : "largest_force", entry.force,
                                {.unit = turns ? "N m" : "N",
                                 .doc = "bound of what the motor applies; if left out, there is none",
                                 .range = config::positive,
                                 .example = "50"});
      },
      {.doc = "moves the joint with a given speed"});
  if (has_motor) motor = entry;
}

}  // namespace simbench::rigid
