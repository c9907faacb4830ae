#include "solver/quasi_newton.h"

#include <array>

#include "solver/strong_wolfe.h"

namespace simbench {

namespace {

template <class Real>
Real dot(const Positions<Real>& a, const Positions<Real>& b) {
  return a.cwiseProduct(b).sum();
}

}  // namespace

void QuasiNewtonSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 3> searches = {"backtracking", "none", "strong_wolfe"};
  static constexpr std::array<std::string_view, 2> matrices = {"stiffness", "scaled_identity"};
  fields.integer(
      "history", history,
      {.doc = "pairs that L-BFGS remembers; 0: only the initial matrix", .minimum = 0, .maximum = 1000});
  config::choice(fields, "line_search", line_search, searches,
                 {.doc = "how long a step is; none: as long as its direction, even if the objective rises"});
  config::choice(fields, "initial_matrix", initial_matrix, matrices,
                 {.doc = "Hessian that the pairs correct: S, or the identity scaled by the newest pair"});
  linear_solver.describe(fields);
}

template <class Real>
std::optional<Failure> QuasiNewton<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  const Index n = problem.vertex_count();
  const Pair empty{Positions<Real>(3, n), Positions<Real>(3, n), 0, 0};
  pairs_.assign(static_cast<std::size_t>(settings_.history) + 1, empty);
  first_ = count_ = 0;
  direction_.resize(3, n);
  trial_.positions.resize(3, n);
  trial_.gradient.resize(3, n);
  current_ = trial_;
  current_.positions = problem.inertial_positions;
  current_.objective = problem.objective_and_gradient(current_.positions, current_.gradient);
  const SparseMatrix<Real> S = problem.stiffness_matrix();
  if (settings_.initial_matrix == InitialMatrix::scaled_identity) {
    // S's largest eigenvalue is at most its largest absolute row sum (Gershgorin), so that the first step does not
    // overshoot where S bounds the Hessian.
    inverse_scale_ = 1 / (S.cwiseAbs() * VectorX<Real>::Ones(n)).maxCoeff();
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
void QuasiNewton<Real>::remember_step() {
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
  find_direction();
  Real slope = dot(current_.gradient, direction_);
  if (!(slope < 0) && count_ > 0) {
    count_ = 0;
    find_direction();
    slope = dot(current_.gradient, direction_);
  }
  const auto search = settings_.line_search == LineSearch::none           ? take_unit_step<Real>
                      : settings_.line_search == LineSearch::strong_wolfe ? search_strong_wolfe<Real>
                                                                          : descend<Real>;
  const IterationReport report = search(*problem_, current_, direction_, slope, trial_);
  if (report.stop) return report;
  remember_step();
  std::swap(current_, trial_);
  return report;
}

template class QuasiNewton<double>;
template class QuasiNewton<float>;

}  // namespace simbench
