// Projective Dynamics (Bouaziz et al. 2014, Alg. 1; Ledwon 2024, Alg. 10).
// One iteration: the local step projects every element, p_j = p(D_j q). The global step minimises
// 1/(2h²)‖M^½(q − q̃)‖² + Σ w_j/2 ‖D_j q − p_j‖² by one solve with the constant matrix S = M/h² + Σ w_j D_jᵀ
// D_j. ContactTerms tells which contacts have a term in S.
// Needs from each potential: a projection, with ψ_j = w_j/2 ‖D_j q − p_j‖². Contact with a penalty has this
// form while its closest points stay where they are; a step is cut where surfaces would touch. Limitations:
// iterates before convergence do not conserve angular momentum, and rounding errors may change the linear
// momentum (see GlobalStep). Where S lacks terms of contacts that push, an iteration can raise the objective,
// and stiff contacts diverge.
#pragma once

#include "deformable/solvers/line_search/line_search.h"
#include "deformable/solvers/linear/contact_terms.h"
#include "deformable/solvers/linear/linear_system.h"
#include "deformable/solvers/solver.h"
#include "deformable/solvers/traits.h"

namespace simbench {

// Both are the same in exact arithmetic. `positions` solves S q = M/h² q̃ + Σ w Dᵀ p, as published.
// `increment` solves S Δq = −∇f, whose rounding errors are relative to the step and not to the distance from
// the origin. Where S lacks terms of contacts, and with pairs, the global step solves for the increment.
enum class GlobalStep { positions, increment };

struct ProjectiveDynamicsSettings final : SolverSettings {
  GlobalStep global_step = GlobalStep::positions;
  ContactTerms contact_terms = ContactTerms::constant;
  LinearSolver linear_solver;
  void describe(config::Fields& fields) override;
};

template <class Real>
class ProjectiveDynamics final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "pd";
  static constexpr std::string_view summary =
      "Projective Dynamics: project every element, solve one linear system";
  static constexpr SolverTraits traits = {.takes_every_law = false,
                                          .takes_terms = TermKind::quadratic_contact};
  using Settings = ProjectiveDynamicsSettings;
  static Declines declines(const Potentials<double>& potentials, const Settings& settings);
  static Declines declines_contact(const Settings& settings);

  explicit ProjectiveDynamics(const Settings& settings)
      : settings_(settings), system_(settings.linear_solver) {}
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  const Positions<Real>& positions() const override { return positions_; }
  std::string_view elimination_order() const override { return system_.ordering(); }
  std::optional<int> factorisations() const override { return system_.factorisations(); }

 private:
  Settings settings_;
  const IncrementalPotential<Real>* problem_ = nullptr;
  LinearSystem<Real> system_;      // S
  SystemWeights<Real> weights_;    // w of S
  VectorX<Real> inertia_weights_;  // M/h²
  Positions<Real> right_hand_side_;
  Positions<Real> positions_;  // q
};

}  // namespace simbench
