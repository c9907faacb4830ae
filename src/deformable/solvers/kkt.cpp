#include "deformable/solvers/kkt.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "deformable/solvers/kernels/jacobian_rows.h"

namespace simbench {

void KktSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 3> levels = {"position", "velocity", "acceleration"};
  config::choice(fields, "level", level, levels,
                 {.doc = "position: the step ends with C = 0 to first order; velocity: it only keeps C "
                         "constant; acceleration: it only keeps the rate of C constant"});
  fields.boolean("hard", hard, {.doc = "leaves out the compliance"});
  fields.boolean("geometric_stiffness", geometric_stiffness,
                 {.doc = "adds the second derivatives of constraints to the system, weighted by the "
                         "multipliers (springs, anchors and volumes only)"});
  fields.require(level != ConstraintLevel::acceleration || hard, "level",
                 "constraints on accelerations are hard: set hard to true, or take another level");
  fields.require(
      level != ConstraintLevel::acceleration || !geometric_stiffness, "geometric_stiffness",
      "constraints on accelerations contain the second derivatives already: leave this out, or take "
      "another level");
  describe_form(fields, form);
}

template <class Real>
Declines Kkt<Real>::declines(const Potentials<double>& potentials, const Settings& settings) {
  if (const Declines refused = refused_inequality(potentials)) return refused;
  if (const Declines missing = missing_constraints(potentials, ConstraintRows::scalar, settings.form))
    return missing;
  return settings.needs_hessians() ? missing_hessians(potentials) : Declines{};
}

// Finds the entries of J, and the pairs of them that contribute to each entry of the Schur complement: the
// entries of two constraints at a common vertex.
template <class Real>
void Kkt<Real>::find_pattern() {
  vertices_.clear();
  rows_.clear();
  first_gradient_.clear();
  Index row = 0;
  for (std::size_t p = 0; p < constraints_.size(); ++p) {
    first_gradient_.push_back(vertices_.size());
    append_pattern(*problem_->potentials[p], C_[p].cols(), vertices_, rows_, row);
  }
  gradients_.resize(vertices_.size());
  multipliers_.resize(row);

  const Occurrences uses = occurrences(vertices_, problem_->vertex_count());
  std::vector<Eigen::Triplet<Real>> entries;
  for (Index i = 0; i < row; ++i) entries.emplace_back(i, i, Real(0));
  const auto for_each_product = [&](const auto& body) {
    for (Index vertex = 0; vertex < problem_->vertex_count(); ++vertex) {
      for (const int a : uses.of(vertex)) {
        for (const int b : uses.of(vertex)) {
          if (rows_[a] >= rows_[b]) body(a, b);
        }
      }
    }
  };
  for_each_product([&](int a, int b) { entries.emplace_back(rows_[a], rows_[b], Real(0)); });
  schur_.resize(row, row);
  schur_.setFromTriplets(entries.begin(), entries.end());
  products_.clear();
  for_each_product([&](int a, int b) {
    const int* const begin = schur_.innerIndexPtr() + schur_.outerIndexPtr()[rows_[b]];
    const int* const end = schur_.innerIndexPtr() + schur_.outerIndexPtr()[rows_[b] + 1];
    const int* const entry = std::lower_bound(begin, end, rows_[a]);
    products_.push_back({static_cast<int>(entry - schur_.innerIndexPtr()), a, b});
  });
  system_.analyze(schur_);
  if (settings_.needs_hessians()) curvature_.find_pattern(vertices_, rows_, first_gradient_);
  if (curving_.size() != row) curving_ = VectorX<Real>::Zero(row);
}

template <class Real>
std::optional<Failure> Kkt<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  positions_ = problem.inertial_positions;
  linearisation_ = problem.previous_positions;
  inverse_masses_ = problem.inverse_masses();
  constraints_.clear();
  C_.clear();
  Index count = 0;
  for (const auto& potential : problem.potentials) {
    constraints_.push_back(constraint_system(*potential, ConstraintRows::scalar, settings_.form));
    C_.push_back(constraints_.back()->stiffnesses());
    count += C_.back().size();
  }
  stiffnesses_.resize(count);
  Index row = 0;
  for (const Reduced<Real>& stiffnesses : C_) copy_to_rows(stiffnesses, stiffnesses_, row);
  find_pattern();
  is_first_ = true;
  is_hard_.assign(static_cast<std::size_t>(count), 0);
  for (row = 0; row < count; ++row) is_hard_[row] = settings_.hard || std::isinf(stiffnesses_[row]);
  const bool any_hard = std::ranges::find(is_hard_, 1) != is_hard_.end();
  if (!any_hard || is_independent_) return {};
  linearise();
  const std::optional<Failure> failure = redundant_rows();
  is_independent_ = !failure;
  return failure;
}

