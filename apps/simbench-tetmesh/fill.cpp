#include "simbench-tetmesh/fill.h"

#include <fmt/format.h>
#include <tetgen.h>

#include <algorithm>
#include <new>
#include <string>

#include "base/error.h"
#include "simbench-tetmesh/cavities.h"

namespace simbench {

namespace {

// Copies numbers into an array that TetGen's objects delete[].
template <class Numbers>
auto* new_array(const Numbers& numbers) {
  auto* array = new typename Numbers::Scalar[numbers.size()];
  std::copy(numbers.reshaped().begin(), numbers.reshaped().end(), array);
  return array;
}

void set_input(tetgenio& in, const TriangleSurface& surface) {
  in.numberofpoints = static_cast<int>(surface.vertices.cols());
  in.pointlist = new_array(surface.vertices);
  in.numberoffacets = static_cast<int>(surface.triangles.cols());
  in.facetlist = new tetgenio::facet[in.numberoffacets];
  for (int i = 0; i < in.numberoffacets; ++i) {
    tetgenio::facet& facet = in.facetlist[i];
    tetgenio::init(&facet);
    facet.numberofpolygons = 1;
    facet.polygonlist = new tetgenio::polygon[1];
    facet.polygonlist[0].numberofvertices = 3;
    facet.polygonlist[0].vertexlist = new_array(surface.triangles.col(i));
  }
  const std::vector<Vector3<double>> holes = points_in_cavities(surface);
  in.numberofholes = static_cast<int>(holes.size());
  in.holelist = new double[3 * holes.size()];
  for (std::size_t i = 0; i < holes.size(); ++i)
    std::copy(holes[i].begin(), holes[i].end(), in.holelist + 3 * i);
}

// Throws the error for a code that TetGen has thrown. TetGen throws the exit codes of its program
// (terminatetetgen in tetgen.h).
[[noreturn]] void explain(int code) {
  switch (code) {
    case 1:
      throw std::bad_alloc();
    case 3:
      throw Error(ExitCode::mesh,
                  "the surface intersects or touches itself (two triangles share more than an edge or a "
                  "vertex); repair it in a mesh editor");
    case 4:
      throw Error(ExitCode::mesh,
                  "the surface has a feature that is too small for TetGen (below 1e-8 of its extent, or its "
                  "coordinates are too large); remove slivers, or change the unit of length");
    case 5:
      throw Error(ExitCode::mesh,
                  "two triangles of the surface are too close to one another for TetGen; move them apart or "
                  "merge them");
    case 10:
      throw Error(ExitCode::mesh,
                  "TetGen refuses the surface: its vertices lie in a plane or on a line, or its coordinates "
                  "are too small");
    default:
      throw Error(
          ExitCode::mesh,
          fmt::format("TetGen failed with its internal error {}; try another max_volume or quality, or "
                      "a surface without slivers",
                      code));
  }
}

}  // namespace

TetMesh fill(const TriangleSurface& surface, const TetGenSettings& settings) {
  tetgenio in, out;
  set_input(in, surface);
  tetgenbehavior behaviour;
  std::string switches = "pqa1";  // -p surface, -q quality, -a largest volume; the values are set below
  if (!behaviour.parse_commandline(switches.data()))
    throw Error(ExitCode::mesh, "TetGen does not accept the switches -pqa");
  behaviour.minratio = settings.quality;
  behaviour.maxvolume = settings.max_volume.value();
  // TetGen merges neighbouring triangles at a larger angle [degrees] into one facet and triangulates it anew.
  // This value tolerates planes that are rounded to single precision. At TetGen's default of 179.9, volumes
  // of smooth surfaces change by 1e-6. Nearer to 180, rounding decides which triangles form a facet, and
  // slivers appear between facets.
  behaviour.facet_ang_tol = 179.9999;
  try {
    tetrahedralize(&behaviour, &in, &out);
  } catch (int code) {
    explain(code);
  }
  // TetGen's tets have the same orientation as ours.
  return {Eigen::Map<const Positions<double>>(out.pointlist, 3, out.numberofpoints),
          Eigen::Map<const Eigen::Matrix<int, 4, Eigen::Dynamic>>(out.tetrahedronlist, 4,
                                                                  out.numberoftetrahedra)};
}

}  // namespace simbench
