#include "rigid/solvers/relaxation.h"

#include <Eigen/Eigenvalues>

#include "rigid/dense_system.h"

namespace simbench::rigid {

double optimal_relaxation(const StepProblem<double>& problem) {
  const Eigen::MatrixXd A = effective_inverse_mass(problem, problem.predicted);
  // Of D^−½ A D^−½, which has the eigenvalues of D⁻¹ A, with D the diagonal blocks of A.
  Eigen::MatrixXd scaled = A;
  problem.constraints.for_each([&]<class Constraint>(const Constraint&, Index row) {
    constexpr int rows = Constraint::rows;
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, rows, rows>> block(
        A.template block<rows, rows>(row, row));
    const Eigen::Matrix<double, rows, rows> root = block.operatorInverseSqrt();
    scaled.middleRows<rows>(row) = (root * scaled.middleRows<rows>(row)).eval();
    scaled.middleCols<rows>(row) = (scaled.middleCols<rows>(row) * root).eval();
  });
  const VectorX<double> eigenvalues =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(scaled, Eigen::EigenvaluesOnly).eigenvalues();
  const double radius = (1 - eigenvalues.array()).abs().maxCoeff();
  return 2 / (1 + std::sqrt(std::max(0.0, 1 - radius * radius)));
}

}  // namespace simbench::rigid
