#include "deformable/solvers/projective_dynamics.h"

#include <array>

#include "deformable/solvers/kernels/projection.h"

namespace simbench {

void ProjectiveDynamicsSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 2> words = {"positions", "increment"};
  config::choice(
      fields, "global_step", global_step, words,
      {.doc = "whether the global step solves for positions, as published, or for their increment"});
  describe_contact_terms(fields, contact_terms);
  fields.require(contact_terms == ContactTerms::constant || global_step == GlobalStep::positions,
                 "global_step",
                 "it has no effect beside 'contact_terms': unless they are constant, the global step always "
                 "solves for the increment; leave it out");
  linear_solver.describe(fields);
}

template <class Real>
Declines ProjectiveDynamics<Real>::declines(const Potentials<double>& potentials, const Settings&) {
  for (const auto& potential : potentials) {
    if (!can_project(*potential)) {
      return "Projective Dynamics needs energies of the form k/2 |F - p(F)|^2, which " +
             std::string(potential->law()) + " does not have; qn generalises it to any law";
    }
  }
  return {};
}

template <class Real>
Declines ProjectiveDynamics<Real>::declines_contact(const Settings& settings) {
  if (settings.contact_terms != ContactTerms::constant) return {};
  return "pairs of contact come and go, and its matrix is constant: set solvers.pd.contact_terms to "
         "refactorise";
}

template <class Real>
std::optional<Failure> ProjectiveDynamics<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  positions_ = problem.start_positions();
  inertia_weights_ = problem.inertia_weights();
  right_hand_side_.resizeLike(positions_);
  weights_ = problem.stiffnesses();
  set_contact_weights(settings_.contact_terms, problem, positions_, weights_);
  if (!system_.factorize(problem, weights_)) return system_.failure();
  return {};
}

template <class Real>
IterationReport ProjectiveDynamics<Real>::iterate() {
  if (settings_.contact_terms == ContactTerms::refactorise &&
      set_contact_weights(settings_.contact_terms, *problem_, positions_, weights_) &&
      !system_.factorize(*problem_, weights_))
    return {.stop = system_.failure()};
  bool is_solved;
  IterationReport report;
  if (settings_.global_step == GlobalStep::increment || settings_.contact_terms != ContactTerms::constant ||
      !problem_->terms.empty()) {
    // ∇f is also the gradient of the quadratic model at q, because ∇ψ_j = w_j D_jᵀ (D_j q − p_j).
    problem_->objective_and_gradient(positions_, right_hand_side_);
    is_solved = system_.solve_in_place(right_hand_side_);
    Real part = 1;
    if (!problem_->terms.empty()) {
      part = problem_->largest_step(positions_, -right_hand_side_);
      report_allowed(part, report);
    }
    positions_ -= part * right_hand_side_;
  } else {
    right_hand_side_ = problem_->inertial_positions * inertia_weights_.asDiagonal();
    for (const auto& potential : problem_->potentials)
      add_projections(*potential, positions_, right_hand_side_);
    std::swap(positions_, right_hand_side_);
    is_solved = system_.solve_for_positions(positions_);
  }
  if (!is_solved) report.stop = system_.failure();
  system_.report_iterations(report);
  return report;
}

template class ProjectiveDynamics<double>;
template class ProjectiveDynamics<float>;

}  // namespace simbench
