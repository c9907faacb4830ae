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

void describe_limits(config::Fields& fields, std::optional<std::array<double, 2>>& limits, bool are_angles) {
  fields.optional_interval(
      "limits", limits,
      {.unit = are_angles ? "rad" : "m",
       .doc = are_angles ? "smallest and largest angle, between -pi and pi" : "smallest and largest value",
       .range = are_angles ? config::Range{-std::numbers::pi, std::numbers::pi} : config::any_number,
       .example = are_angles ? "[-0.5, 0.5]" : "[0, 1]"});
  fields.require(!limits || (*limits)[0] < (*limits)[1], "limits",
                 "the first limit has to be below the second; without room between them, choose a joint "
                 "that holds this motion");
}

}  // namespace simbench::rigid
