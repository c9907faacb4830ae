// The linearised constraints of a system as sparse matrices.
#pragma once

#include <Eigen/SparseCore>

#include "rigid/problem/step_problem.h"

namespace simbench::rigid {

using SparseRows = Eigen::SparseMatrix<double, Eigen::RowMajor>;

// J M^−½ at these poses, with 6 columns per body. Its product with its transpose is A = J M⁻¹ Jᵀ.
SparseRows weighted_jacobian(const StepProblem& problem, const Poses& poses);

// A = J M⁻¹ Jᵀ.
Eigen::SparseMatrix<double> effective_inverse_mass(const StepProblem& problem, const Poses& poses);

}  // namespace simbench::rigid
