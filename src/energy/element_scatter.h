// Adds up what elements give to their vertices. The elements of a chunk add to sums of the chunk's own vertices, which stay in
// the cache, in ascending order; then every vertex gathers the sums of its chunks in ascending order. So the order of
// additions never depends on threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "math/lanes.h"
#include "math/parallel.h"
#include "mesh/tet_mesh.h"

namespace simbench {

template <class Real>
class ElementScatter {
 public:
  ElementScatter(const Eigen::Matrix<int, 4, Eigen::Dynamic>& tets, Index vertex_count)
      : places_(4, tets.cols()) {
    std::vector<int> chunk_of(vertex_count, -1), place_of(vertex_count);  // where a vertex has last been met
    std::vector<int> vertices;                                            // of all chunks
    for (Index tet = 0; tet < tets.cols(); ++tet) {
      const int chunk = static_cast<int>(tet / chunk_size);
      if (tet % chunk_size == 0) chunk_start_.push_back(static_cast<int>(vertices.size()));
      for (int corner = 0; corner < 4; ++corner) {
        const int vertex = tets(corner, tet);
        if (chunk_of[vertex] != chunk) {
          chunk_of[vertex] = chunk;
          place_of[vertex] = static_cast<int>(vertices.size()) - chunk_start_.back();
          vertices.push_back(vertex);
        }
        places_(corner, tet) = static_cast<std::uint16_t>(place_of[vertex]);
      }
    }
    chunk_start_.push_back(static_cast<int>(vertices.size()));
    sums_.resize(vertices.size());
    sums_of_vertices_ = occurrences(vertices, vertex_count);
  }

  // To be called before a chunk's elements add to it.
  void clear(Index chunk) {
    std::fill(sums_.begin() + chunk_start_[chunk], sums_.begin() + chunk_start_[chunk + 1], Vector(0));
  }
  // Adds the columns of the corners of `count` successive tets of one chunk, one a lane.
  template <class Number>
  void add(Index first_tet, int count, const Eigen::Matrix<Number, 3, 4>& columns) {
    // One row more than there are coordinates: a vector's fourth component adds up what follows, and nobody reads it.
    alignas(64) Real values[13][lane_count<Number>];
    for (int i = 0; i < 12; ++i) columns(i % 3, i / 3).copy_to(values[i], std::experimental::element_aligned);
    Number(0).copy_to(values[12], std::experimental::element_aligned);
    Vector* const sums = sums_.data() + chunk_start_[first_tet / chunk_size];
    for (int lane = 0; lane < count; ++lane) {
      for (int corner = 0; corner < 4; ++corner) {
        sums[places_(corner, first_tet + lane)] +=
            Vector([&](int i) { return values[3 * corner + i][lane]; });
      }
    }
  }
  // Adds the sums of all chunks to `result` (3 × vertices).
  void gather(Positions<Real>& result) const {
    parallel_chunks(result.cols(), [&](Index begin, Index end, Index) {
      for (Index vertex = begin; vertex < end; ++vertex) {
        Vector sum([&](int i) { return i < 3 ? result(i, vertex) : Real(0); });
        for (const int place : sums_of_vertices_.of(vertex)) sum += sums_[place];
        for (int i = 0; i < 3; ++i) result(i, vertex) = sum[i];
      }
    });
  }

 private:
  using Vector = std::experimental::fixed_size_simd<Real, 4>;  // (x, y, z, unused)
  static_assert(4 * chunk_size <= 1 << 16);
  Eigen::Matrix<std::uint16_t, 4, Eigen::Dynamic> places_;  // of each tet's corners among its chunk's sums
  std::vector<int> chunk_start_;                            // chunks + 1, into sums_
  std::vector<Vector> sums_;
  Occurrences sums_of_vertices_;
};

}  // namespace simbench
