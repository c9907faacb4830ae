// Joints between two bodies that are made of several constraints. A scene lists each of them as one entry:
//
//   joint        constraints                                                  free
//   fixed        point, orientation                                           nothing
//   hinge        point, alignment                                             a turn
//   universal    point, axis at a right angle                                 two turns
//   prismatic    two translations across the axis, orientation                a slide
//   cylindrical  two translations across the axis, alignment                  a turn and a slide
//
// A turn or a slide may have limits and a motor. They are further constraints.
#pragma once

#include "rigid/constraints/constraint_list.h"
#include "rigid/scene/joint_parts.h"

namespace simbench::rigid {

struct Fixed {
  static constexpr std::string_view name = "fixed";
  Anchor anchor = {};
  std::optional<Quaternion> orientation = {};  // of the second body in the frame of the first

  void describe(config::Fields& fields);
  Constraints rows(const TwoPoses& poses) const;
};

struct Hinge {
  static constexpr std::string_view name = "hinge";
  Anchor anchor = {};
  JointAxis axis = {};
  std::optional<TwoVectors> directions = {};  // from which the angle is measured
  Coordinate turn = {};

  void describe(config::Fields& fields);
  Constraints rows(const TwoPoses& poses) const;
};

struct Universal {
  static constexpr std::string_view name = "universal";
  Anchor anchor = {};
  TwoVectors axes = {Vector3<double>::UnitX(), Vector3<double>::UnitY()};  // which stay at a right angle

  void describe(config::Fields& fields);
  Constraints rows(const TwoPoses& poses) const;
};

struct Prismatic {
  static constexpr std::string_view name = "prismatic";
  Anchor anchor = {};
  JointAxis axis = {};
  Coordinate slide = {};

  void describe(config::Fields& fields);
  Constraints rows(const TwoPoses& poses) const;
};

struct Cylindrical {
  static constexpr std::string_view name = "cylindrical";
  Anchor anchor = {};
  JointAxis axis = {};
  std::optional<TwoVectors> directions = {};  // from which the angle is measured
  Coordinate turn = {}, slide = {};

  void describe(config::Fields& fields);
  Constraints rows(const TwoPoses& poses) const;
};

}  // namespace simbench::rigid
