// The conditions that poses X and multipliers Λ meet at the solution of a step, and Newton's method on them:
//
//   ∇ ½‖X ⊖ X̃‖²_M − Jᵀ Λ = 0,   c + α̃ Λ = 0.
//
// Derivatives of Jᵀ Λ and of the inertial gradient are central differences, whose error of 1e-9 costs Newton nothing that one could
// see, and no type of constraint has to know its second derivatives. Inequalities are not taken.
#pragma once

#include <Eigen/SparseLU>

#include "rigid/step_problem.h"

namespace simbench::rigid {

// Unknowns: dx and dθ of the bodies that have them, then Λ.
class Optimality {
 public:
  // The problem must outlive it.
  explicit Optimality(const StepProblem<double>& problem);

  // Both conditions, the second one with its sign turned.
  VectorX<double> residual(const Poses<double>& poses, const VectorX<double>& multipliers) const;
  // Goes one full step of Newton's method from there. False if its matrix is singular, as where constraints follow from others.
  bool step(Poses<double>& poses, VectorX<double>& multipliers);

 private:
  Eigen::SparseMatrix<double> jacobian(const Poses<double>& poses, const VectorX<double>& multipliers) const;
  void add(int body, const Eigen::Matrix<double, 6, 1>& values, VectorX<double>& result) const;

  const StepProblem<double>& problem_;
  std::vector<std::array<int, 6>> unknowns_;  // of each body; −1: it does not move so
  int first_row_ = 0, size_ = 0;
  Eigen::SparseLU<Eigen::SparseMatrix<double>> solver_;
};

}  // namespace simbench::rigid
