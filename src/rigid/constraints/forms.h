// Equivalent forms of joints. Solvers can choose between them (Waterson 2026, Sec. 5.1 and 5.7).
#pragma once

#include "rigid/constraints/constraint_list.h"

namespace simbench::rigid {

// A ball joint as a vector of three components, as three separate rows, or as the length |δp|.
enum class PointForm { vector, rows, scalar };
// An axis constraint by its angle or by the cosine.
enum class AxisForm { angle, cosine };

struct Forms {
  PointForm point = PointForm::vector;
  AxisForm axis = AxisForm::angle;

  bool are_those_of_scenes() const { return point == PointForm::vector && axis == AxisForm::angle; }
};

// The same joints in other forms, in the same order. A ball joint in the form `rows` keeps its three
// multipliers; in the form `scalar` it has one.
Constraints in_forms(const Constraints& constraints, const Forms& forms);

// Whether c has a kink, which means no derivative where c = 0: the angle of aligned axes, or a distance of
// zero.
template <class Constraint>
bool has_kink(const Constraint& constraint) {
  if constexpr (std::is_same_v<Constraint, Distance>) return constraint.length == 0 && !constraint.is_limit();
  if constexpr (std::is_same_v<Constraint, Axis>) return constraint.angle == 0 && !constraint.is_limit();
  return false;
}

// The same joints without kinks, for methods that need second derivatives: an axis becomes two rows, a
// distance of zero three.
Constraints smooth(const Constraints& constraints);

}  // namespace simbench::rigid
