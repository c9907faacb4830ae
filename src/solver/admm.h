// ADMM for implicit Euler (Overby et al. 2017, Alg. 1; Ledwon 2024, Sec. 3.7): minimises f over q and z with D
// q = z, ū the scaled dual variable and W = diag(w_j). One iteration: z_j ← prox of ψ_j at D_j q + ū_j; ū ← ū
// + D q − z; then one solve with the constant matrix M/h² + Σ w_j² D_jᵀ D_j. Needs of each term: a prox.
// Weights: w_j = c √(k V_j), anchors √k_s. Violates: with weights too small it does not converge at all.
#pragma once

#include "math/sparse_cholesky.h"
#include "solver/solver.h"

namespace simbench {

struct AdmmSettings final : SolverSettings {
  double weight_factor = 0.3;    // c in w_j = c √(k V_j)
  std::optional<double> weight;  // w_j itself, the same for all tets [√J]
  void describe(config::Fields& fields) override;
};

template <class Real>
class Admm final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "admm";
  static constexpr std::string_view summary = "ADMM: a proximal map of every element, then one linear system";
  using Settings = AdmmSettings;
  static Declines declines(const EnergyTerms<double>&, const Settings&) { return {}; }

  explicit Admm(const Settings& settings) : settings_(settings) {}
  std::optional<std::string> begin_step(const ImplicitEulerProblem<Real>& problem) override;
  IterationReport iterate() override;
  const Positions<Real>& positions() const override { return positions_; }

 private:
  VectorX<Real> squared_weights(const EnergyTerm<Real>& term) const;

  // The elements of one term.
  struct Batch {
    const EnergyTerm<Real>* term;
    VectorX<Real> squared_weights;  // w_j²
    Reduced<Real> Dq;
    Reduced<Real> z;
    Reduced<Real> u;       // ū
    Reduced<Real> change;  // z − z_previous
  };

  Settings settings_;
  const ImplicitEulerProblem<Real>* problem_ = nullptr;
  SparseCholesky<Real> factorised_system_;
  VectorX<Real> inertia_weights_;  // M/h²
  std::vector<Batch> batches_;
  Positions<Real> dual_residual_;
  Positions<Real> positions_;  // q
};

}  // namespace simbench
