// How a solver writes down joints that have several equal forms (Waterson 2026, Sec. 5.1 and 5.7).
#pragma once

#include "rigid/constraint_list.h"

namespace simbench::rigid {

// A ball joint by its three components at once, one after the other, or by the length |δp|.
enum class PointForm { vector, rows, scalar };
// An axis by its angle or by its cosine.
enum class AxisForm { angle, cosine };

struct Forms {
  PointForm point = PointForm::vector;
  AxisForm axis = AxisForm::angle;

  bool are_those_of_scenes() const { return point == PointForm::vector && axis == AxisForm::angle; }
};

// The same joints in these forms, in the same order. A ball joint as three rows keeps its place in Λ; as a length it has one row.
template <class Real>
Constraints<Real> in_forms(const Constraints<Real>& constraints, const Forms& forms);

// Whether c has no derivative where it is zero: the angle of an axis, a distance of zero.
template <class Constraint>
bool has_kink(const Constraint& constraint) {
  if constexpr (std::is_same_v<Constraint, Distance<double>>) return constraint.length == 0;
  return std::is_same_v<Constraint, Axis<double>>;
}

// The same joints without kinks, for those who differentiate them twice: an axis in two rows, a distance of zero in three.
Constraints<double> smooth(const Constraints<double>& constraints);

}  // namespace simbench::rigid
