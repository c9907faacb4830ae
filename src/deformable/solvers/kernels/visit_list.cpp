#include "deformable/solvers/kernels/visit_list.h"

namespace simbench {

GroupVisits::GroupVisits(const Occurrences& uses, std::span<const int> vertices) {
  std::size_t most = 0;
  for (const int vertex : vertices) most = std::max(most, uses.of(vertex).size());
  for (std::size_t visit = 0; visit < most; ++visit) {
    for (std::size_t column = 0; column < vertices.size(); ++column) {
      const std::span<const int> all = uses.of(vertices[column]);
      if (visit >= all.size()) continue;
      places.push_back(all[visit]);
      columns.push_back(static_cast<int>(column));
    }
  }
}

}  // namespace simbench
