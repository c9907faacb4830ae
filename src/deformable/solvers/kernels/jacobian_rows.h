// The order of the rows of J = ∂C/∂q: by potential, then by element, then by constraint of the element.
#pragma once

#include "deformable/solvers/kernels/constraint_system.h"

namespace simbench {

// Appends the vertices of a potential's rows, and the number of the row beside each vertex. `count` is the
// number of constraints per element. Moves `row` behind the rows of the potential.
template <class Real>
void append_pattern(const Potential<Real>& potential, Index count, std::vector<int>& vertices,
                    std::vector<int>& rows, Index& row) {
  std::vector<std::span<const int>> elements;
  potential.append_elements(elements);
  for (const std::span<const int> element : elements) {
    for (Index i = 0; i < count; ++i, ++row) {
      vertices.insert(vertices.end(), element.begin(), element.end());
      rows.insert(rows.end(), element.size(), static_cast<int>(row));
    }
  }
}

// Copies numbers of elements × constraints to `rows` from the entry `row` on, and moves `row` behind them.
template <class Real>
void copy_to_rows(const Reduced<Real>& values, VectorX<Real>& rows, Index& row) {
  for (Index element = 0; element < values.rows(); ++element) {
    for (Index i = 0; i < values.cols(); ++i) rows[row++] = values(element, i);
  }
}

}  // namespace simbench
