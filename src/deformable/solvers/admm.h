// ADMM for implicit Euler (Overby et al. 2017, Alg. 1; Ledwon 2024, Sec. 3.7). It minimises f over q and z
// with D q = z, the scaled dual variable ū, and W = diag(w_j).
// One iteration: z_j ← prox of ψ_j at D_j q + ū_j; ū ← ū + D q − z; then a solve with the constant matrix
// M/h² + Σ w_j² D_jᵀ D_j.
// Needs from each potential: a prox.
// Weights: w_j = c √(k V_j), or c √(k V̄) with the mean volume V̄; for anchors √k_s or a given number. Held
// vertices are eliminated from the linear system. Alternatively, their energy is the indicator function of
// q_i = a_i, with z = a, the weight w_a and ū ← ū + q − a. Then they are held only in the limit.
// Contact with a quadratic energy is in the global step, as in PD: its pairs that push are in the matrix,
// which is factorised in each iteration then. Limitations: it does not converge if the weights are too small.
#pragma once

#include "deformable/solvers/admm_weight.h"
#include "deformable/solvers/solver.h"
#include "deformable/solvers/splitting/splitting.h"
#include "deformable/solvers/splitting/splitting_settings.h"
#include "deformable/solvers/traits.h"

namespace simbench {

// The method that holds vertices.
enum class HeldBy { elimination, indicator };

struct AdmmSettings final : SolverSettings {
  WeightChoice weight;
  // An ablation: false replaces V_j by the mean V̄ of the tets' volumes, with any rule for c.
  bool volume_scaling = true;
  // w of potentials other than the material: anchors, springs, planes [√(N/m)]; empty means √k.
  std::optional<double> anchor_weight;
  HeldBy held_by = HeldBy::elimination;
  // w_a of the indicator [√(N/m)]; empty means that w_a² equals the system's other terms on the diagonal.
  std::optional<double> held_weight;
  // The proximal map of a tet whose law has no closed form. The default, Newton's method, reaches working
  // precision; few iterations, or few of L-BFGS as in the thesis, leave an error in each z.
  ProxSearch prox;
  LinearSolver linear_solver;
  void describe(config::Fields& fields) override;
};

template <class Real>
class Admm final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "admm";
  static constexpr std::string_view summary = "ADMM: a proximal map of every element, then one linear system";
  using Settings = AdmmSettings;
  static constexpr SolverTraits traits = {.takes_terms = TermKind::quadratic_contact};
  static Declines declines(const Potentials<double>& potentials, const Settings&);
  static Declines declines_contact(const Settings& settings);

  explicit Admm(const Settings& settings)
      : settings_(settings), splitting_(settings.prox, settings.linear_solver) {}
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  void complete(IterationReport& report) const override;  // the residuals
  const Positions<Real>& positions() const override { return splitting_.positions(); }
  std::string_view elimination_order() const override { return splitting_.system().ordering(); }
  std::optional<int> factorisations() const override { return splitting_.system().factorisations(); }

 private:
  VectorX<Real> squared_weights(const Potential<Real>& potential) const;
  void hold_by_indicator();
  bool factorise();
  // Continues with another c and keeps the dual variable λ = W² ū. Returns false if the system is not
  // positive definite.
  bool change_weight_factor(Real factor);

  Settings settings_;
  Real weight_factor_ = 1;  // the current c; unused if the weight is fixed
  std::optional<AutomaticWeight> automatic_weight_;
  std::shared_ptr<const Potential<Real>> indicator_;  // of held vertices, with HeldBy::indicator
  const IncrementalPotential<Real>* problem_ = nullptr;
  Splitting<Real> splitting_;
  Positions<Real> previous_positions_;  // of the previous iteration, for the automatic weight
};

}  // namespace simbench
