#include "deformable/solvers/quasi_newton.h"

#include <array>

#include "deformable/solvers/line_search/search_along.h"
#include "math/dot.h"

namespace simbench {

void QuasiNewtonSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 2> terms = {"all", "material"};
  fields.integer(
      "history", history,
      {.doc = "pairs that L-BFGS remembers; 0: only the initial matrix", .minimum = 0, .maximum = 1000});
  describe_search(fields);
  config::choice(
      fields, "initial_matrix", initial_matrix, initial_matrix_words,
      {.doc = "Hessian that the pairs correct: the identity scaled by the newest pair, M/h^2, the "
              "diagonal of S, the diagonal blocks of the clamped Hessian at the start of the step, "
              "S, or that Hessian"});
  fields.unused(initial_matrix == DescentMetric::blocks || initial_matrix == DescentMetric::hessian,
                {"matrix_terms", "contact_terms", "stretch_interval"}, "initial_matrix",
                "this initial matrix does not need S");
  config::choice(
      fields, "matrix_terms", matrix_terms, terms,
      {.doc = "potentials in S: all, or only those of the material, without anchors and contacts"});
  fields.unused(matrix_terms == MatrixTerms::material, {"contact_terms"}, "matrix_terms",
                "matrix_terms leave out contacts");
  describe_contact_terms(fields, contact_terms);
  fields.require(contact_terms != ContactTerms::refactorise ||
                     (matrix_terms == MatrixTerms::all && initial_matrix == DescentMetric::stiffness),
                 "contact_terms",
                 "only an initial matrix S with the terms of contacts can be factorised again: set "
                 "initial_matrix to stiffness and matrix_terms to all");
  stretch_interval.describe(fields);
  describe_linear_solver(fields, linear_solver, initial_matrix, "initial_matrix");
}

// The weights of S with the terms and the interval of the settings, at the iterate.
template <class Real>
SystemWeights<Real> QuasiNewton<Real>::weights_of_terms() const {
  SystemWeights<Real> weights;
  for (const auto& potential : problem_->potentials) {
    weights.elements.push_back(stiffnesses_over(settings_.stretch_interval, *potential));
    if (settings_.matrix_terms == MatrixTerms::material && !potential->is_material())
      weights.elements.back().setZero();
  }
  if (settings_.matrix_terms == MatrixTerms::all)
    set_contact_weights(settings_.contact_terms, *problem_, current_.positions, weights);
  return weights;
}

template <class Real>
std::optional<Failure> QuasiNewton<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  const Index n = problem.vertex_count();
  const Pair empty{Positions<Real>(3, n), Positions<Real>(3, n), 0, 0};
  pairs_.assign(static_cast<std::size_t>(settings_.history) + 1, empty);
  first_ = count_ = 0;
  current_ = iterate_at(problem, problem.start_positions());
  trial_ = current_;
  direction_ = current_.gradient;
  weights_ = weights_of_terms();
  if (const auto failure = metric_.prepare(problem, weights_, current_.positions)) return failure;
  inverse_scale_ = settings_.initial_matrix == DescentMetric::identity ? metric_.safe_length() : Real(1);
  // −h² M⁻¹ ∇f is no step where the body is stiff: the search begins as in gradient_descent.
  first_length_ = settings_.initial_matrix == DescentMetric::mass ? metric_.safe_length() : Real(1);
  return {};
}

// direction ← −H ∇f by the two-loop recursion over the pairs, from the newest to the oldest and back.
template <class Real>
bool QuasiNewton<Real>::find_direction() {
  direction_ = -current_.gradient;
  for (int age = 0; age < count_; ++age) {
    Pair& pair = newest(age);
    pair.coefficient = pair.inverse_curvature * dot(pair.s, direction_);
    direction_ -= pair.coefficient * pair.y;
  }
  if (!metric_.solve_in_place(direction_)) return false;
  if (settings_.initial_matrix == DescentMetric::identity) direction_ *= inverse_scale_;
  for (int age = count_ - 1; age >= 0; --age) {
    const Pair& pair = newest(age);
    direction_ += (pair.coefficient - pair.inverse_curvature * dot(pair.y, direction_)) * pair.s;
  }
  return true;
}

// Keeps the pair of the step from current_ to trial_, unless its curvature is not positive.
template <class Real>
void QuasiNewton<Real>::store_pair() {
  const int places = static_cast<int>(pairs_.size());
  Pair& pair = pairs_[(first_ + count_) % places];
  pair.s = trial_.positions - current_.positions;
  pair.y = trial_.gradient - current_.gradient;
  const Real curvature = dot(pair.s, pair.y);
  if (!(curvature > 0)) return;
  pair.inverse_curvature = 1 / curvature;
  inverse_scale_ = curvature / dot(pair.y, pair.y);
  if (count_ < settings_.history) {
    ++count_;
  } else if (settings_.history > 0) {
    first_ = (first_ + 1) % places;
  }
}

template <class Real>
IterationReport QuasiNewton<Real>::iterate() {
  if (settings_.is_small(current_.gradient)) return {.stop = Status::converged};
  if (settings_.contact_terms == ContactTerms::refactorise &&
      set_contact_weights(settings_.contact_terms, *problem_, current_.positions, weights_)) {
    if (const auto failure = metric_.prepare(*problem_, weights_, current_.positions))
      return {.stop = failure};
  }
  if (!find_direction()) return {.stop = metric_.failure()};
  Real slope = slope_along(current_, direction_);
  if (!(slope < 0) && count_ > 0) {
    count_ = 0;
    if (!find_direction()) return {.stop = metric_.failure()};
    slope = slope_along(current_, direction_);
  }
  IterationReport report =
      search_along(settings_, *problem_, current_, {direction_, slope, first_length_}, trial_);
  metric_.report_iterations(report);
  if (report.stop) return report;
  if (settings_.initial_matrix == DescentMetric::mass && settings_.line_search != LineSearch::none)
    first_length_ = 2 * static_cast<Real>(*report.diagnostics["step_length"]);
  store_pair();
  std::swap(current_, trial_);
  return report;
}

template class QuasiNewton<double>;
template class QuasiNewton<float>;

}  // namespace simbench
