// A sweep of Gauss–Seidel with J and K at fixed poses. Each constraint removes the error s c + J ΔX: the
// share s of its error c at the fixed poses, and the effect of the displacements ΔX since. Sequential
// impulses use it at X_n, Gauss–Seidel in linear form at X̃. Friction needs displacements since X_n, so it
// exists for fixed poses X_n only.
//
// J, K⁻¹ and the errors are computed once, and stored in the order in which a sweep reads them:
//
//   rows of a shape  │ J K⁻¹ c │ J K⁻¹ c │ …     a shape is a number of rows and of bodies
//   mobilities       │ of body 0 │ of body 1 │ …  M⁻¹ in the world frame
#pragma once

#include <tuple>

#include "rigid/bodies/plain.h"
#include "rigid/problem/friction.h"

namespace simbench::rigid {

class LinearSweep {
 public:
  std::vector<Displacement<double>> moves;  // ΔX

  // Fixes the poses, the share and the targets of all rows. Problem and constraints must outlive the sweeps.
  void begin(const StepProblem<double>& problem, const Constraints<double>& constraints,
             const Poses<double>& poses, double share, const VectorX<double>& targets);
  // One sweep; without `tangential` there is no friction.
  void operator()(double relaxation, VectorX<double>& multipliers,
                  std::vector<Vector3<double>>* tangential = nullptr);
  // Sets result = poses ⊞ ΔX.
  void apply(Poses<double>& result) const;

 private:
  using Vector = plain::Vector<double>;
  // The rows of a constraint.
  template <int rows, int body_count>
  struct Fixed {
    std::array<int, body_count> bodies;
    bool is_inequality;
    double softness;                                           // α̃ of a spring
    std::array<double, rows> error;                            // s c minus the target
    std::array<std::array<double, rows>, rows> inverse;        // (K + α̃)⁻¹; zero if nothing can move
    std::array<std::array<Vector, rows>, body_count> linear;   // ∂c/∂dx
    std::array<std::array<Vector, rows>, body_count> angular;  // ∂c/∂dθ
  };
  template <int rows, int body_count>
  using AllFixed = std::vector<Fixed<rows, body_count>>;
  struct Mobility {
    double inverse_mass;
    plain::Symmetric<double> inverse_inertia;
  };

  void reserve(const Constraints<double>& constraints);
  template <int rows, int body_count>
  void fix(const ConstraintBase<double, rows, body_count>& constraint,
           const Linearisation<double, rows, body_count>& linear, double share, const double* targets);
  template <int rows, int body_count>
  void satisfy(const ConstraintBase<double, rows, body_count>& constraint, const Fixed<rows, body_count>& own,
               double relaxation, double* multipliers);

  const StepProblem<double>* problem_ = nullptr;
  const Constraints<double>* constraints_ = nullptr;
  Poses<double> poses_;  // the fixed ones
  std::vector<Mobility> mobilities_;
  std::tuple<AllFixed<1, 2>, AllFixed<2, 2>, AllFixed<3, 2>, AllFixed<1, 4>> fixed_;
};

}  // namespace simbench::rigid
