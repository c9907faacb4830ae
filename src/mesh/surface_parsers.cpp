#include "mesh/surface_parsers.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
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

namespace {

constexpr std::string_view obj_ignored[] = {"vt", "vn", "vp", "g", "o", "s", "l", "p", "usemtl", "mtllib"};

// The vertex of "7", "7/1", "7//3" or "7/1/3"; −1 is the last vertex so far.
std::int64_t obj_corner(Scanner& in, std::int64_t vertices) {
  const std::string_view word = in.word("a corner");
  const std::string_view text = word.substr(0, word.find('/'));
  std::int64_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || stop != text.data() + text.size() || number == 0) {
    in.fail("expected a corner (a vertex's number, not 0), found " + shown(word));
  }
  return number > 0 ? number - 1 : vertices + number;
}

}  // namespace

TriangleSoup parse_obj(std::string_view contents, const std::string& name) {
  TriangleSoup soup;
  Scanner in(contents, name, Layout::lines);
  while (!in.at_end()) {
    const std::string_view keyword = in.word("a keyword");
    if (keyword == "v") {
      const double x = in.number("x"), y = in.number("y"), z = in.number("z");
      soup.add_vertex(in, x, y, z);
      while (in.line_has_word()) in.number("a weight or a colour");
    } else if (keyword == "f") {
      std::vector<std::int64_t> corners;
      while (in.line_has_word()) corners.push_back(obj_corner(in, soup.vertex_count()));
      soup.add_polygon(in, corners);
    } else if (std::ranges::find(obj_ignored, keyword) != std::end(obj_ignored)) {
      in.skip_line();
    } else {
      in.fail("expected v, f or another keyword of .obj for polygons, found " + shown(keyword));
    }
  }
  return soup;
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

namespace {

constexpr std::size_t stl_header = 84, stl_facet = 50;  // [bytes]

TriangleSoup parse_binary_stl(std::string_view contents, const std::string& name) {
  TriangleSoup soup;
  Scanner in(contents, name, Layout::words);
  in.take(stl_header, "the header");
  if (std::endian::native == std::endian::big) in.swap_bytes();
  while (soup.triangles.size() / 3 < (contents.size() - stl_header) / stl_facet) {
    in.take(12, "a normal");
    for (int corner = 0; corner < 3; ++corner) {
      float position[3];
      for (float& coordinate : position) coordinate = in.binary<float>("a coordinate");
      soup.add_vertex(in, position[0], position[1], position[2]);
    }
    in.take(2, "attributes");
    const std::int64_t end = soup.vertex_count();
    soup.add_polygon(in, {end - 3, end - 2, end - 1});
  }
  return soup;
}

}  // namespace

// Binary ones may start with "solid", too: their size is what their header says.
TriangleSoup parse_stl(std::string_view contents, const std::string& name) {
  if (contents.size() >= stl_header) {
    const auto facets =
        Scanner::stored_number<std::uint32_t>(contents.data() + 80, std::endian::native == std::endian::big);
    if (contents.size() == stl_header + stl_facet * facets) return parse_binary_stl(contents, name);
  }
  TriangleSoup soup;
  Scanner in(contents, name, Layout::words);
  if (!contents.starts_with("solid")) {
    in.fail("neither ASCII (it does not start with 'solid') nor binary (its header does not fit its size)");
  }
  while (!in.at_end()) {
    in.expect("solid");
    in.skip_line();
    for (std::string_view word = in.word("facet"); word != "endsolid"; word = in.word("facet or endsolid")) {
      if (word != "facet") in.fail("expected facet or endsolid, found " + shown(word));
      in.expect("normal");
      for (int i = 0; i < 3; ++i) in.word("a normal");  // "nan" in some files
      in.expect("outer");
      in.expect("loop");
      for (int corner = 0; corner < 3; ++corner) {
        in.expect("vertex");
        const double x = in.number("x"), y = in.number("y"), z = in.number("z");
        soup.add_vertex(in, x, y, z);
      }
      in.expect("endloop");
      in.expect("endfacet");
      const std::int64_t end = soup.vertex_count();
      soup.add_polygon(in, {end - 3, end - 2, end - 1});
    }
    in.skip_line();
  }
  return soup;
}

}  // namespace simbench
