// The numbers by which .msh files name types of elements (Gmsh reference manual, chapter "Gmsh file formats").
#pragma once

#include <cstdint>
#include <string_view>

namespace simbench {

inline constexpr int tet_type = 4;

// Nodes of an element of dimension below 3 and first order (which is left out), or of a tet; 0 for all others.
inline int node_count(std::int64_t type) {
  switch (type) {
    case 15:
      return 1;  // point
    case 1:
      return 2;  // line
    case 2:
      return 3;  // triangle
    case 3:      // quadrangle
    case tet_type:
      return 4;
    default:
      return 0;
  }
}

inline std::string_view type_name(std::int64_t type) {
  switch (type) {
    case 5:
      return "hexahedra";
    case 6:
      return "prisms";
    case 7:
      return "pyramids";
    case 11:
      return "second-order tets (10 nodes)";
    default:
      return "elements that are neither linear tets nor linear points, lines, triangles or quadrangles";
  }
}

}  // namespace simbench
