#include "scene/anchors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/error.h"

namespace simbench {

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
    for (const int vertex : groups_[group].vertices.of(mesh.rest_positions, "vertex")) {
      vertices_.push_back(vertex);
      group_of_.push_back(group);
    }
  }
  held_ = positions(Eigen::all, vertices_);
}

std::shared_ptr<const Potential<double>> HeldVertices::potential(double seconds) const {
  Positions<double> targets(3, held_.cols());
  for (Index i = 0; i < held_.cols(); ++i)
    targets.col(i) = groups_[group_of_[i]].carried(held_.col(i), seconds);
  return anchor_potential(vertices_, targets, stiffness_);
}

}  // namespace simbench
