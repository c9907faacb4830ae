// The ways to choose points of a body at rest. Each is a struct with
//
//   static name              the word that scenes choose it by
//   describe(fields)         its other members
//   chooser(points)          returns a predicate: whether the point with a given number is chosen
//
// A new way needs its struct here and its name in point_selection.h.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/error.h"
#include "config/fields.h"
#include "math/types.h"

namespace simbench {

// The points that a selection chooses from.
struct SelectablePoints {
  Positions<double> positions;     // 3 × points [m]
  std::string_view what;           // the name of a point in messages: "vertex", "tet"
  std::span<const int> tags = {};  // one per point; empty if the mesh's file has none

  // The box around all points [m].
  Vector3<double> lowest = count() > 0 ? Vector3<double>(positions.rowwise().minCoeff())
                                       : Vector3<double>::Zero();
  Vector3<double> highest = count() > 0 ? Vector3<double>(positions.rowwise().maxCoeff())
                                        : Vector3<double>::Zero();
  // A point that misses a shape by no more than this counts as inside [m].
  double tolerance = 1e-9 * (highest - lowest).norm();

  Index count() const { return positions.cols(); }
  Vector3<double> operator[](Index i) const { return positions.col(i); }
};

namespace selections {

inline constexpr std::array<std::string_view, 6> side_names = {"x_min", "x_max", "y_min",
                                                               "y_max", "z_min", "z_max"};

// Points with the extreme coordinate along an axis.
template <int side_axis, bool is_highest>
struct Side {
  static constexpr std::string_view name = side_names[2 * side_axis + is_highest];
  static constexpr int axis = side_axis;

  void describe(config::Fields&) {}
  auto chooser(const SelectablePoints& points) const {
    return [&points, face = (is_highest ? points.highest : points.lowest)[axis]](Index i) {
      return std::abs(points[i][axis] - face) <= points.tolerance;
    };
  }
};

struct Plane {
  static constexpr std::string_view name = "plane";
  Vector3<double> point = Vector3<double>::Zero();  // [m]
  Vector3<double> normal = Vector3<double>::UnitX();
  double distance = 0;  // [m]

  void describe(config::Fields& fields) {
    fields.vector(
        "point", point,
        {.unit = "m", .doc = "a point of the plane", .required = true, .example = "[0.4, 0.2, 0.2]"});
    fields.vector("normal", normal,
                  {.doc = "normal of the plane, of any length", .required = true, .example = "[1, 1, 0]"});
    fields.require(normal.cwiseAbs().maxCoeff() > 0, "normal",
                   "the normal needs a direction; (0, 0, 0) has none");
    fields.number("distance", distance,
                  {.unit = "m", .doc = "largest distance from the plane", .range = config::non_negative});
  }
  auto chooser(const SelectablePoints& points) const {
    return [this, &points, direction = Vector3<double>(normal.stableNormalized())](Index i) {
      return std::abs(direction.dot(points[i] - point)) <= distance + points.tolerance;
    };
  }
};

struct Box {
  static constexpr std::string_view name = "box";
  Vector3<double> minimum = Vector3<double>::Zero();  // [m]
  Vector3<double> maximum = Vector3<double>::Zero();

  void describe(config::Fields& fields) {
    fields.vector("minimum", minimum,
                  {.unit = "m", .doc = "lowest corner", .required = true, .example = "[0, 0, 0]"});
    fields.vector("maximum", maximum,
                  {.unit = "m", .doc = "highest corner", .required = true, .example = "[0.1, 1, 1]"});
  }
  auto chooser(const SelectablePoints& points) const {
    return [this, &points](Index i) {
      const Vector3<double> position = points[i];
      return ((position - minimum).array() >= -points.tolerance).all() &&
             ((maximum - position).array() >= -points.tolerance).all();
    };
  }
};

struct Sphere {
  static constexpr std::string_view name = "sphere";
  Vector3<double> center = Vector3<double>::Zero();  // [m]
  double radius = 0;                                 // [m]

