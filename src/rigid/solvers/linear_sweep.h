// A sweep of Gauss–Seidel with J and K at fixed poses. Each constraint removes the error s c + J ΔX: the
// share s of its error c at the fixed poses, and the effect of the displacements ΔX since. Sequential
// impulses use it at X_n, Gauss–Seidel in linear form at X̃. Friction needs displacements since X_n, so it
// exists for fixed poses X_n only. J and K⁻¹ are computed once, and stored (fixed_rows.h).
#pragma once

#include "rigid/problem/friction.h"
#include "rigid/solvers/fixed_rows.h"

namespace simbench::rigid {

// Where J and K are: at X_n, or at X̃.
enum class FixedPoses { start, prediction };

class LinearSweep {
 public:
  std::vector<Displacement> moves;  // ΔX

  // Fixes the poses, the share and the targets of all rows. Problem and constraints must outlive the sweeps.
  void begin(const StepProblem& problem, const Constraints& constraints, FixedPoses where, double share,
             const VectorX<double>& targets);
  // Adds M⁻¹ Jᵀ Λ.
  void displace(const VectorX<double>& multipliers);
  // One sweep; without `tangential` there is no friction.
  void operator()(double relaxation, VectorX<double>& multipliers,
                  std::vector<Vector3<double>>* tangential = nullptr);
  // Sets result = poses ⊞ ΔX.
  void apply(Poses& result) const;

 private:
  // The error is s c minus the target.
  template <int rows, int body_count, bool is_of_points>
  struct Rows : FixedRows<rows, body_count, is_of_points> {
    double softness;  // α̃ of a spring
    bool is_inequality;
  };
  template <int rows, int body_count, bool is_of_points>
  void satisfy(const ConstraintBase<rows, body_count>& constraint,
               const Rows<rows, body_count, is_of_points>& own, double relaxation, double* multipliers);

  const StepProblem* problem_ = nullptr;
  const Constraints* constraints_ = nullptr;
  Poses poses_;  // the fixed ones
  std::vector<Mobility> mobilities_;
  RowsOfShapes<Rows> rows_;
};

}  // namespace simbench::rigid
