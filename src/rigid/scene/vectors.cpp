#include "rigid/scene/vectors.h"

#include <cmath>
#include <numbers>

#include "config/unit_length.h"

namespace simbench::rigid {

Vector3<double> unit(const Vector3<double>& vector) {
  const double square = vector.squaredNorm();
  if (config::is_unit_length(square)) return vector;
  return std::isnormal(square) ? vector.normalized() : vector.stableNormalized();
}

void describe_points(config::Fields& fields, std::array<Vector3<double>, 2>& points) {
  fields.vector_pair("points", points,
                     {.unit = "m",
                      .doc = "one point per body, in the body's frame; it may lie outside of the body",
                      .example = "[[0, 0, 0], [-0.5, -1, 0]]"});
}

void describe_unit_vector(config::Fields& fields, std::string_view key, Vector3<double>& value,
                          std::string_view doc) {
  fields.vector(key, value, {.doc = doc});
  fields.require(!value.isZero(0), key, "the zero vector has no direction");
  value = unit(value);
}

void describe_unit_vectors(config::Fields& fields, std::string_view key,
                           std::array<Vector3<double>, 2>& values, std::string_view doc,
                           std::string_view example) {
  fields.vector_pair(key, values, {.doc = doc, .example = example});
  for (Vector3<double>& value : values) {
    fields.require(!value.isZero(0), key, "the zero vector has no direction");
    value = unit(value);
  }
}

void describe_limits(config::Fields& fields, std::optional<std::array<double, 2>>& limits, Limited what) {
  static constexpr std::array<std::string_view, 3> docs = {
      "smallest and largest value", "smallest and largest angle, between 0 and pi",
      "smallest and largest angle; they may be beyond half a turn. The angle at the start is known up to "
      "whole "
      "turns, and the one nearest to the middle of the limits is taken"};
  fields.optional_interval(
      "limits", limits,
      {.unit = what == Limited::length ? "m" : "rad",
       .doc = docs[static_cast<std::size_t>(what)],
       .range = what == Limited::angle_between_axes ? config::Range{0, std::numbers::pi} : config::any_number,
       .example = what == Limited::length ? "[0, 1]" : "[0.1, 0.5]"});
  fields.require(!limits || (*limits)[0] < (*limits)[1], "limits",
                 "the first limit has to be below the second; without room between them, choose a joint "
                 "that holds this motion");
}

}  // namespace simbench::rigid
