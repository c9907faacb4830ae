// The saddle-point systems of constrained dynamics, one linear solve per step (Tournier et al. 2015; Ledwon
// 2024, Sec. 3.3). With M, J and C at q_n,
//
//   ⎡ M   −Jᵀ  ⎤ ⎡v⎤   ⎡M v_n + h f⎤
//   ⎣ J   α/h² ⎦ ⎣μ⎦ = ⎣   −C/h    ⎦ ,   q_{n+1} = q_n + h v,
//
// solved by the Schur complement J M⁻¹ Jᵀ + α/h². All potentials are constraints; f is gravity and other
// external forces. `hard` leaves out the compliance α of all constraints (Eq. 3.22); potentials of infinite
// stiffness have none. `velocity` also leaves out −C/h: then only the velocity satisfies the constraints, and
// positions drift. `acceleration` is the differential algebraic equation (Sec. 3.3.2)
//
//   ⎡ M   −Jᵀ  ⎤ ⎡a⎤   ⎡       f       ⎤
//   ⎣ J    0   ⎦ ⎣λ⎦ = ⎣ −v_nᵀ ∇²C v_n ⎦ ,   v_{n+1} = v_n + h a,   q_{n+1} = q_n + h v_{n+1}:
//
// so velocities drift from the constraints, too.
// `geometric_stiffness` replaces M by M − h² Σ λ_j ∇²C_j (Eq. 3.45; Tournier et al. 2015), with the λ of the
// last system. In the first iteration λ is −C(q_n)/α; for hard constraints it is that of the last step, and
// zero in the first step. With compliance the first iteration then is linearly implicit Euler.
// One iteration: one such system. The first system is linearised at q_n, as published; later systems are
// linearised at the iterate. With compliance these are full Gauss–Newton steps on f, and with geometric
// stiffness Newton steps on its two equations. At the level of accelerations every iteration solves the first
// system.
// Needs from each potential: XPBD's scalar constraints, and their second derivatives for
// `geometric_stiffness` and `acceleration`.
// Limitations: without geometric stiffness it ignores the curvature of constraints.
#pragma once

#include "deformable/solvers/kernels/constraint_curvature.h"
#include "deformable/solvers/linear/saddle_point.h"
#include "deformable/solvers/traits.h"
#include "math/multifrontal.h"

namespace simbench {

enum class ConstraintLevel { position, velocity, acceleration };

struct KktSettings final : SolverSettings {
  ConstraintLevel level = ConstraintLevel::position;
  bool hard = false;
  bool geometric_stiffness = false;
  ConstraintForm form = ConstraintForm::split;  // for laws with two constraints
  bool needs_hessians() const { return geometric_stiffness || level == ConstraintLevel::acceleration; }
  void describe(config::Fields& fields) override;
};

template <class Real>
class Kkt final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "kkt";
  static constexpr std::string_view summary = "one linear system of velocities and multipliers a step";
  static constexpr SolverTraits traits = {.has_constant_matrix = false,
                                          .minimises = false,
                                          .is_stable = false,
                                          .takes_hard_constraints = true,
                                          .is_in_all = false};
  using Settings = KktSettings;
  // The cost of a factor with a row per constraint.
  static Cost cost(const ProblemSize& size) {
    return {(2.4e-6 + 8.5e-10 * size.tets) * size.tets, 700 * size.tets + 500 * size.factor_entries()};
  }
  static Declines declines(const Potentials<double>& potentials, const Settings& settings);
  static Declines declines_other_start(const Settings&) {
    return "its systems give q~ plus a displacement, and the first one is linearised at the last positions "
           "already; set step.start to inertial";
  }

  explicit Kkt(const Settings& settings) : settings_(settings) {}
  // Fails if hard constraints are redundant, and names them.
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  const Positions<Real>& positions() const override { return positions_; }
  std::string_view elimination_order() const override { return system_.ordering(); }

 private:
  // The contribution of a vertex to an entry of the Schur complement: w (g_a·g_b).
  struct Product {
    int entry;
    int a, b;  // into gradients_
  };
  void find_pattern();
  // Computes J, C and the Schur complement at linearisation_.
  Index linearise();
  // Computes the right-hand side of the multipliers in place of C.
  void find_right_side();
  bool solve_with_geometric_stiffness();
  std::optional<Failure> redundant_rows() const;

  Settings settings_;
  const IncrementalPotential<Real>* problem_ = nullptr;
  std::vector<std::unique_ptr<ConstraintSystem<Real>>> constraints_;  // one per potential
  VectorX<Real> inverse_masses_;                                      // w [1/kg]
  // J by rows, one potential after the other:
  //   gradients_  │ ∂C₀/∂x₀ ∂C₀/∂x₁ │ ∂C₁/∂x₁ … │ …
  //   vertices_   │   x₀      x₁    │   x₁    … │ …
  //   rows_       │   0       0     │   1     … │ …
  std::vector<Vector3<Real>> gradients_;
  std::vector<int> vertices_;
  std::vector<int> rows_;
  std::vector<std::size_t> first_gradient_;  // of each potential
  VectorX<Real> stiffnesses_;                // 1/α; infinite for hard constraints
  std::vector<char> is_hard_;                // whether each row of J has no compliance
  VectorX<Real> weights_;     // the scale of each row: h²/α, or 1/(J M⁻¹ Jᵀ)_ii if α = 0
  SparseMatrix<Real> schur_;  // lower triangle
  std::vector<Product> products_;
  Multifrontal<Real> system_;
  VectorX<Real> multipliers_;  // first C, then Λ = h μ
  ConstraintCurvature<Real> curvature_;
  SaddlePoint<Real> saddle_point_;
  VectorX<Real> curving_;         // the multipliers Λ of the geometric stiffness
  bool is_first_ = true;          // whether the next iteration is the first one of its step
  std::vector<Reduced<Real>> C_;  // of each potential, elements × constraints
  bool is_independent_ = false;   // whether the hard constraints were independent at the first step
  Positions<Real> move_, change_, by_forces_;
  Positions<Real> linearisation_;  // where J and C are computed: q_n, then the last iterate
  Positions<Real> positions_;
};

}  // namespace simbench
