#include "mesh/off.h"

#include <fmt/format.h>

#include "mesh/scanner.h"

namespace simbench {

namespace {

// Appends the triangles of a face's fan. Returns whether there are several.
bool read_face(Scanner& in, std::int64_t vertices, std::vector<int>& triangles) {
  std::vector<int> corners(in.checked_count(in.integer("the number of corners"), 2, "corners"));
  if (corners.size() < 3) in.fail(fmt::format("a face needs three corners, this one has {}", corners.size()));
  for (int& corner : corners) {
    const std::int64_t vertex = in.integer("a corner");
    if (vertex < 0 || vertex >= vertices) {
      in.fail(fmt::format("corner {} (counted from 0) is not one of the {} vertices before this", vertex,
                          vertices));
    }
    corner = static_cast<int>(vertex);
  }
  for (std::size_t i = 2; i < corners.size(); ++i)
    triangles.insert(triangles.end(), {corners[0], corners[i - 1], corners[i]});
  while (in.line_has_word()) in.number("a colour");
  return corners.size() > 3;
}

}  // namespace

// Geomview's OFF. Normals, colours and textures of vertices (NOFF, COFF, STOFF) and colours of faces stand at
// the end of a line and are skipped.
TriangleSurface parse_off(std::string_view contents, const std::string& name) {
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
  TriangleSurface surface;
  surface.vertices.resize(3, vertices);
  for (std::int64_t i = 0; i < vertices; ++i) {
    if (in.at_end()) in.fail(fmt::format("expected vertex {} of {}, found the end of the file", i, vertices));
    for (int axis = 0; axis < 3; ++axis)
      surface.vertices(axis, i) = in.number(std::string_view("xyz").substr(axis, 1));
    if (format == "OFF") in.end_line();
    in.skip_line();
  }
  std::vector<int> triangles;
  std::int64_t polygons_cut = 0;
  for (std::int64_t i = 0; i < faces; ++i) {
    if (in.at_end()) in.fail(fmt::format("expected face {} of {}, found the end of the file", i, faces));
    polygons_cut += read_face(in, vertices, triangles);
  }
  if (!in.at_end()) in.fail("expected the end of the file after the last face, found " + shown(in.word("")));
  surface.triangles = Eigen::Map<const Eigen::Matrix<int, 3, Eigen::Dynamic>>(
      triangles.data(), 3, static_cast<Index>(triangles.size() / 3));
  if (polygons_cut > 0)
    surface.notes.push_back(fmt::format(
        "{} polygons with more than three corners were cut into fans of triangles.", polygons_cut));
  return surface;
}

}  // namespace simbench
