// The type of all sparse matrices.
#pragma once

#include <Eigen/SparseCore>

namespace simbench {

template <class Real>
using SparseMatrix = Eigen::SparseMatrix<Real, Eigen::ColMajor, int>;

}  // namespace simbench
