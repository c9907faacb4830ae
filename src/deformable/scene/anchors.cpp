#include "deformable/scene/anchors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <set>

#include "base/error.h"

namespace simbench {

void Rotation::describe(config::Fields& fields) {
  fields.vector("origin", origin,
                {.unit = "m", .doc = "a point of the axis", .required = true, .example = "[0, 0.1, 0.1]"});
  fields.vector("axis", axis, {.doc = "direction of the axis", .required = true, .example = "[1, 0, 0]"});
  fields.require(axis.cwiseAbs().maxCoeff() > 0, "axis", "the axis needs a direction; (0, 0, 0) has none");
  fields.number("degrees_per_second", degrees_per_second,
                {.unit = "deg/s", .doc = "right-handed about the axis", .required = true, .example = "60"});
}

void Target::describe(config::Fields& fields) {
  fields.vector("point", point, {.unit = "m", .required = true, .example = "[0, 0, 1]"});
}

void AnchorGroup::describe(config::Fields& fields) {
  config::object(fields, "vertices", vertices,
                 {.doc = "the vertices that the anchors hold", .required = true});
  config::optional_object(
      fields, "target", target,
      {.doc =
           "where all these vertices are when the phase begins; if left out, they are held where they are"});
  config::list(fields, "targets", targets,
               {.doc = "where each vertex is when the phase begins, in the order of the selecting indices"});
  if (!targets.empty()) {
    const auto* const selected = std::get_if<selections::Indices>(&vertices.kind);
    const std::vector<int> indices = selected ? selected->indices : std::vector<int>{};
    fields.require(!target, "targets", "give either target or targets");
    fields.require(
        std::set(indices.begin(), indices.end()).size() == targets.size() && indices.size() == targets.size(),
        "targets",
        fmt::format("there are {} targets, so the vertices must be selected by as many different "
                    "indices",
                    targets.size()));
  }
  config::optional_object(fields, "rotation", rotation, {.doc = "rotation of the anchors about an axis"});
  fields.vector("translation", translation, {.unit = "m/s", .doc = "velocity of the anchors"});
}

bool AnchorGroup::moves_like(const AnchorGroup& other) const {
  if (!targets.empty() || !other.targets.empty()) return false;  // targets differ from vertex to vertex
  return target == other.target && rotation == other.rotation && translation == other.translation;
}

Vector3<double> AnchorGroup::start_of(int vertex, const Vector3<double>& found) const {
  if (targets.empty()) return target ? target->point : found;
  const std::vector<int>& indices = std::get<selections::Indices>(vertices.kind).indices;
  return targets[std::ranges::find(indices, vertex) - indices.begin()].point;
}

Vector3<double> AnchorGroup::carried(const Vector3<double>& point, double seconds) const {
  Vector3<double> result = point;
  if (rotation) {
    const double angle = rotation->degrees_per_second * seconds * std::numbers::pi / 180;
    result = rotation->origin +
             Eigen::AngleAxisd(angle, rotation->axis.stableNormalized()) * (point - rotation->origin);
  }
  return result + seconds * translation;
}

void Anchors::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 2> words = {"material", "hard"};
  config::number_or_choice(
      fields, "stiffness", stiffness, stiffness_rule, words,
      {.unit = "N/m",
       .doc =
           "spring constant k_s of each anchor; material: the value of the material's stiffness; hard: the "
           "vertices are held exactly, without springs",
       .range = config::positive});
  config::list(fields, "groups", groups, {.doc = "groups of vertices that are held and moved together"});
}

double Anchors::stiffness_on(double material_stiffness) const {
  return are_hard() ? std::numeric_limits<double>::infinity() : stiffness.value_or(material_stiffness);
}

void Anchors::refuse_contradictions(const TetMesh& mesh) const {
  if (!are_hard()) return;
  std::map<int, const AnchorGroup*> group_of;
  for (const AnchorGroup& group : groups) {
    for (const int vertex : group.vertices.of(mesh.rest_positions, "vertex")) {
      const AnchorGroup* const other = group_of.try_emplace(vertex, &group).first->second;
      if (other != &group && !other->moves_like(group)) {
        throw Error(ExitCode::usage, fmt::format("vertex {} is in two groups that move differently, and hard "
                                                 "anchors cannot hold it in two places",
                                                 vertex));
      }
    }
  }
  if (static_cast<Index>(group_of.size()) == mesh.vertex_count())
    throw Error(ExitCode::usage, "hard anchors hold every vertex, so nothing is left to compute");
}

HeldVertices::HeldVertices(const Anchors& anchors, double material_stiffness, const TetMesh& mesh,
                           const Positions<double>& positions, const Matrix3<double>& turn)
    : stiffness_(anchors.stiffness_on(material_stiffness)), groups_(anchors.groups), turn_(turn) {
  std::vector<bool> is_held(static_cast<std::size_t>(mesh.vertex_count()));
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    for (const int vertex : groups_[group].vertices.of(mesh.rest_positions, "vertex")) {
      if (anchors.are_hard() && is_held[vertex]) continue;  // a vertex may have springs of several groups
      is_held[vertex] = true;
      vertices_.push_back(vertex);
      group_of_.push_back(group);
    }
  }
  held_ = positions(Eigen::all, vertices_);
  for (std::size_t i = 0; i < vertices_.size(); ++i)
    held_.col(i) = groups_[group_of_[i]].start_of(vertices_[i], held_.col(i));
}

Positions<double> HeldVertices::targets(double seconds) const {
  Positions<double> targets(3, held_.cols());
  for (Index i = 0; i < held_.cols(); ++i)
    targets.col(i) = turn_ * groups_[group_of_[i]].carried(held_.col(i), seconds);
  return targets;
}

void HeldVertices::hold(System& system, double seconds) const {
  if (vertices_.empty()) return;
  if (std::isfinite(stiffness_)) {
    system.potentials.push_back(anchor_potential(vertices_, targets(seconds), stiffness_));
  } else {
    system.held_vertices = vertices_;
    system.held_positions = targets(seconds);
  }
}

}  // namespace simbench
