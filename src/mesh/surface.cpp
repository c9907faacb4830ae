#include "mesh/surface.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "base/atomic_file.h"
#include "mesh/mesh_check.h"
#include "mesh/mesh_file.h"
#include "mesh/off.h"

namespace simbench {

namespace {

// Replaces vertices at the same place by the first of them. Returns the number of replaced vertices.
Index merge_vertices(TriangleSurface& surface) {
  const auto place = [&](int vertex) {
    const auto position = surface.vertices.col(vertex);
    return std::tuple(position[0], position[1], position[2]);
  };
  std::vector<int> order(surface.vertices.cols()), first(order.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return place(a) < place(b); });
  Index replaced = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool same = i > 0 && place(order[i - 1]) == place(order[i]);
    first[order[i]] = same ? first[order[i - 1]] : order[i];
    replaced += same;
  }
  for (int& corner : surface.triangles.reshaped()) corner = first[corner];
  return replaced;
}

}  // namespace

TriangleSurface read_surface(const std::filesystem::path& file) {
  return parse_surface(surface_contents(file), file.string());
}

std::string surface_contents(const std::filesystem::path& file) {
  if (extension_of(file) != ".off") fail_with_unknown_format(file, "surfaces from .off", "my.off");
  return read_file(file, largest_mesh_file, ExitCode::mesh);
}

TriangleSurface parse_open_surface(std::string_view contents, const std::string& name) {
  TriangleSurface surface = parse_off(contents, name);
  const auto note = [&](std::int64_t count, std::string_view what) {
    if (count > 0) surface.notes.push_back(fmt::format("{} {}.", count, what));
  };
  const Index merged = merge_vertices(surface);
  const Index left_out = remove_unused_vertices(
      surface.vertices, {surface.triangles.data(), static_cast<std::size_t>(surface.triangles.size())});
  note(merged, "vertices had the position of another vertex and were merged with it");
  note(left_out - merged, "vertices that no triangle uses were left out");
  return surface;
}

TriangleSurface parse_surface(std::string_view contents, const std::string& name) {
  TriangleSurface surface = parse_open_surface(contents, name);
  if (enclosed_volume(surface) < 0) {
    surface.triangles.row(1).swap(surface.triangles.row(2));
    surface.notes.push_back("The surface was inside out; all triangles were turned.");
  }
  return surface;
}

double enclosed_volume(const TriangleSurface& surface) {
  // Sums the volumes of the tets between each triangle and the first vertex. That vertex is near, so there is
  // little cancellation.
  double volume = 0;
  for (const auto& triangle : surface.triangles.colwise()) {
    Matrix3<double> edges;
    for (int i = 0; i < 3; ++i) edges.col(i) = surface.vertices.col(triangle[i]) - surface.vertices.col(0);
    volume += edges.col(0).cross(edges.col(1)).dot(edges.col(2)) / 6;
  }
  return volume;
}

}  // namespace simbench
