// The coefficient of friction of each pair: one number, or other numbers between some parts of the surface.
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "deformable/contact/contact_term.h"

namespace simbench {

class FrictionCoefficients {
 public:
  // One coefficient for all pairs.
  FrictionCoefficients(double all = 0) : others_(all) {}
  // `part_of`: of each vertex, −1 if it is in no part. `between`: of each two parts, symmetric. `others`: of
  // pairs whose primitives are not each within a part.
  FrictionCoefficients(double others, std::vector<int> part_of, Eigen::MatrixXd between)
      : others_(others), part_of_(std::move(part_of)), between_(std::move(between)) {}

  // Of a vertex and a triangle, or of two edges.
  double of(std::span<const int> vertices, bool is_of_edges) const {
    const std::size_t first = is_of_edges ? 2 : 1;
    const int a = part(vertices.first(first)), b = part(vertices.subspan(first));
    return a < 0 || b < 0 ? others_ : between_(a, b);
  }

 private:
  // The part in which all of these vertices are; −1 if there is none.
  int part(std::span<const int> vertices) const {
    if (part_of_.empty()) return -1;
    const int whole = part_of_[vertices.front()];
    return std::ranges::all_of(vertices, [&](int vertex) { return part_of_[vertex] == whole; }) ? whole : -1;
  }

  double others_;
  std::vector<int> part_of_;
  Eigen::MatrixXd between_;
};

}  // namespace simbench
