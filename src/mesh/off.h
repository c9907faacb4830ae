// Geomview's .off, for surface.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/scanner.h"

namespace simbench {

// What a file says.
struct TriangleSoup {
  std::vector<double> positions;  // x, y, z of one vertex after the other, finite
  std::vector<int> triangles;     // three vertices each, numbered from 0 and in range
  std::int64_t polygons_cut = 0;  // with more than three corners

  std::int64_t vertex_count() const { return static_cast<std::int64_t>(positions.size() / 3); }
  void add_vertex(const Scanner& in, double x, double y, double z);
  void add_polygon(const Scanner& in, const std::vector<std::int64_t>& corners);  // numbered from 0
};

// `name` is for messages. Error(ExitCode::mesh).
TriangleSoup parse_off(std::string_view contents, const std::string& name);

}  // namespace simbench
