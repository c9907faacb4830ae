// Instances of a scene: the same physics with the whole scene turned, and with vertices and tets in another
// order. A solver that does the same for all of them depends neither on axes nor on the order of elements.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "mesh/tet_mesh.h"

namespace simbench {

// The rotation of instance number `instance`. Instance 0 is the scene as it is written.
Matrix3<double> turn_of(int instance);

// The numbers of the vertices of the scene as it is written, in the order of this instance.
std::vector<int> vertex_order(Index vertex_count, int instance);

// The mesh with vertices, tets and triangles in the order of this instance.
TetMesh renumbered(TetMesh mesh, int instance);

// The mesh with this rotation about the origin.
TetMesh turned(TetMesh mesh, const Matrix3<double>& turn);

// Why a scene has no other instances.
struct NoInstances {
  std::string pointer;  // JSON pointer of what names vertices by numbers or places
  std::string sentence;
};
// Empty if it has them. scene_json: the scene with all defaults.
std::optional<NoInstances> why_no_instances(const nlohmann::ordered_json& scene_json);

}  // namespace simbench
