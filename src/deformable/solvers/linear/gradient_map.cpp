#include "deformable/solvers/linear/gradient_map.h"

#include <algorithm>

#include "deformable/solvers/kernels/projection.h"
#include "math/dot.h"
#include "math/work.h"

namespace simbench {

void GradientMapSettings::describe_map(config::Fields& fields) {
  describe_metric(fields, metric);
  fields.optional_number(
      "scale", scale,
      {.doc = "s; if left out, half the largest eigenvalue of P^-1 S (nesterov: the largest), "
              "and at least 1; doubled for laws whose Hessian S does not bound",
       .range = config::positive,
       .example = "2"});
  describe_linear_solver(fields, linear_solver, metric, "metric");
}

template <class Real>
std::optional<Failure> GradientMap<Real>::begin_step(const IncrementalPotential<Real>& problem,
                                                     const Positions<Real>& start, Real stable) {
  if (const auto failure = metric_.prepare(problem, problem.stiffnesses(), start)) return failure;
  if (scale_setting_) {
    scale_ = static_cast<Real>(*scale_setting_);
    return {};
  }
  const bool is_bounded =
      std::ranges::all_of(problem.potentials, [](const auto& potential) { return can_project(*potential); });
  scale_ = std::max(largest_eigenvalue(problem) / stable, Real(1)) * (is_bounded ? 1 : 2);
  return {};
}

// The largest eigenvalue of P⁻¹ S, by 20 power iterations; 1 for S, and for the Hessian, which bounds itself.
template <class Real>
Real GradientMap<Real>::largest_eigenvalue(const IncrementalPotential<Real>& problem) {
  if (metric_.is_factorised()) return 1;
  const SparseMatrix<Real> S = problem.free_part(problem.stiffness_matrix());
  // Every entry of the start differs, so that it is orthogonal to no eigenvector of a symmetric mesh.
  Positions<Real> vector(3, problem.vertex_count());
  for (Index i = 0; i < vector.size(); ++i) vector.data()[i] = Real(1) + Real(i % 7) - Real(i % 3) * Real(2);
  Real eigenvalue = 1;
  for (int iteration = 0; iteration < 20; ++iteration) {
    problem.zero_held(vector);
    vector /= vector.norm();
    vector = (vector * S).eval();
    ++work_done.products;
    if (!metric_.solve_in_place(vector)) return 1;
    eigenvalue = vector.norm();
  }
  return eigenvalue;
}

template <class Real>
bool GradientMap<Real>::to_step(Positions<Real>& gradient) {
  const bool is_solved = metric_.solve_in_place(gradient);
  if (scale_ != 1) gradient /= scale_;
  return is_solved;
}

template class GradientMap<double>;
template class GradientMap<float>;

}  // namespace simbench
