// States as .npy, .csv and .vtu files: the same bytes are read as each of them.
#include "mesh/point_file.h"
#include "tests/fuzz/fuzzing.h"

using namespace simbench;
using namespace simbench::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view contents(reinterpret_cast<const char*>(data), size);
  for (const char* file : {"state.npy", "state.csv", "state.vtu"}) {
    for (const PointQuantity quantity : {PointQuantity::positions, PointQuantity::velocities}) {
      Positions<double> vectors;
      if (accepts([&] { vectors = parse_points(contents, file, quantity); })) require(vectors.allFinite());
    }
  }
  return 0;
}
