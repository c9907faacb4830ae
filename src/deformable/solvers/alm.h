// The augmented Lagrangian method for contact without a barrier (Nocedal and Wright 2006, Sec. 17.4):
// surfaces keep the distance d̂, not less. One iteration: a step of projected Newton on the objective, whose
// contact has multipliers (Term::with_multipliers). Searches cross nothing. Where the gradient has fallen to
// a tenth, where surfaces cut two steps in a row, and where no step is left, the multipliers become the
// forces of contact. Without contact it is Newton's method without its last step by the gradient. Needs from
// each potential: gradient and Hessian. Takes contact whose energy is a penalty. Limitations: with contact it
// does not minimise the objective, whose penalty gives way. No friction. Zheng et al. 2025 (arXiv 2512.12151)
// linearise distances instead and let iterates overlap.
#pragma once

#include "deformable/solvers/linear/newton_system.h"
#include "deformable/solvers/solver.h"
#include "deformable/solvers/traits.h"

namespace simbench {

struct AlmSettings final : SolverSettings, LineSearchSettings {
  double penalty = 1;  // over the stiffness of the scene's contact
  void describe(config::Fields& fields) override;
};

template <class Real>
class Alm final : public Solver<Real> {
 public:
  static constexpr std::string_view name = "alm";
  static constexpr std::string_view summary =
      "augmented Lagrangian: Newton's steps, and multipliers for contact";
  static constexpr SolverTraits traits = {
      .has_constant_matrix = false, .takes_quadratic_tets = true, .takes_terms = TermKind::quadratic_contact};
  using Settings = AlmSettings;
  static Cost cost(const ProblemSize& size) { return second_order_cost(size); }
  static Declines declines(const Potentials<double>&, const Settings&) { return {}; }

  explicit Alm(const Settings& settings) : settings_(settings), system_(NewtonHessian::clamped) {}
  std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) override;
  IterationReport iterate() override;
  const Positions<Real>& positions() const override { return current_.positions; }
  std::string_view elimination_order() const override { return system_.ordering(); }

 private:
  IterationReport step_of_newton();  // on L, with these multipliers
  void update_multipliers();

  Settings settings_;
  IncrementalPotential<Real> problem_;  // with inequalities_ as its terms
  std::vector<std::shared_ptr<Term<Real>>> inequalities_;
  NewtonSystem<Real> system_;
  Iterate<Real> current_, trial_;
  Positions<Real> direction_;
  Real first_gradient_ = 0;  // its norm after the last update of the multipliers [N]
  bool has_moved_ = true;    // in the last iteration
  bool was_cut_ = false;     // the last step, by surfaces
};

}  // namespace simbench
