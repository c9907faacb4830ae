// What joints consist of: the point where a joint is, its axis, and what is free in it.
#pragma once

#include "config/fields.h"
#include "rigid/bodies/linearisation.h"

namespace simbench::rigid {

// The poses of two joined bodies at the start, and which of the two is a body and not the world. Directions
// that a joint chooses itself come from the frame of that body, so that they turn with the scene.
struct TwoPoses : std::array<Pose, 2> {
  int body = 0;
};
using TwoVectors = std::array<Vector3<double>, 2>;

// Where a joint is: a point of each body, or one point of the world at the start of the scene.
struct Anchor {
  TwoVectors points = {Vector3<double>::Zero(), Vector3<double>::Zero()};  // in the bodies' frames [m]
  std::optional<Vector3<double>> in_world = {};                            // [m]

  void describe(config::Fields& fields);
  TwoVectors of(const TwoPoses& poses) const;  // in the bodies' frames
};

// The axis of a joint: a direction of each body, or one direction of the world at the start of the scene.
struct JointAxis {
  TwoVectors axes = {Vector3<double>::UnitZ(), Vector3<double>::UnitZ()};  // of unit length
  std::optional<Vector3<double>> in_world = {};

  void describe(config::Fields& fields);
  TwoVectors of(const TwoPoses& poses) const;  // in the bodies' frames
};

// Moves or turns with a speed, by a force or torque that is at most the given one.
struct MotorEntry {
  double speed = 0;             // [rad/s or m/s]
  std::optional<double> force;  // the largest one [N m or N]
};

// What is free in a joint: a turn about its axis, or a slide along it.
struct Coordinate {
  std::optional<std::array<double, 2>> limits = {};  // [rad or m]
  std::optional<MotorEntry> motor = {};

  void describe(config::Fields& fields, Measure measure);
};

}  // namespace simbench::rigid
