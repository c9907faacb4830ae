// Surfaces as .off files. One that passes its check must enclose a volume.
#include "mesh/surface.h"

#include "tests/fuzz/fuzzing.h"

using namespace simbench;
using namespace simbench::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  TriangleSurface surface;
  const bool accepted = accepts([&] {
    surface = parse_surface({reinterpret_cast<const char*>(data), size}, "surface.off");
    check_surface(surface, "surface");
  });
  if (accepted) require(surface.vertices.allFinite() && enclosed_volume(surface) > 0);
  return 0;
}
