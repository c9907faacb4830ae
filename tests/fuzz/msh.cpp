// Meshes of Gmsh, versions 2.2 and 4.1, ASCII and binary.
#include "tests/fuzz/tets.h"

using namespace simbench;
using namespace simbench::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return read_tets([&] { return parse_msh({reinterpret_cast<const char*>(data), size}, "mesh.msh"); });
}
