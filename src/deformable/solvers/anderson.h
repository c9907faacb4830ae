// Anderson acceleration of the map G(q) = q − P⁻¹ ∇f(q)/s (Peng et al. 2018, Alg. 1; with P = S, of
// Projective Dynamics).
// One iteration: one solve with P, the combination of the last maps, and its objective and gradient. If the
// objective has risen there, the guard takes G(q) instead, or a shorter step if it has risen there, too.
// Needs from each potential: objective, gradient and a quadratic stiffness for S.
// Limitations: without its guard an iterate need not descend.
#pragma once

#include "deformable/solvers/acceleration/anderson_history.h"
#include "deformable/solvers/line_search/line_search.h"
#include "deformable/solvers/linear/gradient_map.h"
#include "deformable/solvers/traits.h"

namespace simbench {

enum class AndersonGuard { objective, none };

struct AndersonSettings final : SolverSettings, GradientMapSettings {
  int history = 5;
  AndersonGuard guard = AndersonGuard::objective;
  void describe(config::Fields& fields) override;
};

template <class Real>
class Anderson final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "anderson";
  static constexpr std::string_view summary = "Projective Dynamics with Anderson acceleration";
  static constexpr SolverTraits traits = {.is_stable = false, .takes_quadratic_tets = true};
  using Settings = AndersonSettings;
  static Declines declines(const Potentials<double>&, const Settings&) { return {}; }

  explicit Anderson(const Settings& settings)
      : settings_(settings), map_(settings), history_(settings.history) {}
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  const Positions<Real>& positions() const override { return current_.positions; }
  std::string_view elimination_order() const override { return map_.metric().ordering(); }
  std::optional<int> factorisations() const override { return map_.metric().factorisations(); }

 private:
  bool is_worse(const Iterate<Real>& trial) const;

  Settings settings_;
  const IncrementalPotential<Real>* problem_ = nullptr;
  GradientMap<Real> map_;
  AndersonHistory<Real> history_;
  Iterate<Real> current_;
  Iterate<Real> trial_;
  Positions<Real> direction_;  // G(q) − q
  Positions<Real> mapped_;     // G(q)
};

}  // namespace simbench
