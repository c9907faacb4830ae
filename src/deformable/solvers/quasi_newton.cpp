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
  config::choice(fields, "initial_matrix", initial_matrix, initial_matrix_words,
                 {.doc = "Hessian that the pairs correct: S, or the identity scaled by the newest pair"});
  config::choice(
      fields, "matrix_terms", matrix_terms, terms,
      {.doc = "potentials in S: all, or only those of the material, without anchors and contacts"});
  stretch_interval.describe(fields);
  linear_solver.describe(fields);
}

// S with the terms and the interval of the settings.
template <class Real>
SparseMatrix<Real> QuasiNewton<Real>::stiffness_matrix() const {
  std::vector<VectorX<Real>> weights;
  for (const auto& potential : problem_->potentials) {
    weights.push_back(stiffnesses_over(settings_.stretch_interval, *potential));
    if (settings_.matrix_terms == MatrixTerms::material && !potential->is_material())
      weights.back().setZero();
  }
  return problem_->system_matrix(weights);
}

template <class Real>
std::optional<Failure> QuasiNewton<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  const Index n = problem.vertex_count();
  const Pair empty{Positions<Real>(3, n), Positions<Real>(3, n), 0, 0};
  pairs_.assign(static_cast<std::size_t>(settings_.history) + 1, empty);
  first_ = count_ = 0;
  current_ = iterate_at(problem, problem.inertial_positions);
  trial_ = current_;
  direction_ = current_.gradient;
  const SparseMatrix<Real> S = stiffness_matrix();
  if (settings_.initial_matrix == InitialMatrix::scaled_identity) {
    // With this scale the first step does not overshoot, if S bounds the Hessian.
    inverse_scale_ = 1 / largest_row_sum(S);
    return {};
  }
  if (!system_.factorize_free(S, problem)) return system_.failure();
  return {};
}

// direction ← −H ∇f by the two-loop recursion over the pairs, from the newest to the oldest and back.
template <class Real>
void QuasiNewton<Real>::find_direction() {
  direction_ = -current_.gradient;
  for (int age = 0; age < count_; ++age) {
    Pair& pair = newest(age);
    pair.coefficient = pair.inverse_curvature * dot(pair.s, direction_);
    direction_ -= pair.coefficient * pair.y;
  }
  if (settings_.initial_matrix == InitialMatrix::stiffness) {
    system_.solve_in_place(direction_);
  } else {
    direction_ *= inverse_scale_;
  }
  for (int age = count_ - 1; age >= 0; --age) {
    const Pair& pair = newest(age);
    direction_ += (pair.coefficient - pair.inverse_curvature * dot(pair.y, direction_)) * pair.s;
  }
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
  find_direction();
  Real slope = slope_along(current_, direction_);
  if (!(slope < 0) && count_ > 0) {
    count_ = 0;
    find_direction();
    slope = slope_along(current_, direction_);
  }
  const IterationReport report = search_along(settings_, *problem_, current_, {direction_, slope}, trial_);
  if (report.stop) return report;
  store_pair();
  std::swap(current_, trial_);
  return report;
}

template class QuasiNewton<double>;
template class QuasiNewton<float>;

}  // namespace simbench
