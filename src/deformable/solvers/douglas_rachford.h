// Anderson's method on Douglas–Rachford splitting (Ouyang et al. 2020, Anderson Acceleration for Nonconvex
// ADMM Based on Douglas–Rachford Splitting). ADMM is a fixed-point iteration of one vector, s = W (D q + ū).
// One iteration: z = prox of ψ at W⁻¹ s, a solve for q from 2z − W⁻¹ s, and s⁺ = s + W (D q − z); the next s
// is Anderson's combination of earlier s⁺. If the merit does not fall at the combination, the iteration is
// done again from the plain s⁺. Needs from each potential: a prox; its energy, for the envelope. Limitations:
// as for ADMM, it does not converge if the weights are too small.
#pragma once

#include "deformable/solvers/acceleration/anderson_history.h"
#include "deformable/solvers/cost.h"
#include "deformable/solvers/splitting/splitting.h"
#include "deformable/solvers/splitting/splitting_settings.h"
#include "deformable/solvers/splitting/weighted_vector.h"

namespace simbench {

// What must fall from iterate to iterate: ½‖W (D q − z)‖², or the Douglas–Rachford envelope
// E(s) = inertial(q) + ψ(z) + W²[(s − z)·(D q − z) + ½‖D q − z‖²], with s in the units of z.
enum class SplittingMerit { residual, envelope };

struct DouglasRachfordSettings final : SolverSettings, SplittingSettings {
  SplittingMerit merit = SplittingMerit::envelope;
  void describe(config::Fields& fields) override;
};

template <class Real>
class DouglasRachford final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "douglas_rachford";
  static constexpr std::string_view summary = "ADMM as a fixed-point iteration with Anderson's method";
  using Settings = DouglasRachfordSettings;
  static Cost cost(const ProblemSize& size) { return accelerated_splitting_cost(size); }
  static Declines declines(const Potentials<double>& potentials, const Settings&) {
    return declines_splitting(potentials);
  }

  explicit DouglasRachford(const Settings& settings)
      : settings_(settings), splitting_(settings.prox, settings.linear_solver), history_(settings.history) {}
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  void complete(IterationReport& report) const override;  // the primal residual
  const Positions<Real>& positions() const override { return splitting_.positions(); }
  std::string_view elimination_order() const override { return splitting_.system().ordering(); }
  std::optional<int> factorisations() const override { return splitting_.system().factorisations(); }

 private:
  bool split();       // q, z and ū from s_
  Real merit();       // after split()
  void find_plain();  // plain_ ← s⁺

  Settings settings_;
  const IncrementalPotential<Real>* problem_ = nullptr;
  Splitting<Real> splitting_;
  std::optional<WeightedVector<Real>> vector_;
  AndersonHistory<Real> history_;
  Real last_merit_ = 0;  // of the last accepted s; infinite before the first one
  VectorX<Real> s_;      // of the next iteration [√J]
  VectorX<Real> plain_;  // s⁺ of the last accepted s
  VectorX<Real> next_;
  std::vector<Reduced<Real>> reduced_;  // workspace: D q of each batch
};

}  // namespace simbench
