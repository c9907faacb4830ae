// Closed surfaces from files: what a tet mesh is made from.
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
  std::vector<std::string> notes = {};  // what was changed or left out while reading, a sentence each
};

// Of an .off file: polygons become fans of triangles, vertices at the same place one vertex, vertices that no triangle uses are
// left out, and a surface that is inside out is turned. Error(ExitCode::mesh).
TriangleSurface read_surface(const std::filesystem::path& file);
// The two halves of that; `name` is for messages.
std::string surface_contents(const std::filesystem::path& file);
TriangleSurface parse_surface(std::string_view contents, const std::string& name);

// Error(ExitCode::mesh), naming the first offender, unless indices are in range and positions finite, no triangle is there twice
// or has an area that is all rounding, each edge belongs to two triangles that run through it in opposite directions, and a
// volume is enclosed. Whether the surface cuts itself is not looked at. Vertices and triangles are numbered from 0 in messages.
void check_surface(const TriangleSurface& surface, const std::string& name);

// Enclosed volume [m³], negative if the surface is inside out.
double enclosed_volume(const TriangleSurface& surface);

}  // namespace simbench
