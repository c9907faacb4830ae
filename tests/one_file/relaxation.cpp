#include "deformable/solvers/relaxation.h"

#include "deformable/energy/visit.h"

namespace simbench {

namespace {

// Adds k w |G_c|² of every corner to its vertex: the diagonal of Σ w DᵀD.
template <class Real>
void add_diagonal(const Potential<Real>& potential, VectorX<Real>& diagonal) {
  visit(potential, [&]<class Elements>(const Elements& elements) {
    const auto add = [&](const typename Elements::Pack& pack, Index element, int count) {
      for (int corner = 0; corner < Elements::Pack::corner_count; ++corner) {
        const typename Elements::Number square = pack.shape_gradient(corner).squaredNorm();
        for (int lane = 0; lane < count; ++lane)
          diagonal[pack.vertices[corner][lane]] += elements.stiffnesses()[element + lane] * square[lane];
      }
    };
    elements.for_each_pack(0, elements.element_count(), add);
    return true;
  });
}

}  // namespace

template <class Real>
std::optional<Failure> Relaxation<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  positions_ = problem.inertial_positions;
  gradient_.resize(3, positions_.cols());
  diagonal_ = problem.inertia_weights();
  for (const auto& potential : problem.potentials) add_diagonal(*potential, diagonal_);
  return {};
}

template <class Real>
IterationReport Relaxation<Real>::iterate() {
  problem_->objective_and_gradient(positions_, gradient_);
  gradient_ = gradient_ * diagonal_.cwiseInverse().asDiagonal();
  positions_ -= static_cast<Real>(settings_.relaxation) * gradient_;
  IterationReport report;
  report.diagnostics.set("largest_move", settings_.relaxation * gradient_.colwise().norm().maxCoeff());
  return report;
}

template class Relaxation<double>;
template class Relaxation<float>;

}  // namespace simbench
