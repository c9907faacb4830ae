// The Chebyshev semi-iteration on the map G(q) = q − P⁻¹ ∇f(q)/s (Wang 2015, Alg. 1; Golub and Varga 1961).
// One iteration: the gradient, one solve with P, and q_{k+1} = ω_{k+1} (γ (G(q_k) − q_k) + q_k − q_{k−1}) +
// q_{k−1}. The first `start` iterations are plain: ω = 1. With P = S it accelerates Projective Dynamics; with
// P = diag S and ρ = 0 it is a Jacobi sweep for each local step.
// Needs from each potential: objective, gradient and a quadratic stiffness for S.
// Limitations: no iterate need descend, and the error oscillates. ρ is a guess: with too small a ρ it is
// slow, with too large a ρ it oscillates. It diverges if G is no contraction.
#pragma once

#include "deformable/solvers/acceleration/chebyshev_weights.h"
#include "deformable/solvers/linear/gradient_map.h"
#include "deformable/solvers/solver.h"
#include "deformable/solvers/traits.h"

namespace simbench {

// Where the eigenvalues of the map's errors are assumed: in [−ρ, ρ], as published, or in [0, ρ], where they
// are for strain with P = S. The second is the first with γ = 2/(2 − ρ) and ρ/(2 − ρ) instead of ρ.
enum class EigenvalueInterval { symmetric, positive };

struct ChebyshevSettings final : SolverSettings, GradientMapSettings {
  std::optional<double> rho;  // empty: measured during the plain iterations
  int start = 10;
  double gamma = 1;
  EigenvalueInterval interval = EigenvalueInterval::symmetric;
  void describe(config::Fields& fields) override;
};

template <class Real>
class Chebyshev final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "chebyshev";
  static constexpr std::string_view summary =
      "Projective Dynamics, or a Jacobi sweep, with the Chebyshev semi-iteration";
  static constexpr SolverTraits traits = {
      .is_stable = false, .may_diverge = true, .takes_quadratic_tets = true};
  using Settings = ChebyshevSettings;
  static Declines declines(const Potentials<double>&, const Settings&) { return {}; }

  explicit Chebyshev(const Settings& settings) : settings_(settings), map_(settings) {}
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  const Positions<Real>& positions() const override { return positions_; }
  std::string_view elimination_order() const override { return map_.metric().ordering(); }
  std::optional<int> factorisations() const override { return map_.metric().factorisations(); }

 private:
  void set_rho(Real rho);

  Settings settings_;
  const IncrementalPotential<Real>* problem_ = nullptr;
  GradientMap<Real> map_;
  int iteration_ = 0;
  Real gamma_ = 1;
  ChebyshevWeights<Real> weights_;
  Real last_change_ = 0;       // |q_k − q_{k−1}|
  Positions<Real> positions_;  // q_k
  Positions<Real> previous_;   // q_{k−1}
  Positions<Real> step_;       // q_k − G(q_k)
};

}  // namespace simbench
