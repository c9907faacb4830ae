// Constraints as a scene file lists them.
#pragma once

#include <map>
#include <string>
#include <variant>

#include "config/document.h"
#include "config/fields.h"
#include "rigid/problem/system.h"
#include "rigid/scene/joint_softness.h"
#include "rigid/scene/joints.h"

namespace simbench::rigid {

// The numbers of one type of constraint. Bodies and softness belong to all types.
template <class Type>
struct Described {
  static constexpr std::string_view name = Type::name;
  Type constraint;
  std::optional<std::array<double, 2>> limits = {};  // of types that have them
  void describe(config::Fields& fields);
};

// Acts on the vector between two points, or on their distance if a length is given.
template <>
struct Described<Spring> {
  static constexpr std::string_view name = "spring";
  std::array<Vector3<double>, 2> points = {Vector3<double>::Zero(), Vector3<double>::Zero()};
  std::optional<double> length;  // [m]
  Damper damper;
  void describe(config::Fields& fields);
};

// A new type of constraint needs its name here, and the description of its numbers in scene_constraints.cpp.
// A new joint needs its name here, and its struct in joints.h.
using SomeConstraint =
    std::variant<Described<Point>, Described<Distance>, Described<Axial>, Described<Axis>, Described<Angle>,
                 Described<Contact>, Described<Volume>, Described<Spring>, Described<Translation>,
                 Described<Orientation>, Fixed, Hinge, Universal, Prismatic, Cylindrical>;

struct ConstraintEntry {
  SomeConstraint type;
  std::vector<std::string> bodies;  // names of bodies, or "world"
  JointSoftness softness;

  void describe(config::Fields& fields);
  // `numbers` maps the names of the world's bodies to their indices; `number` is that of this entry. Throws
  // Error (usage) at its place in the document if the constraint is impossible at the start of the scene.
  void add_to(World& world, const std::map<std::string, int>& numbers, const config::Document& document,
              int number) const;
};

}  // namespace simbench::rigid
