// Measures of the quality of a mesh.
#pragma once

#include <map>

#include "mesh/tet_mesh.h"

namespace simbench {

struct MeshQuality {
  double smallest_dihedral_angle;  // between two faces of a tet [°]; 70.53 for the regular tet
  double largest_dihedral_angle;
  double worst_aspect_ratio;  // longest edge / (2√6 · radius of the inscribed sphere); 1 for the regular tet
  double volume;              // [m³]
  double smallest_tet_volume;
  double largest_tet_volume;
  int components;  // parts that share no vertex
  // Vertices whose distance to an earlier vertex is at most 1e-9 of the body's diagonal: there, parts touch
  // without being joined.
  Index coincident_vertices;
  std::map<int, Index> tets_of_tag = {};  // number of tets with each tag of the mesh's file
};

// One number per vertex. Two vertices have the same number if tets or triangles connect them.
std::vector<int> components(const TetMesh& mesh);

// The volumes of all tets must be positive.
MeshQuality mesh_quality(const TetMesh& mesh);

}  // namespace simbench
