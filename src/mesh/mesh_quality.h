// How well shaped a mesh is.
#pragma once

#include <map>

#include "mesh/tet_mesh.h"

namespace simbench {

struct MeshQuality {
  double smallest_dihedral_angle;  // between two faces of a tet [°]; 70.53 in the regular one
  double largest_dihedral_angle;
  double worst_aspect_ratio;  // longest edge / (2√6 · radius of the inscribed sphere); 1 for the regular tet
  double volume;              // [m³]
  double smallest_tet_volume;
  double largest_tet_volume;
  int components;  // parts that share no vertex
  // Vertices that lie where an earlier one does, within 1e-9 of the body's diagonal: parts that touch there and are not joined.
  Index coincident_vertices;
  std::map<int, Index> tets_of_tag = {};  // how many tets have each tag of the mesh's file
};

// A number for each vertex, the same for all that tets join.
std::vector<int> components(const TetMesh& mesh);

// Of a mesh whose volumes are positive.
MeshQuality mesh_quality(const TetMesh& mesh);

}  // namespace simbench
