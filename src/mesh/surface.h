// Surfaces of triangles from files. TetGen fills closed ones with tets; open ones can be bodies themselves.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "math/types.h"

namespace simbench {

struct TriangleSurface {
  Positions<double> vertices;                       // [m]
  Eigen::Matrix<int, 3, Eigen::Dynamic> triangles;  // counterclockwise seen from outside
  std::vector<std::string> notes = {};              // one sentence per change made while reading
};

// Reads an .off file. Cuts polygons into fans of triangles, merges vertices at the same place, removes
// vertices that no triangle uses, and turns a surface that is inside out. Throws Error(ExitCode::mesh).
TriangleSurface read_surface(const std::filesystem::path& file);
// The two halves of read_surface(). Messages call the file `name`.
std::string surface_contents(const std::filesystem::path& file);
TriangleSurface parse_surface(std::string_view contents, const std::string& name);

// As parse_surface(), for a surface that may have a boundary and keeps the orientation of its triangles.
TriangleSurface parse_open_surface(std::string_view contents, const std::string& name);

// Throws Error(ExitCode::mesh), which names the first offender, unless all of these hold:
// - all indices are in range and all positions are finite;
// - no triangle occurs twice, and each area is larger than rounding errors;
// - each edge belongs to two triangles that run through it in opposite directions;
// - the surface encloses a volume.
// Does not check whether the surface intersects itself. Messages number vertices and triangles from 0.
void check_surface(const TriangleSurface& surface, const std::string& name);

// As check_surface(), for a surface that may have a boundary: each edge belongs to one triangle or to two,
// and the surface encloses any volume.
void check_open_surface(const TriangleSurface& surface, const std::string& name);

// Enclosed volume [m³], negative if the surface is inside out.
double enclosed_volume(const TriangleSurface& surface);

}  // namespace simbench
