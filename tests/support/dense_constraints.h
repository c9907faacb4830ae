// Constraints as dense matrices, for problems of a few vertices.
#pragma once

#include "deformable/solvers/kernels/constraint_system.h"

namespace simbench::test {

// J = ∂C/∂q, constraints × coordinates; constraint i of element e is row e + i · elements.
inline Eigen::MatrixXd dense_jacobian(const ConstraintSystem<double>& system, const Positions<double>& q) {
  const Reduced<double>& shape = system.stiffnesses();
  Eigen::MatrixXd J(shape.size(), q.size());
  Reduced<double> column(shape.rows(), shape.cols());
  for (Index i = 0; i < q.size(); ++i) {
    Positions<double> unit = Positions<double>::Zero(3, q.cols());
    unit.data()[i] = 1;
    system.product(q, unit, column);
    J.col(i) = column.reshaped();
  }
  return J;
}

}  // namespace simbench::test
