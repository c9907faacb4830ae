#include "deformable/solvers/bfgs.h"

#include <fmt/format.h>

#include "deformable/solvers/line_search/search_along.h"

namespace simbench {

void BfgsSettings::describe(config::Fields& fields) {
  describe_search(fields);
  config::choice(
      fields, "initial_matrix", initial_matrix, initial_matrix_words,
      {.doc = "Hessian of the first iteration: the identity scaled by the first step, M/h^2, the diagonal of "
              "S, the diagonal blocks of the clamped Hessian at the start of the step, S, or that Hessian"});
  fields.integer(
      "vertex_limit", vertex_limit,
      {.doc = "largest number of vertices; the matrix has 9 numbers per pair of vertices", .minimum = 1});
  describe_linear_solver(fields, linear_solver, initial_matrix, "initial_matrix");
}

template <class Real>
Declines Bfgs<Real>::declines_size(Index vertices, const Settings& settings) {
  if (vertices <= settings.vertex_limit) return {};
  const double gigabytes = 36e-9 * static_cast<double>(vertices) * static_cast<double>(vertices);
  return fmt::format(
      "BFGS keeps a dense matrix, of {:.1f} GB for {} vertices, and solvers.bfgs.vertex_limit is {}; qn with "
      "a long history is the same method in less memory",
      gigabytes, vertices, settings.vertex_limit);
}

// H ← P⁻¹, column by column, without what lies above the diagonal. Returns false if the linear solver fails.
template <class Real>
bool Bfgs<Real>::set_to_inverse_metric() {
  const Index unknowns = 3 * problem_->vertex_count();
  H_.resize(unknowns);
  Positions<Real> column(3, problem_->vertex_count());
  for (Index i = 0; i < unknowns; ++i) {
    column.setZero();
    if (!problem_->is_held(i / 3)) column.reshaped()[i] = 1;
    if (!metric_.solve_in_place(column)) return false;
    for (Index row = i; row < unknowns; ++row) H_.entry(row, i) = column.reshaped()[row];
  }
  return true;
}

// H ← scale · I, whose entries off the diagonal are zero already, and direction ← −H ∇f.
template <class Real>
void Bfgs<Real>::scale_identity(Real scale) {
  for (Index i = 0; i < H_.size(); ++i) H_.entry(i, i) = scale;
  direction_ = -scale * current_.gradient;
}

template <class Real>
std::optional<Failure> Bfgs<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  current_ = iterate_at(problem, problem.start_positions());
  trial_ = current_;
  direction_ = current_.gradient;
  gradient_ = current_.gradient.reshaped();
  s_ = y_ = Hy_ = Hg_ = v_ = gradient_;  // allocates
  if (const auto failure = metric_.prepare(problem, problem.stiffnesses(), current_.positions))
    return failure;
  if (!set_to_inverse_metric()) return metric_.failure();
  needs_scaling_ = settings_.initial_matrix == DescentMetric::identity;
  if (needs_scaling_) {
    scale_identity(metric_.safe_length());
  } else {
    H_.multiply(gradient_, Hg_);
    direction_.reshaped() = -Hg_;
  }
  first_length_ = settings_.initial_matrix == DescentMetric::mass ? metric_.safe_length() : Real(1);
  return {};
}

// From current_ to trial_: H ← H − ρ (s (Hy)ᵀ + Hy sᵀ) + ρ (1 + ρ yᵀHy) ssᵀ = H + s vᵀ + v sᵀ, unless the
// curvature sᵀy is not positive, and direction ← −H ∇f. H is much larger than the caches, so it is read once:
// the product with the new gradient g also gives Hy = Hg + p, because p = −H ∇f at current_.
template <class Real>
void Bfgs<Real>::update_inverse_hessian() {
  s_ = (trial_.positions - current_.positions).reshaped();
  y_ = (trial_.gradient - current_.gradient).reshaped();
  gradient_ = trial_.gradient.reshaped();
  const Real curvature = s_.dot(y_);
  const bool updates = curvature > 0;
  if (updates && needs_scaling_) {
    scale_identity(curvature / y_.squaredNorm());
    needs_scaling_ = false;
  }
  H_.multiply(gradient_, Hg_);
  if (updates) {
    Hy_ = Hg_ + direction_.reshaped();
    const Real rho = 1 / curvature;
    v_ = rho / 2 * (1 + rho * y_.dot(Hy_)) * s_ - rho * Hy_;
    Hg_ += v_.dot(gradient_) * s_ + s_.dot(gradient_) * v_;
    H_.update(s_, v_);
  }
  direction_.reshaped() = -Hg_;
}

template <class Real>
IterationReport Bfgs<Real>::iterate() {
  if (settings_.is_small(current_.gradient)) return {.stop = Status::converged};
  const Real slope = slope_along(current_, direction_);
  const IterationReport report =
      search_along(settings_, *problem_, current_, {direction_, slope, first_length_}, trial_);
  if (report.stop) return report;
  if (settings_.initial_matrix == DescentMetric::mass && settings_.line_search != LineSearch::none)
    first_length_ = 2 * static_cast<Real>(*report.diagnostics["step_length"]);
  update_inverse_hessian();
  std::swap(current_, trial_);
  return report;
}

template class Bfgs<double>;
template class Bfgs<float>;

}  // namespace simbench
