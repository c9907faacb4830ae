#include "deformable/solvers/linear/newton_system.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "deformable/solvers/kernels/stretch_hessian.h"
#include "deformable/solvers/linear/indefinite_solve.h"

namespace simbench {

template <class Real>
std::optional<Failure> NewtonSystem<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  if (filter_ == NewtonHessian::kinetic && !std::isfinite(problem.time_step))
    return Failure{Status::not_spd,
                   "the kinetic Hessian adds M/h^2, which is zero in statics: choose on_demand or clamped"};
  problem_ = &problem;
  elements_.clear();
  for (const auto& potential : problem.potentials) potential->append_elements(elements_);
  hessian_ = problem.hessian_pattern();
  system_.analyze(hessian_->matrix(), 3);
  clamped_iterations_ = 0;
  model_fits_ = false;
  threshold_.reset();
  marked_.assign(static_cast<std::size_t>(problem.vertex_count()), 0);
  return {};
}

template <class Real>
MatrixDefect NewtonSystem<Real>::find_direction(const Iterate<Real>& current, Positions<Real>& direction) {
  switch (filter_) {
    case NewtonHessian::exact:
      return find_exact_direction(current, direction);
    case NewtonHessian::exact_if_spd:
      return find_on_demand(current, 1, direction);
    case NewtonHessian::on_demand:
      return find_on_demand(current, 4, direction);
    case NewtonHessian::absolute:
      return find_direction(current, Definiteness::absolute, direction);
    case NewtonHessian::trust_region:
      return find_direction(current, model_fits_ ? Definiteness::clamped : Definiteness::absolute, direction);
    case NewtonHessian::progressive:
      return find_progressive(current, direction);
    case NewtonHessian::kinetic:
      return find_kinetic(current, direction);
    case NewtonHessian::stretches:
      return find_in_stretches(current, direction);
    case NewtonHessian::clamped:
      break;
  }
  return find_direction(current, Definiteness::clamped, direction);
}

template <class Real>
MatrixDefect NewtonSystem<Real>::find_direction(const Iterate<Real>& current, const HessianForm& form,
                                                Positions<Real>& direction) {
  assemble(current, form);
  return solve(current, direction);
}

template <class Real>
bool NewtonSystem<Real>::is_semidefinite(const Iterate<Real>& current, Positions<Real>& scratch) {
  constexpr Real precision = std::max(Real(1e-10), 100 * std::numeric_limits<Real>::epsilon());
  assemble(current, Definiteness::exact);
  for (int i = 0; i < problem_->vertex_count(); ++i)
    hessian_->add_diagonal(i, precision * hessian_->diagonal_block(i).cwiseAbs().maxCoeff());
  return solve(current, scratch) == MatrixDefect::none;
}

template <class Real>
MatrixDefect NewtonSystem<Real>::find_exact_direction(const Iterate<Real>& current,
                                                      Positions<Real>& direction) {
  assemble(current, Definiteness::exact);
  direction = -current.gradient;
  return solve_indefinite(system_, hessian_->matrix(), direction);
}

template <class Real>
MatrixDefect NewtonSystem<Real>::find_on_demand(const Iterate<Real>& current, int iterations,
                                                Positions<Real>& direction) {
  if (clamped_iterations_ == 0) {
    if (find_direction(current, Definiteness::exact, direction) == MatrixDefect::none)
      return MatrixDefect::none;
    clamped_iterations_ = iterations;
  }
  --clamped_iterations_;
  return find_direction(current, Definiteness::clamped, direction);
}

// After the first failure, which sets the threshold to half of max|g|, each iteration begins with the
// threshold of the last one. A threshold that rounding can no longer tell from zero becomes zero: then all
// elements are clamped from there on.
template <class Real>
MatrixDefect NewtonSystem<Real>::find_progressive(const Iterate<Real>& current, Positions<Real>& direction) {
  constexpr Real precision = Real(1e-12);
  const VectorX<Real> forces = current.gradient.cwiseAbs().colwise().maxCoeff();
  const Real largest = forces.maxCoeff();
  if (!threshold_) {
    const MatrixDefect defect = find_direction(current, Definiteness::exact, direction);
    if (defect != MatrixDefect::not_positive_definite) return defect;
    threshold_ = largest / 2;
  }
  while (true) {
    if (!std::isfinite(*threshold_) || *threshold_ < precision * largest) *threshold_ = 0;
    for (Index i = 0; i < forces.size(); ++i) marked_[i] = forces[i] >= *threshold_;
    const MatrixDefect defect = find_direction(current, {Definiteness::clamped, marked_}, direction);
    if (defect == MatrixDefect::none) *threshold_ *= 2;
    if (defect != MatrixDefect::not_positive_definite || *threshold_ == 0) return defect;
    *threshold_ /= 2;
  }
}

template <class Real>
MatrixDefect NewtonSystem<Real>::find_kinetic(const Iterate<Real>& current, Positions<Real>& direction) {
  constexpr Real first = Real(1e-3), largest = Real(1e15);
  const VectorX<Real> inertia = problem_->inertia_weights();
  assemble(current, Definiteness::exact);
  MatrixDefect defect = solve(current, direction);
  Real added = 0;
  for (Real kappa = first; kappa <= largest && defect == MatrixDefect::not_positive_definite; kappa *= 10) {
    for (int i = 0; i < inertia.size(); ++i) hessian_->add_diagonal(i, (kappa - added) * inertia[i]);
    added = kappa;
    defect = solve(current, direction);
  }
  return defect;
}

template <class Real>
MatrixDefect NewtonSystem<Real>::find_in_stretches(const Iterate<Real>& current, Positions<Real>& direction) {
  problem_->inertial_hessian(*hessian_);
  for (const auto& potential : problem_->potentials) {
    if (!add_stretch_hessian(*potential, current.positions, *hessian_))
      potential->add_hessian(current.positions, Definiteness::clamped, *hessian_);
  }
  projected_elements_ = static_cast<Index>(elements_.size());
  return solve(current, direction);
}

template <class Real>
void NewtonSystem<Real>::assemble(const Iterate<Real>& current, const HessianForm& form) {
  if (problem_->hessian(current.positions, form, *hessian_)) system_.analyze(hessian_->matrix(), 3);
  if (form.definiteness == Definiteness::exact) {
    projected_elements_ = 0;
  } else if (form.marked.empty()) {
    projected_elements_ = static_cast<Index>(elements_.size());
  } else {
    projected_elements_ = std::ranges::count_if(elements_, [&](std::span<const int> vertices) {
      return std::ranges::any_of(vertices, [&](int vertex) { return form.marked[vertex] != 0; });
    });
  }
}

template <class Real>
MatrixDefect NewtonSystem<Real>::solve(const Iterate<Real>& current, Positions<Real>& direction) {
  direction = -current.gradient;
  system_.solve_once(hessian_->matrix(), direction.reshaped());
  return system_.defect();
}

template <class Real>
void NewtonSystem<Real>::observe(const Iterate<Real>& before, const Iterate<Real>& after) {
  if (filter_ != NewtonHessian::trust_region) return;
  constexpr Real tolerance = Real(0.01);
  step_ = after.positions - before.positions;
  const Real predicted = -dot(before.gradient, step_) - problem_->curvature(before.positions, step_) / 2;
  model_fits_ = std::abs((before.objective - after.objective) / predicted - 1) < tolerance;
}

template <class Real>
void NewtonSystem<Real>::report(IterationReport& report) const {
  report.diagnostics.set("projected_elements", static_cast<double>(projected_elements_));
}

template class NewtonSystem<double>;
template class NewtonSystem<float>;

}  // namespace simbench
