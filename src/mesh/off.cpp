#include "mesh/off.h"

#include <fmt/format.h>

#include <cmath>

namespace simbench {

void TriangleSoup::add_vertex(const Scanner& in, double x, double y, double z) {
  if (!std::isfinite(x) || !std::isfinite(y) || !std::isfinite(z)) {
    in.fail(fmt::format("vertex {} (counted from 0) lies at ({}, {}, {}), which is not finite",
                        vertex_count(), x, y, z));
  }
  positions.insert(positions.end(), {x, y, z});
}

void TriangleSoup::add_polygon(const Scanner& in, const std::vector<std::int64_t>& corners) {
  if (corners.size() < 3) in.fail(fmt::format("a face needs three corners, this one has {}", corners.size()));
  for (const std::int64_t corner : corners) {
    if (corner < 0 || corner >= vertex_count()) {
      in.fail(fmt::format("corner {} (counted from 0) is none of the {} vertices before this", corner,
                          vertex_count()));
    }
  }
  for (std::size_t i = 2; i < corners.size(); ++i) {
    for (const std::int64_t corner : {corners[0], corners[i - 1], corners[i]}) {
      triangles.push_back(static_cast<int>(corner));
    }
  }
  polygons_cut += corners.size() > 3;
}

// Geomview's OFF; normals, colours and textures of vertices (NOFF, COFF, STOFF) and colours of faces end a line.
TriangleSoup parse_off(std::string_view contents, const std::string& name) {
  TriangleSoup soup;
  Scanner in(contents, name, Layout::lines);
  in.at_end();
  const std::string_view format = in.word("'OFF'");
  if (format != "OFF" && format != "COFF" && format != "NOFF" && format != "CNOFF" && format != "STOFF") {
    in.fail("expected OFF, COFF, NOFF, CNOFF or STOFF, found " + shown(format));
  }
  in.at_end();
  const std::int64_t vertices = in.integer("the number of vertices (of ASCII OFF)");
  const std::int64_t faces = in.integer("the number of faces");
  if (in.line_has_word()) in.integer("the number of edges");
  in.end_line();
  in.checked_count(vertices, 5, "vertices");  // "0 0 0"
  in.checked_count(faces, 7, "faces");        // "3 0 1 2"
  for (std::int64_t i = 0; i < vertices; ++i) {
    if (in.at_end()) in.fail(fmt::format("expected vertex {} of {}, found the end of the file", i, vertices));
    const double x = in.number("x"), y = in.number("y"), z = in.number("z");
    soup.add_vertex(in, x, y, z);
    if (format == "OFF") in.end_line();
    in.skip_line();
  }
  for (std::int64_t i = 0; i < faces; ++i) {
    if (in.at_end()) in.fail(fmt::format("expected face {} of {}, found the end of the file", i, faces));
    std::vector<std::int64_t> corners(in.checked_count(in.integer("the number of corners"), 2, "corners"));
    for (std::int64_t& corner : corners) corner = in.integer("a corner");
    soup.add_polygon(in, corners);
    while (in.line_has_word()) in.number("a colour");
  }
  if (!in.at_end()) in.fail("expected the end of the file after the last face, found " + shown(in.word("")));
  return soup;
}

}  // namespace simbench
