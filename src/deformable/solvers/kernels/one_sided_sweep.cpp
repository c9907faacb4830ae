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
    Row row{constraint};
    for (const auto& term : problem_->terms)
      row.friction += term->friction_of(constraint.vertices, constraint.kind == 1);
    if (last != rows.end() && key(last->constraint) == key(constraint)) {
      row.multiplier = last->multiplier;
      row.tangential = last->tangential;
      ++last;
    }
    renewed.push_back(row);
  }
  keep_those_before([](const auto&) { return true; });
  rows = std::move(renewed);
}

// Δλ = (−C − α̃ λ)/(Σ w c² + α̃), but λ + Δλ >= 0; Δx = w c n Δλ (Macklin et al. 2016, Eq. 17 and 18).
template <class Real>
void OneSidedSweep<Real>::solve(Row& row, Positions<Real>& positions) const {
  const OneSidedConstraint<Real>& constraint = row.constraint;
  const Real compliance = compliance_scale_ * constraint.compliance;
  Real C = -constraint.bound, weight = compliance;
  for (int i = 0; i < 4; ++i) {
    const int vertex = constraint.vertices[i];
    const Vector3<Real> gradient = constraint.weights[i] * constraint.normal;
    C += gradient.dot(positions.col(vertex));
    weight += inverse_masses_[vertex] * gradient.squaredNorm();
  }
  if (!(weight > 0)) return;  // its vertices are held
  const Real change = std::max((-C - compliance * row.multiplier) / weight, -row.multiplier);
  row.multiplier += change;
  for (int i = 0; i < 4; ++i) {
    const int vertex = constraint.vertices[i];
    const Vector3<Real> gradient = constraint.weights[i] * constraint.normal;
    positions.col(vertex) += part_ * change * inverse_masses_[vertex] * gradient;
  }
  if (row.friction > 0) undo_slip(row, positions);
}

template <class Real>
void OneSidedSweep<Real>::undo_slip(Row& row, Positions<Real>& positions) const {
  const Vector3<Real>& n = row.constraint.normal;
  const Positions<Real>& origin = problem_->origin_of_velocities();
  Vector3<Real> slip = Vector3<Real>::Zero();
  Real weight = 0;
  for (int i = 0; i < 4; ++i) {
    const int vertex = row.constraint.vertices[i];
    const Real c = row.constraint.weights[i];
    slip += c * (positions.col(vertex) - origin.col(vertex));
    weight += inverse_masses_[vertex] * c * c;
  }
  if (!(weight > 0)) return;
  Vector3<Real> tangential = row.tangential - slip / weight;
  tangential -= n * n.dot(tangential);
  const Real most = row.friction * row.multiplier, size = tangential.norm();
  if (size > most) tangential *= most / size;
  for (int i = 0; i < 4; ++i) {
    const int vertex = row.constraint.vertices[i];
    const Real part = part_ * inverse_masses_[vertex] * row.constraint.weights[i];
    positions.col(vertex) += part * (tangential - row.tangential);
  }
  row.tangential = tangential;
}

template class OneSidedSweep<double>;
template class OneSidedSweep<float>;

}  // namespace simbench
