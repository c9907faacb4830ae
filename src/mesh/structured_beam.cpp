#include "mesh/structured_beam.h"

#include <array>
#include <utility>
#include <vector>

namespace simbench {

namespace {

// A corner of a cell as the digits (x, y, z), each 0 or 1.
using Corner = std::array<int, 3>;
using CellTet = std::array<Corner, 4>;

Corner flipped(Corner corner, int axis) {
  corner[axis] = 1 - corner[axis];
  return corner;
}

// Four corner tets (a corner and its three neighbours), then the tet of the remaining four corners.
std::vector<CellTet> five_tets(bool even) {
  const std::array<Corner, 4> even_corners = {{{1, 0, 0}, {1, 1, 1}, {0, 1, 0}, {0, 0, 1}}};
  const std::array<Corner, 4> odd_corners = {{{0, 0, 0}, {1, 0, 1}, {1, 1, 0}, {0, 1, 1}}};
  std::vector<CellTet> tets;
  for (const Corner& corner : even ? even_corners : odd_corners) {
    tets.push_back({corner, flipped(corner, 0), flipped(corner, 1), flipped(corner, 2)});
  }
  tets.push_back(even ? odd_corners : even_corners);
  return tets;
}

// One tet for each path from (000) to (111) along the three axes; there are six orders of the axes.
std::vector<CellTet> six_tets() {
  std::vector<CellTet> tets;
  for (const std::array<int, 3>& axes : {std::array{0, 1, 2}, std::array{0, 2, 1}, std::array{1, 0, 2},
                                         std::array{1, 2, 0}, std::array{2, 0, 1}, std::array{2, 1, 0}}) {
    CellTet tet{};
    for (int step = 0; step < 3; ++step) tet[step + 1] = flipped(tet[step], axes[step]);
    tets.push_back(tet);
  }
  return tets;
}

bool positively_oriented(const CellTet& tet) {
  Eigen::Matrix3i edges;
  for (int i = 0; i < 3; ++i) {
    for (int axis = 0; axis < 3; ++axis) edges(axis, i) = tet[i + 1][axis] - tet[0][axis];
  }
  return edges.col(0).cross(edges.col(1)).dot(edges.col(2)) > 0;
}

}  // namespace

TetMesh structured_beam(const BeamShape& shape) {
  const Eigen::Vector3i& cells = shape.cells;
  const Eigen::Vector3i points = cells.array() + 1;
  const auto vertex = [&](int i, int j, int k) { return (i * points.y() + j) * points.z() + k; };

  TetMesh mesh;
  mesh.rest_positions.resize(3, points.prod());
  for (int i = 0; i < points.x(); ++i) {
    for (int j = 0; j < points.y(); ++j) {
      for (int k = 0; k < points.z(); ++k) {
        const Eigen::Array3d fraction = Eigen::Array3d(i, j, k) / cells.array().cast<double>();
        mesh.rest_positions.col(vertex(i, j, k)) = shape.origin.array() + shape.size.array() * fraction;
      }
    }
  }

  std::vector<std::array<int, 4>> tets;
  for (int i = 0; i < cells.x(); ++i) {
    for (int j = 0; j < cells.y(); ++j) {
      for (int k = 0; k < cells.z(); ++k) {
        for (CellTet tet : shape.split == CellSplit::five ? five_tets((i + j + k) % 2 == 0) : six_tets()) {
          if (!positively_oriented(tet)) std::swap(tet[2], tet[3]);
          std::array<int, 4> corners{};
          for (int c = 0; c < 4; ++c) corners[c] = vertex(i + tet[c][0], j + tet[c][1], k + tet[c][2]);
          tets.push_back(corners);
        }
      }
    }
  }
  mesh.tets = Eigen::Map<const Eigen::Matrix<int, 4, Eigen::Dynamic>>(tets.front().data(), 4,
                                                                      static_cast<Index>(tets.size()));
  return mesh;
}

}  // namespace simbench
