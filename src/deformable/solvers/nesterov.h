// Nesterov's accelerated gradient method (Nesterov 1983; Beck and Teboulle 2009) on the map
// G(q) = q − P⁻¹ ∇f(q)/s, with restarts (O'Donoghue and Candès 2015).
// One iteration: x_{k+1} = G(y_k), y_{k+1} = x_{k+1} + β_k (x_{k+1} − x_k). It has no parameter as long as
// s P bounds the Hessian.
// Needs from each potential: objective, gradient and a quadratic stiffness for S.
// Limitations: an iterate need not descend.
#pragma once

#include "deformable/solvers/acceleration/nesterov_momentum.h"
#include "deformable/solvers/linear/gradient_map.h"
#include "deformable/solvers/solver.h"
#include "deformable/solvers/traits.h"

namespace simbench {

// When the momentum begins anew: if the last step goes against the gradient at y_k; if f rises from x_k to
// x_{k+1}, which takes another pass over the elements; or never.
enum class NesterovRestart { gradient, objective, none };

struct NesterovSettings final : SolverSettings, GradientMapSettings {
  NesterovRestart restart = NesterovRestart::gradient;
  void describe(config::Fields& fields) override;
};

template <class Real>
class Nesterov final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "nesterov";
  static constexpr std::string_view summary = "Projective Dynamics with Nesterov's momentum and restarts";
  static constexpr SolverTraits traits = {
      .is_stable = false, .may_diverge = true, .takes_quadratic_tets = true};
  using Settings = NesterovSettings;
  static Declines declines(const Potentials<double>&, const Settings&) { return {}; }

  explicit Nesterov(const Settings& settings) : settings_(settings), map_(settings) {}
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  const Positions<Real>& positions() const override { return positions_; }
  std::string_view elimination_order() const override { return map_.metric().ordering(); }
  std::optional<int> factorisations() const override { return map_.metric().factorisations(); }

 private:
  Settings settings_;
  const IncrementalPotential<Real>* problem_ = nullptr;
  GradientMap<Real> map_;
  NesterovMomentum<Real> momentum_;
  Real objective_ = 0;            // f(x_k), if restarts need it [J]
  Positions<Real> positions_;     // x_k
  Positions<Real> extrapolated_;  // y_k
  Positions<Real> change_;        // x_{k+1} − x_k
  Positions<Real> gradient_;      // ∇f(y_k)
  Positions<Real> step_;          // y_k − G(y_k)
};

}  // namespace simbench
