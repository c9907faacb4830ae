// ADMM for implicit Euler (Overby et al. 2017, Alg. 1; Ledwon 2024, Sec. 3.7): minimises f over q and z with D
// q = z, ū the scaled dual variable and W = diag(w_j). One iteration: z_j ← prox of ψ_j at D_j q + ū_j; ū ← ū
// + D q − z; then one solve with the constant matrix M/h² + Σ w_j² D_jᵀ D_j. Needs of each potential: a prox.
// Weights: w_j = c √(k V_j), or c √(k V̄) of the mean volume; anchors √k_s or another number. Held vertices are eliminated from the
// linear system, or approached with the indicator of q_i = a_i as their energy: z = a, w_a (ū) ← ū + q − a, so that they are held in
// the limit only. Violates: with weights too small it does not converge at all.
#pragma once

#include "energy/prox.h"
#include "solver/admm_weight.h"
#include "solver/linear_system.h"
#include "solver/solver.h"

namespace simbench {

// Where the weights come from: `automatic` finds c while it iterates (admm_weight.h); `factor` is c √(k V_j) with the given c,
// and is meant where a scene gives weight_factor alone; `tuned` takes the c that `simbench tune` has stored for the scene, and is
// replaced by it before a solver is made.
enum class WeightRule { automatic, factor, tuned };

// How held vertices are held.
enum class HeldBy { elimination, indicator };

struct AdmmSettings final : SolverSettings {
  WeightRule weight_rule = WeightRule::automatic;
  std::optional<double> weight;  // instead of a rule: w_j itself, the same for all tets and springs [√J]
  double weight_factor = 0.3;    // c of WeightRule::factor; the thesis's
  // An ablation: false puts the mean V̄ of the tets' volumes in the place of V_j, whatever rule gives c.
  bool volume_scaling = true;
  std::optional<double>
      anchor_weight;  // w of what is no material: anchors, springs, planes [√(N/m)]; absent: √k
  HeldBy held_by = HeldBy::elimination;
  std::optional<double>
      held_weight;  // w_a of the indicator [√(N/m)]; absent: w_a² is what the system has on the diagonal besides
  // Newton's iterations at most in the proximal map of a tet whose law has no closed form. The default solves it to
  // working precision; fewer leave an error in every z (the thesis stops L-BFGS there).
  int prox_iterations = converged_prox_iterations;
  LinearSolver linear_solver;
  void describe(config::Fields& fields) override;
};

template <class Real>
class Admm final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "admm";
  static constexpr std::string_view summary = "ADMM: a proximal map of every element, then one linear system";
  using Settings = AdmmSettings;
  static Declines declines(const Potentials<double>&, const Settings&) { return {}; }

  explicit Admm(const Settings& settings) : settings_(settings), system_(settings.linear_solver) {}
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  void complete(IterationReport& report) const override;  // the residuals
  const Positions<Real>& positions() const override { return positions_; }
  std::string_view elimination_order() const override { return system_.ordering(); }

 private:
  VectorX<Real> squared_weights(const Potential<Real>& potential) const;
  void hold_by_indicator(const IncrementalPotential<Real>& problem);
  // Assembles and factorises the system for the weights as they are. False if it is not positive definite.
  SparseMatrix<Real> system_of_potentials() const;
  bool factorise();
  // Goes on with another c: the dual variable λ = W² ū stays. False if the system is not positive definite.
  bool change_weight_factor(Real factor);
  Real largest_compression() const;

  // The elements of one potential.
  struct Batch {
    const Potential<Real>* potential;
    VectorX<Real> squared_weights;  // w_j²
    Reduced<Real> z;
    Reduced<Real> previous_z;
    Reduced<Real> u;  // ū
  };

  Settings settings_;
  Real weight_factor_ = 1;  // c in use
  std::optional<AutomaticWeight> automatic_weight_;
  std::shared_ptr<const Potential<Real>> indicator_;  // of held vertices, if they are held by it
  const IncrementalPotential<Real>* problem_ = nullptr;
  LinearSystem<Real> system_;
  VectorX<Real> inertia_weights_;  // M/h²
  std::vector<Batch> batches_;
  Positions<Real> previous_positions_;  // of the iteration before, for the automatic weight
  Positions<Real> right_hand_side_;
  Positions<Real> positions_;  // q
};

}  // namespace simbench
