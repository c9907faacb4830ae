#include "scene/anchors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/error.h"

namespace simbench {

void VertexSelection::describe(config::Fields& fields) {
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
              {.unit = "m", .doc = "a point of the plane", .required = true, .example = "[0, 0, 0]"});
          members.vector("normal", normal,
                         {.doc = "direction across the plane", .required = true, .example = "[0, 0, 1]"});
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
          members.vector("point", point,
                         {.unit = "m",
                          .doc = "the vertex nearest to it",
                          .required = true,
                          .example = "[0.4, 0.2, 0.2]"});
        } else if (word == "indices") {
          members.integers(
              "indices", indices,
              {.doc = "vertex numbers from 0", .minimum = 0, .required = true, .example = "[0, 1, 5]"});
        }
      },
      {.doc = "a face of the body at rest (vertices with the extreme coordinate), what lies on a plane or in "
              "a box or a "
              "sphere, the vertex nearest to a point, vertex numbers, or all",
       .required = true});
}

std::vector<int> VertexSelection::vertices(const TetMesh& mesh) const {
  const int count = static_cast<int>(mesh.vertex_count());
  const Vector3<double> lowest = mesh.rest_positions.rowwise().minCoeff();
  const Vector3<double> highest = mesh.rest_positions.rowwise().maxCoeff();
  const double tolerance = 1e-9 * (highest - lowest).norm();
  const Vector3<double> direction = normal.stableNormalized();
  Index nearest = 0;
  if (select == "nearest") (mesh.rest_positions.colwise() - point).colwise().norm().minCoeff(&nearest);
  std::vector<int> sorted = indices;
  std::sort(sorted.begin(), sorted.end());
  const auto selected = [&](int vertex) {
    const Vector3<double> position = mesh.rest_positions.col(vertex);
    if (select == "all") return true;
    if (select == "indices") return std::binary_search(sorted.begin(), sorted.end(), vertex);
    if (select == "plane") return std::abs(direction.dot(position - point)) <= distance + tolerance;
    if (select == "sphere") return (position - point).norm() <= distance + tolerance;
    if (select == "nearest") return vertex == nearest;
    if (select == "box") {
      return ((position - minimum).array() >= -tolerance).all() &&
             ((maximum - position).array() >= -tolerance).all();
    }
    const int axis = select[0] - 'x';
    const double face = select.ends_with("min") ? lowest[axis] : highest[axis];
    return std::abs(position[axis] - face) <= tolerance;
  };

  if (select == "indices" && !sorted.empty() && sorted.back() >= count) {
    throw Error(ExitCode::usage, fmt::format("vertex {} does not exist; the mesh has vertices 0 to {}",
                                             sorted.back(), count - 1));
  }
  std::vector<int> result;
  for (int vertex = 0; vertex < count; ++vertex) {
    if (selected(vertex)) result.push_back(vertex);
  }
  if (result.empty()) {
    throw Error(ExitCode::usage, fmt::format("the selection '{}' holds no vertex of the mesh", select));
  }
  return result;
}

void AnchorGroup::describe(config::Fields& fields) {
  fields.object("vertices", [&](config::Fields& members) { vertices.describe(members); },
                {.doc = "the vertices held", .required = true});
  fields.optional_object(
      "rotation", rotates,
      [&](config::Fields& members) {
        members.vector(
            "origin", rotation_origin,
            {.unit = "m", .doc = "a point of the axis", .required = true, .example = "[0, 0.1, 0.1]"});
        members.vector("axis", rotation_axis,
                       {.doc = "direction of the axis", .required = true, .example = "[1, 0, 0]"});
        members.require(rotation_axis.cwiseAbs().maxCoeff() > 0, "axis",
                        "the axis needs a direction; (0, 0, 0) has none");
        members.number(
            "degrees_per_second", degrees_per_second,
            {.unit = "deg/s", .doc = "right-handed about the axis", .required = true, .example = "60"});
      },
      {.doc = "rotation of the anchors about an axis"});
  fields.vector("translation", translation, {.unit = "m/s", .doc = "velocity of the anchors"});
}

Vector3<double> AnchorGroup::carried(const Vector3<double>& point, double seconds) const {
  Vector3<double> result = point;
  if (rotates) {
    const double angle = degrees_per_second * seconds * std::numbers::pi / 180;
    result = rotation_origin +
             Eigen::AngleAxisd(angle, rotation_axis.stableNormalized()) * (point - rotation_origin);
  }
  return result + seconds * translation;
}

void Anchors::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 1> words = {"material"};
  std::string word = "material";
  fields.number_or_word(
      "stiffness", stiffness, word, words,
      {.unit = "N/m",
       .doc = "k_s of each anchor, or \"material\": the number that is the material's stiffness",
       .range = config::positive});
  fields.list(
      "groups", groups.size(), [&](std::size_t size) { groups.resize(size); },
      [&](std::size_t i, config::Fields& members) { groups[i].describe(members); },
      {.doc = "groups of vertices that are held and moved together"});
}

HeldVertices::HeldVertices(const Anchors& anchors, double material_stiffness, const TetMesh& mesh,
                           const Positions<double>& positions)
    : stiffness_(anchors.stiffness.value_or(material_stiffness)), groups_(anchors.groups) {
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    for (const int vertex : groups_[group].vertices.vertices(mesh)) {
      vertices_.push_back(vertex);
      group_of_.push_back(group);
    }
  }
  held_ = positions(Eigen::all, vertices_);
}

std::shared_ptr<const EnergyTerm<double>> HeldVertices::term(double seconds) const {
  Positions<double> targets(3, held_.cols());
  for (Index i = 0; i < held_.cols(); ++i)
    targets.col(i) = groups_[group_of_[i]].carried(held_.col(i), seconds);
  return std::make_shared<AnchorTerm<double>>(vertices_, targets, stiffness_);
}

}  // namespace simbench
