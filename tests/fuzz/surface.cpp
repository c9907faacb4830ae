// Surfaces: the first line is the extension, .obj, .stl, .off or .ply, the rest the file. One that passes its check must
// enclose a volume.
#include "mesh/surface.h"

#include "tests/fuzz/fuzzing.h"

using namespace simbench;
using namespace simbench::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string input(reinterpret_cast<const char*>(data), size);
  const std::size_t line = std::min(input.find('\n'), size);
  TriangleSurface surface;
  const bool accepted = accepts([&] {
    surface = parse_surface(input.substr(std::min(line + 1, size)), input.substr(0, line), "surface");
    check_surface(surface, "surface");
  });
  if (accepted) require(surface.vertices.allFinite() && enclosed_volume(surface) > 0);
  return 0;
}
