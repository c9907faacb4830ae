#include "mesh/mesh_check.h"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "base/counted.h"
#include "base/error.h"

namespace simbench {

namespace {

[[noreturn]] void reject_mesh(const std::string& name, const std::string& message) {
  throw Error(ExitCode::mesh, fmt::format("mesh file '{}': {}", name, message));
}

std::string tet_text(const TetMesh& mesh, Index tet) {
  const auto corners = mesh.tets.col(tet);
  return fmt::format("tet {} (vertices {}, {}, {}, {}, counted from 0)", tet, corners[0], corners[1],
                     corners[2], corners[3]);
}

void check_numbers(const TetMesh& mesh, const std::string& name) {
  if (mesh.tet_count() == 0) reject_mesh(name, "there are no tets in it");
  for (Index vertex = 0; vertex < mesh.vertex_count(); ++vertex) {
    const auto position = mesh.rest_positions.col(vertex);
    if (!position.allFinite()) {
      reject_mesh(name, fmt::format("vertex {} (counted from 0) lies at ({}, {}, {}), which is not finite",
                                    vertex, position[0], position[1], position[2]));
    }
  }
  for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
    const auto corners = mesh.tets.col(tet);
    if (corners.minCoeff() < 0 || corners.maxCoeff() >= mesh.vertex_count()) {
      reject_mesh(name, fmt::format("{} has a corner that is not one of the {} vertices", tet_text(mesh, tet),
                                    mesh.vertex_count()));
    }
  }
}

// Below this a volume may consist of rounding errors: coordinates of size L have errors of L ε, and the area
// of a face is at most about its longest edge squared.
double smallest_volume(const TetMesh& mesh, Index tet, double size) {
  const Matrix3<double> edges = tet_edges(mesh.rest_positions, mesh.tets.col(tet).data());
  return 1e-15 * size * edges.colwise().squaredNorm().maxCoeff();
}

void orient(TetMesh& mesh, std::vector<std::string>& notes, const std::string& name) {
  const VectorX<double> volumes = tet_volumes(mesh, mesh.rest_positions);
  const double size = mesh.rest_positions.cwiseAbs().maxCoeff();
  for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
    if (!std::isfinite(volumes[tet])) {
      reject_mesh(
          name,
          fmt::format("{} has a volume that no double-precision number can hold; take another unit of length",
                      tet_text(mesh, tet)));
    }
    if (!(std::abs(volumes[tet]) > smallest_volume(mesh, tet, size))) {
      reject_mesh(
          name,
          fmt::format("{} has the volume {} m³, which is zero up to rounding: its corners lie in a plane",
                      tet_text(mesh, tet), volumes[tet]));
    }
  }
  const Index negative = (volumes.array() < 0).count();
  if (negative == 0) return;
  if (negative < mesh.tet_count()) {
    const bool rather_negative = 2 * negative > mesh.tet_count();
    Index tet = 0;
    while ((volumes[tet] < 0) == rather_negative) ++tet;
    reject_mesh(
        name,
        fmt::format("{} of {} tets are oriented the other way than the others (inverted); the first is {}",
                    rather_negative ? mesh.tet_count() - negative : negative, mesh.tet_count(),
                    tet_text(mesh, tet)));
  }
  mesh.tets.row(2).swap(mesh.tets.row(3));
  notes.push_back("All tets had negative volumes; two corners of each were exchanged.");
}

// A face as its corners in ascending order; `even` is true if sorting them took an even number of swaps.
struct Face {
  std::array<int, 3> corners;
  bool even;
  Index tet;
};

Face face_of(const TetMesh& mesh, Index tet, const std::array<int, 3>& places) {
  Face face{{}, true, tet};
  for (int i = 0; i < 3; ++i) face.corners[i] = mesh.tets(places[i], tet);
  for (const auto& [a, b] : {std::pair{0, 1}, {1, 2}, {0, 1}}) {
    if (face.corners[a] < face.corners[b]) continue;
    std::swap(face.corners[a], face.corners[b]);
    face.even = !face.even;
  }
  return face;
}

// Checks that tets that share a face lie on opposite sides of it; otherwise they overlap.
void check_faces(const TetMesh& mesh, const std::string& name) {
  std::vector<Face> faces;
  faces.reserve(4 * mesh.tet_count());
  for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
    for (const std::array<int, 3>& places : {std::array{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}) {
      faces.push_back(face_of(mesh, tet, places));
    }
  }
  std::sort(faces.begin(), faces.end(), [](const Face& a, const Face& b) {
    return std::tie(a.corners, a.even, a.tet) < std::tie(b.corners, b.even, b.tet);
  });
  // If three tets share a face, two of them lie on the same side of it, so this finds them, too.
  const auto twice = std::adjacent_find(faces.begin(), faces.end(), [](const Face& a, const Face& b) {
    return a.corners == b.corners && a.even == b.even;
  });
  if (twice == faces.end()) return;
  reject_mesh(name, fmt::format("{} and {} overlap: they lie on the same side of a face that they share",
                                tet_text(mesh, twice->tet), tet_text(mesh, std::next(twice)->tet)));
}

}  // namespace

Index remove_unused_vertices(Positions<double>& positions, std::span<int> corners) {
  std::vector<int> number(positions.cols(), -1);
  for (const int corner : corners) number[corner] = 0;
  int used = 0;
  for (Index vertex = 0; vertex < positions.cols(); ++vertex) {
    if (number[vertex] < 0) continue;
    positions.col(used) = positions.col(vertex).eval();
    number[vertex] = used++;
  }
  const Index left_out = positions.cols() - used;
  positions.conservativeResize(3, used);
  for (int& corner : corners) corner = number[corner];
  return left_out;
}

void check_and_orient(TetMesh& mesh, std::vector<std::string>& notes, const std::string& name) {
  check_numbers(mesh, name);
  orient(mesh, notes, name);
  check_faces(mesh, name);
  const Index left_out = remove_unused_vertices(
      mesh.rest_positions, {mesh.tets.data(), static_cast<std::size_t>(mesh.tets.size())});
  if (left_out > 0)
    notes.push_back(counted(left_out, "vertex that no tet uses was", "vertices that no tet uses were") +
                    " left out.");
}

}  // namespace simbench
