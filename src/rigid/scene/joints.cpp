#include "rigid/scene/joints.h"

#include <fmt/format.h>

#include "rigid/scene/vectors.h"

namespace simbench::rigid {

namespace {

// The part of a direction that is across an axis, of unit length; any direction across it if there is none.
Vector3<double> part_across(const Vector3<double>& axis, const Vector3<double>& direction) {
  const Vector3<double> part = direction - axis.dot(direction) * axis;
  return part.norm() > 1e-6 ? Vector3<double>(part.normalized()) : axis.unitOrthogonal();
}

// A direction across the axis of the first body. If this is the world, it comes from the second body, so that
// it turns with the scene.
Vector3<double> across_first(const TwoVectors& axes, const TwoPoses& poses) {
  if (poses.body == 0) return axes[0].unitOrthogonal();
  const Vector3<double> of_second = poses[1].in_world(axes[1].unitOrthogonal());
  return part_across(axes[0], poses[0].orientation.conjugate() * of_second);
}

// The same direction, and the one of the second body that it has at the start. Both are across the axis of
// their own body.
TwoVectors across(const TwoVectors& axes, const TwoPoses& poses) {
  const Vector3<double> first = across_first(axes, poses);
  const Vector3<double> second = part_across(poses[1].in_world(axes[1]), poses[0].in_world(first));
  return {first, poses[1].orientation.conjugate() * second};
}

Point point_at(const TwoVectors& points) {
  Point point;
  point.points = points;
  return point;
}

Alignment aligned(const TwoVectors& axes) {
  Alignment alignment;
  alignment.axes = axes;
  return alignment;
}

Orientation same_orientation(const TwoPoses& poses) {
  Orientation orientation;
  orientation.orientation = (poses[0].orientation.conjugate() * poses[1].orientation).normalized();
  return orientation;
}

// Holds the second point on the axis of the first body.
void add_rail(const TwoVectors& points, const TwoVectors& axes, const TwoPoses& poses, Constraints& rows) {
  Translation row;
  row.points = points;
  const Vector3<double> first = across_first(axes, poses);
  for (const Vector3<double>& direction : {first, Vector3<double>(axes[0].cross(first))}) {
    row.direction = direction;
    rows.push_back(row);
  }
}

// Adds the limits and the motor of a coordinate. `row` and `motor` have all numbers except those of the
// coordinate; `target` is the member of `row` that the limits refer to.
template <class Row, class Motor>
void add_coordinate(const Coordinate& coordinate, Row row, double Row::*target, Motor motor,
                    Constraints& rows) {
  if (coordinate.limits) {
    set_limits(row, target, *coordinate.limits);
    rows.push_back(row);
  }
  if (!coordinate.motor) return;
  motor.speed = coordinate.motor->speed;
  if (coordinate.motor->force) motor.largest_force = *coordinate.motor->force;
  rows.push_back(motor);
}

void add_turn(const Coordinate& turn, const TwoVectors& axes, const std::optional<TwoVectors>& directions,
              const TwoPoses& poses, Constraints& rows) {
  Angle angle;
  angle.axis = axes[0];
  angle.directions = directions ? *directions : across(axes, poses);
  AngleMotor motor;
  motor.axis = angle.axis;
  motor.directions = angle.directions;
  add_coordinate(turn, angle, &Angle::angle, motor, rows);
}

void add_slide(const Coordinate& slide, const TwoVectors& points, const Vector3<double>& axis,
               Constraints& rows) {
  Translation translation;
  translation.points = points;
  translation.direction = axis;
  TranslationMotor motor;
  motor.points = points;
  motor.direction = axis;
  add_coordinate(slide, translation, &Translation::translation, motor, rows);
}

constexpr std::string_view why_no_directions = "only limits and a motor of the turn need its angle";

void describe_directions(config::Fields& fields, std::optional<TwoVectors>& directions) {
  fields.optional_vector_pair(
      "directions", directions,
      {.doc =
           "one direction per body, in the body's frame, across the axis: the angle is that from the first "
           "to the second; if left out, the angle is 0 at the start",
       .example = "[[1, 0, 0], [1, 0, 0]]"});
}

}  // namespace

void Fixed::describe(config::Fields& fields) {
  anchor.describe(fields);
  fields.optional_quaternion(
      "orientation", orientation,
      {.doc =
           "orientation (w, x, y, z) of the second body in the frame of the first; if left out, that of the "
           "start",
       .example = "[1, 0, 0, 0]"});
}

Constraints Fixed::rows(const TwoPoses& poses) const {
  Constraints rows;
  rows.push_back(point_at(anchor.of(poses)));
  Orientation own = same_orientation(poses);
  if (orientation) own.orientation = *orientation;
  rows.push_back(own);
  return rows;
}

void Hinge::describe(config::Fields& fields) {
  anchor.describe(fields);
  axis.describe(fields);
  fields.unused(!fields.is_given("limits") && !fields.is_given("motor"), {"directions"}, "limits",
                why_no_directions);
  describe_directions(fields, directions);
  turn.describe(fields, Measure::angle);
}

Constraints Hinge::rows(const TwoPoses& poses) const {
  Constraints rows;
  rows.push_back(point_at(anchor.of(poses)));
  rows.push_back(aligned(axis.of(poses)));
  add_turn(turn, axis.of(poses), directions, poses, rows);
  return rows;
}

void Universal::describe(config::Fields& fields) {
  anchor.describe(fields);
  describe_unit_vectors(fields, "axes", axes,
                        "an axis of each body, in the body's frame, which stay at a right angle",
                        "[[1, 0, 0], [0, 1, 0]]");
}

Constraints Universal::rows(const TwoPoses& poses) const {
  Constraints rows;
  rows.push_back(point_at(anchor.of(poses)));
  Axis right_angle;
  right_angle.axes = axes;
  right_angle.angle = std::numbers::pi / 2;
  rows.push_back(right_angle);
  return rows;
}

void Prismatic::describe(config::Fields& fields) {
  anchor.describe(fields);
  axis.describe(fields);
  slide.describe(fields, Measure::length);
}

Constraints Prismatic::rows(const TwoPoses& poses) const {
  Constraints rows;
  const TwoVectors points = anchor.of(poses), axes = axis.of(poses);
  add_rail(points, axes, poses, rows);
  rows.push_back(same_orientation(poses));
  add_slide(slide, points, axes[0], rows);
  return rows;
}

void Cylindrical::describe(config::Fields& fields) {
  anchor.describe(fields);
  axis.describe(fields);
  describe_directions(fields, directions);
  fields.object("turn", [&](config::Fields& members) { turn.describe(members, Measure::angle); },
                {.doc = "limits and motor of the turn about the axis"});
  fields.object("slide", [&](config::Fields& members) { slide.describe(members, Measure::length); },
                {.doc = "limits and motor of the slide along the axis"});
  fields.require(!directions || turn.limits || turn.motor, "directions",
                 fmt::format("it has no effect: {}; leave it out", why_no_directions));
}

Constraints Cylindrical::rows(const TwoPoses& poses) const {
  Constraints rows;
  const TwoVectors points = anchor.of(poses), axes = axis.of(poses);
  add_rail(points, axes, poses, rows);
  rows.push_back(aligned(axes));
  add_turn(turn, axes, directions, poses, rows);
  add_slide(slide, points, axes[0], rows);
  return rows;
}

}  // namespace simbench::rigid
