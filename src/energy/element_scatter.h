// Adds up what elements give to their vertices: every element writes its four columns into places of its own,
// then every vertex gathers its places in ascending order. So the order of additions never depends on
// threads.
#pragma once

#include <span>

#include "math/parallel.h"
#include "mesh/tet_mesh.h"

namespace simbench {

template <class Real>
class ElementScatter {
 public:
  ElementScatter(const Eigen::Matrix<int, 4, Eigen::Dynamic>& tets, Index vertex_count)
      : corners_(vertex_corners(tets, vertex_count)), contributions_(3, tets.size()) {}

  // The place of an element: 3 × 4, a column a corner.
  auto element(Index tet) { return contributions_.template middleCols<4>(4 * tet); }

  // The corners (4 · element + c) that are this vertex, ascending.
  std::span<const int> corners(Index vertex) const {
    return {corners_.corner.begin() + corners_.start[vertex],
            corners_.corner.begin() + corners_.start[vertex + 1]};
  }

  // Adds all contributions to `result` (3 × vertices).
  void gather(Positions<Real>& result) const {
    parallel_chunks(result.cols(), [&](Index begin, Index end, Index) {
      for (Index vertex = begin; vertex < end; ++vertex) {
        Vector3<Real> sum = result.col(vertex);
        for (const int corner : corners(vertex)) sum += contributions_.col(corner);
        result.col(vertex) = sum;
      }
    });
  }

 private:
  VertexCorners corners_;
  Positions<Real> contributions_;  // 3 × (4 · elements)
};

}  // namespace simbench
