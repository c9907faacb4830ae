// Anderson's method on ADMM's z (Zhang et al. 2019, Accelerating ADMM for Efficient Simulation and
// Optimization). One iteration of ADMM is a map of z alone, because ū follows from z: W² ū = ∇ψ(z).
// One iteration: z⁺ = prox of ψ at D q + ū; z = Anderson's combination of earlier z⁺, with ū = W⁻² ∇ψ(z); a
// solve for q. If ‖W (D q − z)‖ does not fall, the solve is done again from z⁺ with ADMM's ū.
// Needs from each potential: a prox and its gradient.
// Limitations: as for ADMM, it does not converge if the weights are too small.
#pragma once

#include "deformable/solvers/acceleration/anderson_history.h"
#include "deformable/solvers/cost.h"
#include "deformable/solvers/splitting/splitting.h"
#include "deformable/solvers/splitting/splitting_settings.h"
#include "deformable/solvers/splitting/weighted_vector.h"

namespace simbench {

struct AndersonAdmmSettings final : SolverSettings, SplittingSettings {
  void describe(config::Fields& fields) override { describe_splitting(fields); }
};

template <class Real>
class AndersonAdmm final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "anderson_admm";
  static constexpr std::string_view summary = "ADMM with Anderson's method on z";
  using Settings = AndersonAdmmSettings;
  static Cost cost(const ProblemSize& size) { return accelerated_splitting_cost(size); }
  static Declines declines(const Potentials<double>& potentials, const Settings&) {
    return declines_splitting(potentials);
  }

  explicit AndersonAdmm(const Settings& settings)
      : settings_(settings), splitting_(settings.prox, settings.linear_solver), history_(settings.history) {}
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  void complete(IterationReport& report) const override;  // the primal residual
  const Positions<Real>& positions() const override { return splitting_.positions(); }
  std::string_view elimination_order() const override { return splitting_.system().ordering(); }
  std::optional<int> factorisations() const override { return splitting_.system().factorisations(); }

 private:
  // Solves for q from z and ū. Returns false if the linear solver fails.
  bool solve();
  // z from W z, and ū = W⁻² ∇ψ(z).
  void set(const VectorX<Real>& vector);
  Real residual();  // ½‖W (D q − z)‖²

  Settings settings_;
  Splitting<Real> splitting_;
  std::optional<WeightedVector<Real>> vector_;
  AndersonHistory<Real> history_;
  Real last_residual_ = 0;  // of the last accepted q; infinite before the first one
  bool has_z_ = false;      // of an earlier iteration
  VectorX<Real> z_;         // W z of the last accepted z
  VectorX<Real> plain_;     // W z⁺
  VectorX<Real> next_;
  std::vector<Reduced<Real>> plain_z_, plain_u_;  // z⁺ and ADMM's ū
  std::vector<Reduced<Real>> at_zero_;            // −b = D 0 − b
  std::vector<Reduced<Real>> reduced_;            // workspace
};

}  // namespace simbench
