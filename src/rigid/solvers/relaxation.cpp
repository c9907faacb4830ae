#include "rigid/solvers/relaxation.h"

#include <Eigen/Eigenvalues>
#include <Eigen/SparseCholesky>
#include <utility>

#include "rigid/problem/linear_system.h"

namespace simbench::rigid {

namespace {

using Sparse = Eigen::SparseMatrix<double>;

// D^−½ A D^−½, where D holds the diagonal blocks of A. It has the eigenvalues of D⁻¹ A.
Sparse scaled_matrix(const StepProblem& problem) {
  const SparseRows J = weighted_jacobian(problem, problem.predicted);
  std::vector<Eigen::Triplet<double>> entries;
  problem.constraints.for_each_linearised(
      problem.predicted, [&]<class Constraint>(const Constraint& constraint, const auto& linear, Index row) {
        constexpr int rows = Constraint::rows;
        const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, rows, rows>> block(
            linear.effective_inverse_mass(constraint.bodies, problem.inertias, problem.predicted));
        if (!(block.eigenvalues()[0] > 0)) return;  // no gradient, or no body can move along it
        const Eigen::Matrix<double, rows, rows> root = block.operatorInverseSqrt();
        for (int i = 0; i < rows; ++i) {
          for (int k = 0; k < rows; ++k)
            entries.emplace_back(static_cast<int>(row) + i, static_cast<int>(row) + k, root(i, k));
        }
      });
  SparseRows roots(J.rows(), J.rows());
  roots.setFromTriplets(entries.begin(), entries.end());
  const SparseRows weighted = roots * J;
  return weighted * SparseRows(weighted.transpose());
}

// The smallest nonzero and the largest eigenvalue.
struct Spectrum {
  double smallest, largest;
};

constexpr double zero = 1e-13;  // bound for eigenvalues, which are of the order of 1

Spectrum dense_spectrum(const Sparse& matrix) {
  const VectorX<double> values =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(Eigen::MatrixXd(matrix), Eigen::EigenvaluesOnly)
          .eigenvalues();
  const auto least = std::find_if(values.begin(), values.end(), [](double value) { return value > zero; });
  return {least == values.end() ? 1 : *least, values[values.size() - 1]};
}

// Uses factorisations of shifted matrices, so the time for a chain is proportional to its length.
class SparseSpectrum {
 public:
  explicit SparseSpectrum(const Sparse& matrix) : matrix_(matrix), one_(matrix.rows(), matrix.cols()) {
    one_.setIdentity();
    solver_.analyzePattern(Sparse(matrix_ + one_));
  }
  Spectrum spectrum() {
    const double least = smallest();
    // If constraints can be coloured with two colours, as in a chain or a tree, eigenvalues lie in pairs
    // around 1.
    if (is_definite(2 - least * (1 - 1e-9), -1)) return {least, 2 - least};
    double above = 2;
    if (!is_definite(above, -1)) return {least, above};
    double below = 2 - least;
    for (int halving = 0; halving < 40; ++halving) {
      const double middle = (below + above) / 2;
      (is_definite(middle, -1) ? above : below) = middle;
    }
    return {least, above};
  }

 private:
  // Whether shift · 1 + sign · matrix is positive definite.
  bool is_definite(double shift, double sign) {
    solver_.factorize(Sparse(shift * one_ + sign * matrix_));
    return solver_.info() == Eigen::Success && solver_.vectorD().minCoeff() > 0;
  }
  // Inverse iteration. Rayleigh's quotient has twice as many correct digits as the vector.
  double smallest() {
    if (!is_definite(-zero, 1)) return zero;
    VectorX<double> x = VectorX<double>::LinSpaced(matrix_.rows(), 1, 2).normalized();
    double value = 0;
    for (int iteration = 0; iteration < 300; ++iteration) {
      x = solver_.solve(x).normalized();
      const double last = std::exchange(value, x.dot(matrix_ * x));
      if (std::abs(value - last) <= 1e-14 * value) break;
    }
    return std::max(value, zero);  // redundant constraints can give −1e-16, and then ξ would be no number
  }

  const Sparse& matrix_;
  Sparse one_;
  Eigen::SimplicialLDLT<Sparse> solver_;
};

}  // namespace

double optimal_relaxation(const StepProblem& problem) {
  constexpr Index small = 60;
  const Sparse matrix = scaled_matrix(problem);
  if (matrix.rows() == 0) return 1;
  const Spectrum spectrum =
      matrix.rows() <= small ? dense_spectrum(matrix) : SparseSpectrum(matrix).spectrum();
  // If Jacobi diverges, the constraints have no consistent order. Then only the smallest eigenvalue counts.
  // It is above 1 if constraints are there twice: their eigenvalues are 0 and 2.
  const double slow = std::max(0.0, 1 - spectrum.smallest);
  const double radius = spectrum.largest < 2 - zero ? std::max(slow, spectrum.largest - 1) : slow;
  return 2 / (1 + std::sqrt(1 - radius * radius));
}

}  // namespace simbench::rigid
