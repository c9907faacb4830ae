#include "deformable/energy/element_scatter.h"

#include <algorithm>

namespace simbench {

ScatterLayout::ScatterLayout(std::span<const int> corners, int corner_count) {
  places.reserve(corners.size());
  const int vertex_count = corners.empty() ? 0 : 1 + *std::ranges::max_element(corners);
  std::vector<int> chunk_of(vertex_count, -1),
      place_of(vertex_count);  // the last chunk with this vertex, and its place there
  std::vector<int> met;        // the vertices of all chunks' sums
  const Index corners_per_chunk = corner_count * chunk_size;
  for (Index i = 0; i < static_cast<Index>(corners.size()); ++i) {
    const int chunk = static_cast<int>(i / corners_per_chunk), vertex = corners[i];
    if (i % corners_per_chunk == 0) chunk_start.push_back(static_cast<int>(met.size()));
    if (chunk_of[vertex] != chunk) {
      chunk_of[vertex] = chunk;
      place_of[vertex] = static_cast<int>(met.size()) - chunk_start.back();
      met.push_back(vertex);
    }
    places.push_back(static_cast<std::uint16_t>(place_of[vertex]));
  }
  chunk_start.push_back(static_cast<int>(met.size()));
  sums_of_vertices = occurrences(met, vertex_count);
  for (int vertex = 0; vertex < vertex_count; ++vertex) {
    if (chunk_of[vertex] >= 0) vertices.push_back(vertex);
  }
}

}  // namespace simbench
