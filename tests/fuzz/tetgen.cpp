// Meshes of TetGen: a .node file, then its .ele file.
#include "tests/fuzz/tets.h"

using namespace simbench;
using namespace simbench::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<std::string> files = files_of(data, size, 2);
  return read_tets([&] { return parse_tetgen_text(files[0], files[1], "mesh"); });
}
