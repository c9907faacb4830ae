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
  std::vector<std::string> notes;  // one sentence per change made while reading
  std::string sha256;  // hash of the contents; of a .node and an .ele file together, in this order
};

// The extension of a file in lower case, with its dot: ".msh" for BOX.MSH, too.
std::string extension_of(const std::filesystem::path& file);

// Throws Error(ExitCode::mesh). The message names the formats that simbench reads, as in "surfaces from
// .off", and the command that converts the file.
[[noreturn]] void fail_with_unknown_format(const std::filesystem::path& file, std::string_view formats,
                                           std::string_view converted);

// The unchecked contents of a file: vertices and tets in the file's order.
struct RawTets {
  std::vector<double> positions;  // x, y, z of one vertex after the other [m]
  std::vector<int> tets;          // four vertices per tet, numbered from 0 and in range
  std::vector<int> tags;          // one per tet, 0 for a tet without a tag; empty if no tet has one
  std::vector<int> facets = {};   // of a .msh: the number of corners and the corners, facet after facet
  std::vector<std::string> notes;
  std::string sha256 = {};  // as in MeshFile; empty if a parser made this from a text
};

// Reads the format that the extension names: .node or .ele (TetGen; the other file lies beside it), or .msh
// (Gmsh 2.2 and 4.1). Throws Error(ExitCode::mesh).
RawTets read_raw_tets(const std::filesystem::path& file);
// The same with checks: the mesh has passed check_and_orient (mesh_check.h).
MeshFile read_mesh_file(const std::filesystem::path& file);

// One parser per format. Messages call the file `name`. Throws Error(ExitCode::mesh).
RawTets parse_tetgen_text(std::string_view node, std::string_view ele, const std::string& name);
RawTets parse_msh(std::string_view contents, const std::string& name);

// Makes a mesh of a parser's result and checks it. Throws Error(ExitCode::mesh).
MeshFile checked_mesh(RawTets raw, const std::string& name);

// The text of a .msh file (2.2) with the rest positions, and with the tags as physical groups. Numbers read
// back to the same bits.
std::string msh_text(const TetMesh& mesh);

}  // namespace simbench
