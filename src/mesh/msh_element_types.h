// The numbers of the types of elements in .msh files (Gmsh reference manual, chapter "Gmsh file formats").
#pragma once

#include <cstdint>
#include <string_view>

namespace simbench {

inline constexpr int tet_type = 4;

// The number of nodes of a tet, or of a first-order element of lower dimension (which the reader leaves out);
// 0 for all other types.
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

// Triangles and quadrangles.
inline bool is_facet(std::int64_t type) {
  return type == 2 || type == 3;
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
