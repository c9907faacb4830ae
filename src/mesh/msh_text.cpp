#include <fmt/format.h>

#include "base/number_text.h"
#include "mesh/mesh_file.h"

namespace simbench {

std::string msh_text(const TetMesh& mesh) {
  std::string text = fmt::format("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n{}\n", mesh.vertex_count());
  for (Index vertex = 0; vertex < mesh.vertex_count(); ++vertex) {
    text += std::to_string(vertex + 1);
    for (const double x : mesh.rest_positions.col(vertex)) append_number(text += ' ', x);
    text += '\n';
  }
  text += fmt::format("$EndNodes\n$Elements\n{}\n", mesh.tet_count());
  for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
    const int tag = mesh.tags.empty() ? 0 : mesh.tags[tet];
    text += fmt::format("{} 4 2 {} 1", tet + 1, tag);  // a tet with two tags: physical group and entity
    for (const int vertex : mesh.tets.col(tet)) text += fmt::format(" {}", vertex + 1);
    text += '\n';
  }
  return text + "$EndElements\n";
}

}  // namespace simbench
