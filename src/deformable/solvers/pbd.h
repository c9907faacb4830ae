// Position-Based Dynamics (Müller et al. 2007; Ledwon 2024, Alg. 8): Gauss–Seidel over hard constraints. It
// ignores stiffness and time step; instead, it applies a fraction k of each correction.
// Limitations: it does not minimise the objective f, and it does not conserve angular momentum.
#pragma once

#include "deformable/solvers/gauss_seidel.h"
#include "deformable/solvers/traits.h"

namespace simbench {

// The constraint that PBD enforces. `distance`: c = 0, where c = √(2Ψ/k) is the distance from a configuration
// without energy. `energy`: Ψ = 0 (Bender et al. 2014); a projection onto Ψ = 0 moves half as far.
enum class PbdConstraint { distance, energy };

// Müller et al. 2007, Sec. 3.3: each iteration scales a correction by k, or by k' = 1 − (1 − k)^(1/n). With
// k' the error of a single constraint is 1 − k of its initial value after all n iterations of a step.
enum class StiffnessRule { per_iteration, per_step };

struct PbdSettings final : SolverSettings {
  PbdConstraint constraint = PbdConstraint::distance;
  double stiffness = 1;  // k
  StiffnessRule stiffness_rule = StiffnessRule::per_iteration;
  SweepOrder order;
  void describe(config::Fields& fields) override;
};

template <class Real>
class Pbd final : public GaussSeidel<Real> {
 public:
  static constexpr std::string_view name = "pbd";
  static constexpr std::string_view summary = "Position-Based Dynamics: Gauss-Seidel on hard constraints";
  static constexpr SolverTraits traits = {.takes_every_law = false,
                                          .sees_stiffness = false,
                                          .minimises = false,
                                          .takes_hard_constraints = true,
                                          .takes_terms = TermKind::quadratic_contact_with_friction,
                                          .takes_contact_as_constraints = true};
  using Settings = PbdSettings;
  static Declines declines(const Potentials<double>& potentials, const Settings& settings);

  explicit Pbd(const Settings& settings) : settings_(settings) {}
  void expect_iterations(int iterations) override { iterations_ = iterations; }
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;

 private:
  Settings settings_;
  int iterations_ = 1;  // n
};

}  // namespace simbench
