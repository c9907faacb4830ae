// Matrix types for all folders of src/. Real is double, or float in a solver that runs in single precision.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace simbench {

using Index = Eigen::Index;

template <class Real>
using Vector3 = Eigen::Matrix<Real, 3, 1>;
template <class Real>
using Matrix3 = Eigen::Matrix<Real, 3, 3>;
template <class Real>
using Vector9 = Eigen::Matrix<Real, 9, 1>;
template <class Real>
using Matrix9 = Eigen::Matrix<Real, 9, 9>;
template <class Real>
using VectorX = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
template <class Real>
using MatrixX = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

// 3 × vertices: one column per vertex, so that its coordinates lie together in memory. Holds positions [m],
// velocities [m/s], gradients [N] and right-hand sides.
template <class Real>
using Positions = Eigen::Matrix<Real, 3, Eigen::Dynamic>;

// The reduced coordinates D_j q of a batch of elements, one row per element (tets × 9: deformation gradients
// column by column; anchors × 3: positions). The same component of successive elements lies together in
// memory, as lanes need it.
template <class Real>
using Reduced = MatrixX<Real>;

}  // namespace simbench
