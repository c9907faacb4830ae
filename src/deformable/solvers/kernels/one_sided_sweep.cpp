#include "deformable/solvers/kernels/one_sided_sweep.h"

#include <algorithm>
#include <tuple>

namespace simbench {

template <class Real>
void OneSidedSweep<Real>::begin_step(const IncrementalPotential<Real>& problem, Real compliance_scale,
                                     Real part) {
  problem_ = &problem;
  compliance_scale_ = compliance_scale;
  part_ = part;
  rows_.assign(problem.terms.size(), {});
  if (rows_.empty()) return;
  inverse_masses_ = problem.inverse_masses();
  start_ = problem.previous_positions;
  problem.move_held_to_targets(start_);
}

template <class Real>
void OneSidedSweep<Real>::run(Positions<Real>& positions) {
  for (std::size_t t = 0; t < rows_.size(); ++t) {
    renew(rows_[t], problem_->terms[t]->one_sided_constraints(start_, positions));
    for (Row& row : rows_[t]) solve(row, positions);
  }
}

template <class Real>
void OneSidedSweep<Real>::drop_multipliers() {
  for (std::vector<Row>& rows : rows_) rows.clear();
}

// Both lists are in ascending order. A constraint that still pushes stays, also where the new list lacks it:
// without it, its push would remain in the positions.
template <class Real>
void OneSidedSweep<Real>::renew(std::vector<Row>& rows,
                                const std::vector<OneSidedConstraint<Real>>& constraints) const {
  const auto key = [](const OneSidedConstraint<Real>& own) { return std::tie(own.kind, own.vertices); };
  std::vector<Row> renewed;
  renewed.reserve(constraints.size());
  auto last = rows.begin();
  const auto keep_those_before = [&](const auto& is_before) {
    for (; last != rows.end() && is_before(last->constraint); ++last) {
      if (last->multiplier > 0) renewed.push_back(*last);
    }
  };
  for (const OneSidedConstraint<Real>& constraint : constraints) {
    keep_those_before([&](const auto& own) { return key(own) < key(constraint); });
    const bool continues = last != rows.end() && key(last->constraint) == key(constraint);
    renewed.push_back({constraint, continues ? last->multiplier : 0});
    if (continues) ++last;
  }
  keep_those_before([](const auto&) { return true; });
  rows = std::move(renewed);
}

// Δλ = (−C − α̃ λ)/(Σ w |g|² + α̃), but λ + Δλ >= 0; Δx = w g Δλ (Macklin et al. 2016, Eq. 17 and 18).
template <class Real>
void OneSidedSweep<Real>::solve(Row& row, Positions<Real>& positions) const {
  const OneSidedConstraint<Real>& constraint = row.constraint;
  const Real compliance = compliance_scale_ * constraint.compliance;
  Real C = -constraint.bound, weight = compliance;
  for (int i = 0; i < 4; ++i) {
    const int vertex = constraint.vertices[i];
    C += constraint.gradient.col(i).dot(positions.col(vertex));
    weight += inverse_masses_[vertex] * constraint.gradient.col(i).squaredNorm();
  }
  if (!(weight > 0)) return;  // its vertices are held
  const Real change = std::max((-C - compliance * row.multiplier) / weight, -row.multiplier);
  row.multiplier += change;
  for (int i = 0; i < 4; ++i) {
    const int vertex = constraint.vertices[i];
    positions.col(vertex) += part_ * change * inverse_masses_[vertex] * constraint.gradient.col(i);
  }
}

template class OneSidedSweep<double>;
template class OneSidedSweep<float>;

}  // namespace simbench
