// Tet meshes from files that other programs wrote.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/tet_mesh.h"

namespace simbench {

constexpr std::size_t largest_mesh_file = std::size_t{1} << 30;  // [bytes]

struct MeshFile {
  TetMesh mesh;
  std::vector<std::string> notes;  // what was changed or left out while reading, a sentence each
  std::string sha256;              // of the contents; for .node and .ele of both, in this order
};

// The extension of a file with its dot, in lower case: ".msh" also of BOX.MSH.
std::string extension_of(const std::filesystem::path& file);

// Says which formats are read, as in "surfaces from .off", and how a file is converted to one. Error(ExitCode::mesh).
[[noreturn]] void fail_as_foreign(const std::filesystem::path& file, std::string_view formats,
                                  std::string_view converted);

// By the extension: .node or .ele (TetGen; the other one lies beside it), .msh (Gmsh 2.2 and 4.1). The mesh has passed
// check_and_orient (mesh_check.h). Error(ExitCode::mesh).
MeshFile read_mesh_file(const std::filesystem::path& file);

// What a file says, before any look at its shape: vertices and tets in the file's order.
struct RawTets {
  std::vector<double> positions;  // x, y, z of one vertex after the other [m]
  std::vector<int> tets;          // four vertices a tet, numbered from 0 and in range
  std::vector<int> tags;          // of each tet, 0 where it has none; empty: of all tets
  std::vector<std::string> notes;
};

// One parser a format; `name` is for messages. Error(ExitCode::mesh).
RawTets parse_tetgen_text(std::string_view node, std::string_view ele, const std::string& name);
RawTets parse_msh(std::string_view contents, const std::string& name);

// The mesh of what a parser found, checked (without a hash). Error(ExitCode::mesh).
MeshFile checked_mesh(RawTets raw, const std::string& name);

// The text of a .msh file (2.2) with the rest positions and the tags as physical groups; numbers read back to the same bits.
std::string msh_text(const TetMesh& mesh);

}  // namespace simbench
