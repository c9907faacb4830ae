#include "deformable/trial/hold.h"

#include <set>

#include "mesh/mesh_quality.h"

namespace simbench {

namespace {

// The distance from the group to the far side of the body [m]. If a side of the body is held, this is the
// extent along the normal of that side, otherwise the distance from the group's centre to the farthest
// vertex.
double length_from(const PointSelection& selection, const std::vector<int>& vertices, const TetMesh& mesh) {
  const Positions<double>& rest = mesh.rest_positions;
  if (const auto axis = selection.side_axis()) return rest.row(*axis).maxCoeff() - rest.row(*axis).minCoeff();
  const Vector3<double> centre = rest(Eigen::all, vertices).rowwise().mean();
  return (rest.colwise() - centre).colwise().norm().maxCoeff();
}

}  // namespace

std::vector<Hold> holds(const Anchors& anchors, double material_stiffness, const TetMesh& mesh) {
  const double volume = tet_volumes(mesh, mesh.rest_positions).sum();
  const double spring = anchors.stiffness_on(material_stiffness);
  std::vector<Hold> result;
  for (const AnchorGroup& group : anchors.groups) {
    const std::vector<int> vertices = group.vertices.of(mesh.rest_positions, "vertex");
    const double length = length_from(group.vertices, vertices, mesh);
    const auto count = static_cast<Index>(vertices.size());
    const double of_body = volume > 0 ? material_stiffness * volume / (length * length) : 0;
    const std::string selection(group.vertices.name());
    result.push_back({selection, count, spring, of_body / (static_cast<double>(count) * spring)});
  }
  return result;
}

double sag(const std::vector<Hold>& holds, double mass, const Vector3<double>& gravity) {
  double springs = 0;
  for (const Hold& hold : holds) springs += static_cast<double>(hold.vertices) * hold.stiffness;
  return mass * gravity.stableNorm() / springs;
}

int loose_components(const Anchors& anchors, const TetMesh& mesh) {
  const std::vector<int> component = components(mesh);
  std::set<int> loose(component.begin(), component.end());
  for (const AnchorGroup& group : anchors.groups) {
    for (const int vertex : group.vertices.of(mesh.rest_positions, "vertex")) loose.erase(component[vertex]);
  }
  return static_cast<int>(loose.size());
}

}  // namespace simbench
