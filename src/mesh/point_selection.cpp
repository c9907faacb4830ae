#include "mesh/point_selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"

namespace simbench {

void PointSelection::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 12> words = {"x_min",  "x_max",   "y_min",   "y_max",
                                                             "z_min",  "z_max",   "plane",   "box",
                                                             "sphere", "nearest", "indices", "all"};
  fields.variant(
      "select", select, words,
      [&](std::string_view word, config::Fields& members) {
        if (word == "box") {
          members.vector("minimum", minimum,
                         {.unit = "m", .doc = "lowest corner", .required = true, .example = "[0, 0, 0]"});
          members.vector("maximum", maximum,
                         {.unit = "m", .doc = "highest corner", .required = true, .example = "[0.1, 1, 1]"});
        } else if (word == "plane") {
          members.vector(
              "point", point,
              {.unit = "m", .doc = "a point of the plane", .required = true, .example = "[0.4, 0.2, 0.2]"});
          members.vector("normal", normal,
                         {.doc = "direction across the plane", .required = true, .example = "[1, 1, 0]"});
          members.require(normal.cwiseAbs().maxCoeff() > 0, "normal",
                          "the normal needs a direction; (0, 0, 0) has none");
          members.number(
              "distance", distance,
              {.unit = "m", .doc = "how far from the plane, at most", .range = config::non_negative});
        } else if (word == "sphere") {
          members.vector("center", point,
                         {.unit = "m", .doc = "of the sphere", .required = true, .example = "[0, 0, 0]"});
          members.number("radius", distance,
                         {.unit = "m", .range = config::non_negative, .required = true, .example = "0.2"});
        } else if (word == "nearest") {
          members.vector(
              "point", point,
              {.unit = "m", .doc = "what is nearest to it", .required = true, .example = "[0.4, 0.2, 0.2]"});
        } else if (word == "indices") {
          members.integers("indices", indices,
                           {.doc = "numbers from 0", .minimum = 0, .required = true, .example = "[0, 1, 5]"});
        }
      },
      {.doc = "what has the extreme coordinate of the body at rest, what lies on a plane or in a box or a "
              "sphere, what is nearest to a point, numbers, or all",
       .required = true});
}

std::vector<int> PointSelection::of(const Positions<double>& points, std::string_view what) const {
  const int count = static_cast<int>(points.cols());
  const Vector3<double> lowest = points.rowwise().minCoeff();
  const Vector3<double> highest = points.rowwise().maxCoeff();
  const double tolerance = 1e-9 * (highest - lowest).norm();
  const Vector3<double> direction = normal.stableNormalized();
  Index nearest = 0;
  if (select == "nearest") (points.colwise() - point).colwise().norm().minCoeff(&nearest);
  std::vector<int> sorted = indices;
  std::sort(sorted.begin(), sorted.end());
  const auto selected = [&](int index) {
    const Vector3<double> position = points.col(index);
    if (select == "all") return true;
    if (select == "indices") return std::binary_search(sorted.begin(), sorted.end(), index);
    if (select == "plane") return std::abs(direction.dot(position - point)) <= distance + tolerance;
    if (select == "sphere") return (position - point).norm() <= distance + tolerance;
    if (select == "nearest") return index == nearest;
    if (select == "box") {
      return ((position - minimum).array() >= -tolerance).all() &&
             ((maximum - position).array() >= -tolerance).all();
    }
    const int axis = select[0] - 'x';
    const double face = select.ends_with("min") ? lowest[axis] : highest[axis];
    return std::abs(position[axis] - face) <= tolerance;
  };

  if (select == "indices" && !sorted.empty() && sorted.back() >= count) {
    throw Error(ExitCode::usage, fmt::format("{} {} does not exist; there are {} of them, counted from 0",
                                             what, sorted.back(), count));
  }
  std::vector<int> result;
  for (int index = 0; index < count; ++index) {
    if (selected(index)) result.push_back(index);
  }
  if (result.empty()) {
    throw Error(ExitCode::usage, fmt::format("the selection '{}' holds no {} of the mesh", select, what));
  }
  return result;
}

}  // namespace simbench