// Returns the number of skipped constraints, whose rows are set to zero. A constraint is skipped if it is
// infinite, or if it is hard and moves no vertex. The latter happens if it has no gradient (a tet of the
// strain law at rest) or if all its vertices are held.
template <class Real>
Index Kkt<Real>::linearise() {
  Index row = 0, skipped = 0;
  for (std::size_t p = 0; p < constraints_.size(); ++p) {
    constraints_[p]->values(linearisation_, C_[p]);
    copy_to_rows(C_[p], multipliers_, row);
    constraints_[p]->gradients(linearisation_, std::span(gradients_).subspan(first_gradient_[p]));
  }
  for (std::size_t i = 0; i < gradients_.size(); ++i) {
    if (!std::isfinite(multipliers_[rows_[i]])) gradients_[i].setZero();
  }
  for (Real& value : multipliers_) {
    if (std::isfinite(value)) continue;
    value = 0;
    ++skipped;
  }
  const Real square = problem_->time_step * problem_->time_step;
  schur_.coeffs().setZero();
  for (const Product& product : products_) {
    schur_.valuePtr()[product.entry] +=
        inverse_masses_[vertices_[product.a]] * gradients_[product.a].dot(gradients_[product.b]);
  }
  weights_ = square * stiffnesses_;
  for (Index i = 0; i < schur_.cols(); ++i) {
    Real& diagonal = schur_.valuePtr()[schur_.outerIndexPtr()[i]];
    if (std::isinf(stiffnesses_[i])) weights_[i] = diagonal > 0 ? 1 / diagonal : 1;
    if (!is_hard_[i]) {
      diagonal += 1 / (square * stiffnesses_[i]);
    } else if (diagonal == 0) {
      diagonal = 1;
      skipped += multipliers_[i] != 0;
      multipliers_[i] = 0;
    }
  }
  return skipped;
}

// −C − J (q̃ − q). At velocity level it is −J (q̃ − q_n), and at the level of accelerations −dᵀ ∇²C d − J (h² W
// f) with d = h v_n.
template <class Real>
void Kkt<Real>::find_right_side() {
  const Positions<Real>&target = problem_->inertial_positions, &previous = problem_->previous_positions;
  if (settings_.level != ConstraintLevel::position) multipliers_.setZero();
  if (settings_.level == ConstraintLevel::acceleration) {
    const Positions<Real>& origin =
        problem_->velocity_origin.size() > 0 ? problem_->velocity_origin : previous;
    by_forces_ = problem_->time_step * problem_->time_step * problem_->accelerations;
    problem_->zero_held(by_forces_);
    move_ = target - origin - by_forces_;
    curvature_.add_along(move_, multipliers_);
    move_ = by_forces_;
  } else {
    move_ = target - (settings_.level == ConstraintLevel::position ? linearisation_ : previous);
  }
  for (std::size_t i = 0; i < gradients_.size(); ++i)
    multipliers_[rows_[i]] += gradients_[i].dot(move_.col(vertices_[i]));
  multipliers_ = -multipliers_;
}

// q' ← q̃ + δ with (M − G) δ − JᵀΛ = G (q̃ − q), G = Σ Λ_j ∇²C_j by the last multipliers.
template <class Real>
bool Kkt<Real>::solve_with_geometric_stiffness() {
  move_ = problem_->inertial_positions - linearisation_;
  change_.setZero(3, move_.cols());
  curvature_.add_product(curving_, move_, change_);
  if (!saddle_point_.solve({gradients_, vertices_, rows_}, curvature_, curving_, inverse_masses_, weights_,
                           is_hard_, change_, multipliers_))
    return false;
  curving_ = multipliers_;
  positions_ = problem_->inertial_positions + change_;
  return true;
}

// (J W Jᵀ + α̃) Λ = −C − J (q̃ − q), q' ← q̃ + W Jᵀ Λ, with Λ = h μ.
template <class Real>
IterationReport Kkt<Real>::iterate() {
  const Real square = problem_->time_step * problem_->time_step;
  const Index skipped = linearise();
  if (settings_.needs_hessians()) curvature_.linearise(constraints_, linearisation_);
  for (Index i = 0; is_first_ && i < curving_.size(); ++i) {
    if (!is_hard_[i]) curving_[i] = -square * (stiffnesses_[i] * multipliers_[i]);
  }
  is_first_ = false;
  find_right_side();
  if (settings_.geometric_stiffness) {
    if (!solve_with_geometric_stiffness()) {
      const std::optional<Failure> redundant = redundant_rows();
      return {.stop = redundant
                          ? *redundant
                          : Failure{Status::not_spd, "the system with geometric stiffness is singular"}};
    }
  } else {
    if (!system_.solve_once(schur_, multipliers_)) {
      const std::optional<Failure> redundant = redundant_rows();
      return {.stop = redundant ? *redundant : failure_of(system_.defect())};
    }
    positions_ = problem_->inertial_positions;
    for (std::size_t i = 0; i < gradients_.size(); ++i)
      positions_.col(vertices_[i]) += inverse_masses_[vertices_[i]] * multipliers_[rows_[i]] * gradients_[i];
  }
  if (settings_.level != ConstraintLevel::acceleration) linearisation_ = positions_;
  IterationReport report;
  report.diagnostics.set("skipped_constraints", static_cast<double>(skipped));
  return report;
}

// Names redundant hard constraints, which make J M⁻¹ Jᵀ + α̃ singular. Empty if there are none.
template <class Real>
std::optional<Failure> Kkt<Real>::redundant_rows() const {
  std::vector<Vector3<Real>> gradients;
  std::vector<int> vertices, rows;
  std::vector<int> hard_row(is_hard_.size());  // the number of hard rows before each row
  std::exclusive_scan(is_hard_.begin(), is_hard_.end(), hard_row.begin(), 0);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (!is_hard_[rows_[i]]) continue;
    gradients.push_back(gradients_[i]);
    vertices.push_back(vertices_[i]);
    rows.push_back(hard_row[rows_[i]]);
  }
  return redundancy(jacobian_rank<Real>({gradients, vertices, rows}, inverse_masses_));
}

template class Kkt<double>;
template class Kkt<float>;

}  // namespace simbench
