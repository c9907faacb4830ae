#include "deformable/solvers/bfgs.h"

#include <fmt/format.h>

#include <algorithm>

#include "deformable/solvers/line_search/search_along.h"
#include "math/parallel.h"

namespace simbench {

namespace {

// Calls body(begin, count) for strips of rows of H, at most one per thread. A strip begins at a multiple of
// 32 rows, so that Eigen's product computes each row in the same way as in a product with the whole H. It has
// at least 32 rows, if H has: Eigen computes a single row as a dot product, which adds up in another order.
template <class Body>
void for_each_strip(Index rows, const Body& body) {
  const Index count = std::clamp<Index>(rows / 32, 1, thread_count());
  const auto begin_of = [&](Index i) { return i == count ? rows : rows / 32 * i / count * 32; };
  parallel_tasks(count, [&](Index i) { body(begin_of(i), begin_of(i + 1) - begin_of(i)); });
}

}  // namespace

void BfgsSettings::describe(config::Fields& fields) {
  describe_search(fields);
  config::choice(
      fields, "initial_matrix", initial_matrix, initial_matrix_words,
      {.doc = "Hessian of the first iteration: the identity scaled by the first step, M/h^2, the diagonal of "
              "S, the diagonal blocks of the clamped Hessian at the start of the step, S, or that Hessian"});
  fields.integer(
      "vertex_limit", vertex_limit,
      {.doc = "largest number of vertices; the matrix has 9 numbers per pair of vertices", .minimum = 1});
  linear_solver.describe(fields);
}

template <class Real>
Declines Bfgs<Real>::declines_size(Index vertices, const Settings& settings) {
  if (vertices <= settings.vertex_limit) return {};
  const double gigabytes = 72e-9 * static_cast<double>(vertices) * static_cast<double>(vertices);
  return fmt::format(
      "BFGS keeps a dense matrix, of {:.1f} GB for {} vertices, and solvers.bfgs.vertex_limit is {}; qn with "
      "a long history is the same method in less memory",
      gigabytes, vertices, settings.vertex_limit);
}

// H ← P⁻¹, column by column. Returns false if the linear solver fails.
template <class Real>
bool Bfgs<Real>::set_to_inverse_metric() {
  const Index unknowns = 3 * problem_->vertex_count();
  H_.resize(unknowns, unknowns);
  Positions<Real> column(3, problem_->vertex_count());
  for (Index i = 0; i < unknowns; ++i) {
    column.setZero();
    if (!problem_->is_held(i / 3)) column.reshaped()[i] = 1;
    if (!metric_.solve_in_place(column)) return false;
    H_.col(i) = column.reshaped();
  }
  return true;
}

template <class Real>
std::optional<Failure> Bfgs<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  has_update_ = has_direction_ = false;
  current_ = iterate_at(problem, problem.inertial_positions);
  trial_ = current_;
  direction_ = current_.gradient;
  s_.resize(current_.positions.size());
  y_ = Hy_ = s_;
  if (const auto failure = metric_.prepare(problem, problem.stiffnesses(), current_.positions))
    return failure;
  if (!set_to_inverse_metric()) return metric_.failure();
  if (settings_.initial_matrix == DescentMetric::identity) H_ *= metric_.safe_length();
  first_length_ = settings_.initial_matrix == DescentMetric::mass ? metric_.safe_length() : Real(1);
  return {};
}

// direction ← −H ∇f.
template <class Real>
void Bfgs<Real>::find_direction() {
  const auto gradient = current_.gradient.reshaped();
  for_each_strip(H_.rows(), [&](Index begin, Index rows) {
    direction_.reshaped().segment(begin, rows).noalias() = -H_.middleRows(begin, rows) * gradient;
  });
}

// Updates H with the pair of the step from current_ to trial_, unless the curvature sᵀy is not positive: H ←
// H − ρ (s (Hy)ᵀ + Hy sᵀ) + ρ (1 + ρ yᵀHy) ssᵀ. The next direction, −H ∇f, is computed at the same time,
// while the new columns are in the cache: H is much larger than the cache. Returns whether H was updated.
template <class Real>
bool Bfgs<Real>::update_inverse_hessian() {
  s_ = (trial_.positions - current_.positions).reshaped();
  y_ = (trial_.gradient - current_.gradient).reshaped();
  const Real curvature = s_.dot(y_);
  if (!(curvature > 0)) return false;
  if (!has_update_ && settings_.initial_matrix == DescentMetric::identity)
    H_.diagonal().setConstant(curvature / y_.squaredNorm());
  has_update_ = true;
  const Index unknowns = H_.rows();
  for_each_strip(unknowns, [&](Index begin, Index rows) {
    Hy_.segment(begin, rows).noalias() = H_.middleRows(begin, rows) * y_;
  });
  const Real rho = 1 / curvature, square = rho * (1 + rho * y_.dot(Hy_));
  // As many columns as Eigen 3.4 adds up before it adds to the result (general_matrix_vector_product), so
  // that a product with the whole H has the same bits.
  const Index columns_at_once = unknowns < 128                                        ? unknowns
                                : unknowns * static_cast<Index>(sizeof(Real)) < 32000 ? 16
                                                                                      : 4;
  direction_.setZero();
  for_each_strip(unknowns, [&](Index begin, Index rows) {
    const auto s = s_.segment(begin, rows), Hy = Hy_.segment(begin, rows);
    auto direction = direction_.reshaped().segment(begin, rows);
    for (Index first = 0; first < unknowns; first += columns_at_once) {
      const Index columns = std::min(columns_at_once, unknowns - first);
      for (Index j = first; j < first + columns; ++j)
        H_.col(j).segment(begin, rows) += (square * s_[j] - rho * Hy_[j]) * s - (rho * s_[j]) * Hy;
      direction.noalias() -=
          H_.block(begin, first, rows, columns) * trial_.gradient.reshaped().segment(first, columns);
    }
  });
  return true;
}

template <class Real>
IterationReport Bfgs<Real>::iterate() {
  if (settings_.is_small(current_.gradient)) return {.stop = Status::converged};
  if (!has_direction_) find_direction();
  has_direction_ = false;
  const Real slope = slope_along(current_, direction_);
  const IterationReport report =
      search_along(settings_, *problem_, current_, {direction_, slope, first_length_}, trial_);
  if (report.stop) return report;
  if (settings_.initial_matrix == DescentMetric::mass && settings_.line_search != LineSearch::none)
    first_length_ = 2 * static_cast<Real>(*report.diagnostics["step_length"]);
  has_direction_ = update_inverse_hessian();
  std::swap(current_, trial_);
  return report;
}

template class Bfgs<double>;
template class Bfgs<float>;

}  // namespace simbench
