// The formats of surfaces, for surface.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/scanner.h"

namespace simbench {

// What a file says. Errors of the parsers are Error(ExitCode::mesh).
struct TriangleSoup {
  std::vector<double> positions;  // x, y, z of one vertex after the other, finite
  std::vector<int> triangles;     // three vertices each, numbered from 0 and in range
  std::int64_t polygons_cut = 0;  // with more than three corners

  std::int64_t vertex_count() const { return static_cast<std::int64_t>(positions.size() / 3); }
  void add_vertex(const Scanner& in, double x, double y, double z);
  void add_polygon(const Scanner& in, const std::vector<std::int64_t>& corners);  // numbered from 0
};

TriangleSoup parse_obj(std::string_view contents, const std::string& name);
TriangleSoup parse_stl(std::string_view contents, const std::string& name);
TriangleSoup parse_off(std::string_view contents, const std::string& name);
TriangleSoup parse_ply(std::string_view contents, const std::string& name);

}  // namespace simbench
