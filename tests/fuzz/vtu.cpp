// Unstructured grids of VTK: ASCII, base64 or raw, with or without zlib.
#include "tests/fuzz/tets.h"

using namespace simbench;
using namespace simbench::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return read_tets([&] { return parse_vtu({reinterpret_cast<const char*>(data), size}, "mesh.vtu"); });
}
