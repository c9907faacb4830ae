// Adds up the contributions of elements to their vertices, in the same order for any number of threads. In
// each chunk, elements add in ascending order to sums that belong to the chunk and stay in the cache. Then
// each vertex gathers its sums from the chunks in ascending order.
//
//   sums     │ chunk 0: v₃ v₇ v₉ … │ chunk 1: v₇ v₁₂ … │ …     in order of occurrence, each (x, y, z, unused)
//   places   of every element's corners among the sums of its chunk
//
// The places belong to the scatter and never change. The sums belong to the caller of a loop.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "math/lanes.h"
#include "math/parallel.h"
#include "math/scratch.h"
#include "mesh/tet_mesh.h"

namespace simbench {

// Which sums there are, and where the corners of elements add to them.
struct ScatterLayout {
  std::vector<std::uint16_t> places;  // of the first element's corners, then of the second's, …
  std::vector<int> chunk_start;       // where each chunk starts in the sums; chunks + 1 entries
  Occurrences sums_of_vertices;
  std::vector<int> vertices;  // the vertices that have a sum, ascending

  // corners: the vertices of the first element, then of the second, …
  ScatterLayout(std::span<const int> corners, int corner_count);
};

template <class Real, int CornerCount>
class ElementScatter {
 public:
  explicit ElementScatter(std::span<const int> corners) : layout_(corners, CornerCount) {
    sums();  // allocates this thread's memory before the first iteration
  }

  // Adds columns of elements to `result` (3 × vertices), chunk by chunk: body(begin, end, add) must call
  // add(first element, count, columns of the corners) for the elements of [begin, end).
  template <class Body>
  void add_chunks(Positions<Real>& result, const Body& body) const {
    const auto sums = this->sums();
    parallel_chunks(static_cast<Index>(layout_.places.size()) / CornerCount,
                    [&](Index begin, Index end, Index chunk) SIMBENCH_FLATTEN {
                      Sum* const chunk_sums = begin_chunk(chunk, sums);
                      body(begin, end, [&](Index first_element, int count, const auto& columns) {
                        add(first_element, count, columns, chunk_sums);
                      });
                    });
    gather(sums, result);
  }

  // For loops that add to several sums:
  using Sum = std::experimental::fixed_size_simd<Real, 4>;  // (x, y, z, unused)
  // Memory for one loop over the elements. For each chunk, call begin_chunk() and add(); at the end, call
  // gather().
  Scratch<Sum> sums() const { return Scratch<Sum>(layout_.chunk_start.back()); }

  // Returns the sums of a chunk, set to zero.
  Sum* begin_chunk(Index chunk, const Scratch<Sum>& sums) const {
    Sum* const begin = sums.values().data() + layout_.chunk_start[chunk];
    std::fill(begin, begin + (layout_.chunk_start[chunk + 1] - layout_.chunk_start[chunk]), Sum(0));
    return begin;
  }
  // Adds the columns of the corners of `count` successive elements of a chunk, one per lane, to the chunk's
  // sums.
  template <class Number>
  void add(Index first_element, int count, const Eigen::Matrix<Number, 3, CornerCount>& columns,
           Sum* chunk_sums) const {
    constexpr int rows = 3 * CornerCount;
    // One more row than coordinates: the fourth component of a sum adds up the next row, and is never read.
    alignas(64) Real values[rows + 1][lane_count<Number>];
    for (int i = 0; i < rows; ++i)
      columns(i % 3, i / 3).copy_to(values[i], std::experimental::element_aligned);
    Number(0).copy_to(values[rows], std::experimental::element_aligned);
    const std::uint16_t* place = layout_.places.data() + CornerCount * first_element;
    for (int lane = 0; lane < count; ++lane) {
      for (int corner = 0; corner < CornerCount; ++corner) {
        chunk_sums[*place++] += Sum([&](int i) { return values[3 * corner + i][lane]; });
      }
    }
  }
  // Adds the sums of all chunks to `result` (3 × vertices).
  void gather(const Scratch<Sum>& sums, Positions<Real>& result) const {
    parallel_chunks(static_cast<Index>(layout_.vertices.size()), [&](Index begin, Index end, Index) {
      for (Index i = begin; i < end; ++i) {
        const int vertex = layout_.vertices[i];
        Sum sum([&](int row) { return row < 3 ? result(row, vertex) : Real(0); });
        for (const int place : layout_.sums_of_vertices.of(vertex)) sum += sums[place];
        for (int row = 0; row < 3; ++row) result(row, vertex) = sum[row];
      }
    });
  }

 private:
  static_assert(CornerCount * chunk_size <= 1 << 16);
  ScatterLayout layout_;
};

}  // namespace simbench
