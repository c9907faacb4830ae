// Dense linear algebra for tests. Eigen's decompositions take seconds to compile, so they are compiled once,
// in dense.cpp.
#pragma once

#include "math/types.h"

namespace simbench::test {

// A⁻¹ B, by an LU factorisation with full pivoting.
Eigen::MatrixXd solved(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);
// The x that minimises ‖A x − b‖.
VectorX<double> least_squares(const Eigen::MatrixXd& A, const VectorX<double>& b);
// A symmetric matrix; ascending.
VectorX<double> eigenvalues(const Eigen::MatrixXd& A);
bool is_positive_definite(const Eigen::MatrixXd& A);
// The largest magnitude of an eigenvalue of any square matrix.
double spectral_radius(const Eigen::MatrixXd& A);
// Descending.
VectorX<double> singular_values(const Eigen::MatrixXd& A);
// The symmetric matrix Q diag(eigenvalues) Qᵀ with a random orthogonal Q.
Eigen::MatrixXd with_eigenvalues(const VectorX<double>& eigenvalues, unsigned seed);

}  // namespace simbench::test
