// Members of a scene that several constraints and joints have.
#pragma once

#include "config/fields.h"
#include "rigid/bodies/rotation.h"

namespace simbench::rigid {

// Scales a vector to unit length, unless its length is already 1 up to rounding.
Vector3<double> unit(const Vector3<double>& vector);

// Points of two bodies, in their frames [m].
void describe_points(config::Fields& fields, std::array<Vector3<double>, 2>& points);
// A direction of any length except 0, which becomes 1.
void describe_unit_vector(config::Fields& fields, std::string_view key, Vector3<double>& value,
                          std::string_view doc);
void describe_unit_vectors(config::Fields& fields, std::string_view key,
                           std::array<Vector3<double>, 2>& values, std::string_view doc,
                           std::string_view example);
// [minimum, maximum] in rising order: of a length, of the angle between two axes, or of a turn about an axis,
// which may be several whole turns.
enum class Limited { length, angle_between_axes, turn };
void describe_limits(config::Fields& fields, std::optional<std::array<double, 2>>& limits, Limited what);

// Gives a row the limits [minimum, maximum]; `value` is the member that they refer to.
template <class Constraint, class Base>
void set_limits(Constraint& constraint, double Base::*value, const std::array<double, 2>& limits) {
  constraint.*value = limits[0];
  constraint.slack = limits[1] - limits[0];
}

}  // namespace simbench::rigid