  void describe(config::Fields& fields) {
    fields.vector("center", center,
                  {.unit = "m", .doc = "center of the sphere", .required = true, .example = "[0, 0, 0]"});
    fields.number("radius", radius,
                  {.unit = "m", .range = config::non_negative, .required = true, .example = "0.2"});
  }
  auto chooser(const SelectablePoints& points) const {
    return [this, &points](Index i) { return (points[i] - center).norm() <= radius + points.tolerance; };
  }
};

// The nearest point; the first one if several are equally near.
struct Nearest {
  static constexpr std::string_view name = "nearest";
  Vector3<double> point = Vector3<double>::Zero();  // [m]

  void describe(config::Fields& fields) {
    fields.vector("point", point,
                  {.unit = "m",
                   .doc = "the one nearest to this point is chosen",
                   .required = true,
                   .example = "[0.4, 0.2, 0.2]"});
  }
  auto chooser(const SelectablePoints& points) const {
    // Of points at the same distance the one with the lowest x, then y, then z, whatever their numbers are.
    const auto order = [&](Index i) {
      const Vector3<double> place = points[i];
      return std::tuple((place - point).norm(), place[0], place[1], place[2]);
    };
    Index nearest = 0;
    for (Index i = 1; i < points.count(); ++i) {
      if (order(i) < order(nearest)) nearest = i;
    }
    return [nearest](Index i) { return i == nearest; };
  }
};

struct Indices {
  static constexpr std::string_view name = "indices";
  std::vector<int> indices;

  void describe(config::Fields& fields) {
    fields.integers("indices", indices,
                    {.doc = "numbers of the chosen ones, counted from 0",
                     .minimum = 0,
                     .required = true,
                     .example = "[0, 1, 5]"});
  }
  // Throws Error (usage) if a number is out of range.
  auto chooser(const SelectablePoints& points) const {
    const std::set<Index> chosen(indices.begin(), indices.end());
    if (!chosen.empty() && *chosen.rbegin() >= points.count()) {
      throw Error(ExitCode::usage, fmt::format("{} {} does not exist; there are {} of them, counted from 0",
                                               points.what, *chosen.rbegin(), points.count()));
    }
    return [chosen](Index i) { return chosen.contains(i); };
  }
};

struct All {
  static constexpr std::string_view name = "all";
  void describe(config::Fields&) {}
  auto chooser(const SelectablePoints&) const {
    return [](Index) { return true; };
  }
};

// Points with this tag in the mesh's file.
struct Tag {
  static constexpr std::string_view name = "tag";
  int tag = 0;

  void describe(config::Fields& fields) {
    fields.integer("tag", tag,
                   {.doc = "tag in the mesh's file: the physical group (.msh) or the attribute of the "
                           "region (.ele)",
                    .required = true,
                    .example = "7"});
  }
  // Throws Error (usage), which lists the existing tags, if the mesh has no such tag.
  auto chooser(const SelectablePoints& points) const {
    const std::set<int> known(points.tags.begin(), points.tags.end());
    if (known.empty()) {
      throw Error(
          ExitCode::usage,
          fmt::format("the mesh has no tags; to give each {} a tag, use physical groups in a .msh file "
                      "or attributes of regions in an .ele file",
                      points.what));
    }
    if (!known.contains(tag)) {
      constexpr std::size_t most = 20;  // largest number of tags in the message
      const bool more = known.size() > most;
      const auto end = more ? std::next(known.begin(), most) : known.end();
      throw Error(ExitCode::usage,
                  fmt::format("no {} has the tag {}; the tags of the mesh are {}{}", points.what, tag,
                              fmt::join(known.begin(), end, ", "), more ? ", ..." : ""));
    }
    return [this, &points](Index i) { return points.tags[i] == tag; };
  }
};

}  // namespace selections
}  // namespace simbench
