// The saddle-point systems of constrained dynamics, one linear solve a step (Tournier et al. 2015; Ledwon 2024, Sec. 3.3): with M, J and C
// at q_n,
//
//   ⎡ M   −Jᵀ  ⎤ ⎡v⎤   ⎡M v_n + h f⎤
//   ⎣ J   α/h² ⎦ ⎣μ⎦ = ⎣   −C/h    ⎦ ,   q_{n+1} = q_n + h v,
//
// by way of the Schur complement J M⁻¹ Jᵀ + α/h². `hard` leaves the compliance α out (Eq. 3.22), and `velocity` the −C/h, too, so that
// the velocity alone keeps the constraints, which drift. All potentials are constraints; f is gravity and other external forces.
// One iteration: one such system; the first is linearised at q_n, as published, later ones at the iterate. Compliant, these are full
// Gauss–Newton steps on f. Needs of each potential: XPBD's scalar constraints. Violates: the curvature of constraints is left out.
#pragma once

#include "math/multifrontal.h"
#include "solver/constraint_system.h"

namespace simbench {

enum class ConstraintLevel { position, velocity };

struct KktSettings final : SolverSettings {
  ConstraintLevel level = ConstraintLevel::position;
  bool hard = false;
  ConstraintForm form = ConstraintForm::split;  // of laws with two constraints
  void describe(config::Fields& fields) override;
};

template <class Real>
class Kkt final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "kkt";
  static constexpr std::string_view summary = "one linear system of velocities and multipliers a step";
  using Settings = KktSettings;
  // Of a factor whose rows are constraints.
  static Cost cost(const ProblemSize& size) {
    return {(2.4e-6 + 8.5e-10 * size.tets) * size.tets, 700 * size.tets + 540 * size.factor_entries()};
  }
  static Declines declines(const Potentials<double>& potentials, const Settings& settings);

  explicit Kkt(const Settings& settings) : settings_(settings) {}
  // Fails if hard constraints are redundant, and says which.
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  const Positions<Real>& positions() const override { return positions_; }
  std::string_view elimination_order() const override { return system_.ordering(); }

 private:
  // What a vertex adds to the Schur complement: w (g_a·g_b) to one of its entries.
  struct Product {
    int entry;
    int a, b;  // into gradients_
  };
  void find_pattern();
  // J, C and the Schur complement there.
  Index linearise();
  std::optional<Failure> redundancy() const;

  Settings settings_;
  const IncrementalPotential<Real>* problem_ = nullptr;
  std::vector<std::unique_ptr<ConstraintSystem<Real>>> constraints_;  // one a potential
  VectorX<Real> inverse_masses_;                                      // w [1/kg]
  // J by rows, of all potentials one after the other:
  //   gradients_  │ ∂C₀/∂x₀ ∂C₀/∂x₁ │ ∂C₁/∂x₁ … │ …
  //   vertices_   │   x₀      x₁    │   x₁    … │ …
  //   rows_       │   0       0     │   1     … │ …
  std::vector<Vector3<Real>> gradients_;
  std::vector<int> vertices_;
  std::vector<int> rows_;
  std::vector<std::size_t> first_gradient_;  // of each potential
  VectorX<Real> stiffnesses_;                // 1/α
  SparseMatrix<Real> schur_;                 // lower triangle
  std::vector<Product> products_;
  Multifrontal<Real> system_;
  VectorX<Real> multipliers_;      // C at first, then Λ = h μ
  std::vector<Reduced<Real>> C_;   // of each potential, elements × constraints
  bool is_independent_ = false;    // the hard constraints, where the first step began
  Positions<Real> linearisation_;  // where J and C are found: q_n, then the last iterate
  Positions<Real> positions_;
};

}  // namespace simbench
