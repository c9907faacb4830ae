#include "deformable/solvers/admm.h"

#include <array>
#include <limits>

#include "deformable/energy/anchor_potential.h"
#include "deformable/solvers/line_search/line_search.h"

namespace simbench {

template <class Real>
std::optional<Failure> Admm<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  automatic_weight_.reset();
  if (std::holds_alternative<AutomaticFactor>(settings_.weight)) automatic_weight_.emplace();
  const auto* fixed_factor = std::get_if<FixedFactor>(&settings_.weight);
  weight_factor_ = fixed_factor ? static_cast<Real>(fixed_factor->c) : Real(1);
  previous_positions_ = problem.start_positions();
  std::vector<VectorX<Real>> weights;
  for (const auto& potential : problem.potentials) weights.push_back(squared_weights(*potential));
  splitting_.begin_step(problem, weights);
  indicator_.reset();
  if (settings_.held_by == HeldBy::indicator && !problem.held_vertices.empty()) hold_by_indicator();
  if (!factorise()) return splitting_.system().failure();
  return {};
}

template <class Real>
IterationReport Admm<Real>::iterate() {
  if (automatic_weight_ && automatic_weight_->is_due()) {
    const Real factor = static_cast<Real>(automatic_weight_->factor(largest_compression(splitting_)));
    if (factor != weight_factor_ && !change_weight_factor(factor))
      return {.stop = splitting_.system().failure()};
  }
  previous_positions_ = splitting_.positions();
  splitting_.local_step();
  if (!splitting_.global_step()) return {.stop = splitting_.system().failure()};

  if (automatic_weight_)
    automatic_weight_->record_move((splitting_.positions() - previous_positions_).norm());
  IterationReport report;
  if (!problem_->terms.empty()) report_allowed(splitting_.allowed_part(), report);
  splitting_.system().report_iterations(report);
  if (!std::holds_alternative<FixedWeight>(settings_.weight))
    report.diagnostics.set("weight_factor", weight_factor_);
  return report;
}

template <class Real>
void Admm<Real>::complete(IterationReport& report) const {
  Positions<Real> dual_residual = splitting_.dual_residual();
  if (!indicator_) problem_->zero_held(dual_residual);
  report.diagnostics.set("primal_residual", splitting_.primal_residual());
  report.diagnostics.set("dual_residual", dual_residual.norm());
}

template <class Real>
VectorX<Real> Admm<Real>::squared_weights(const Potential<Real>& potential) const {
  if (!potential.is_material()) {
    if (!settings_.anchor_weight) return potential.stiffnesses();
    const double weight = *settings_.anchor_weight;
    return VectorX<Real>::Constant(potential.element_count(), static_cast<Real>(weight * weight));
  }
  if (const auto* fixed = std::get_if<FixedWeight>(&settings_.weight))
    return VectorX<Real>::Constant(potential.element_count(), static_cast<Real>(fixed->w * fixed->w));
  VectorX<Real> stiffnesses = potential.stiffnesses();
  if (!settings_.volume_scaling) stiffnesses.setConstant(stiffnesses.mean());
  const VectorX<Real> weights = weight_factor_ * stiffnesses.cwiseSqrt();
  return weights.cwiseAbs2();
}

template <class Real>
bool Admm<Real>::factorise() {
  if (!indicator_) return splitting_.factorize();
  SparseMatrix<Real> system = problem_->system_matrix(splitting_.squared_weights());
  for (std::size_t i = 0; i < problem_->held_vertices.size(); ++i) {
    const int vertex = problem_->held_vertices[i];
    system.coeffRef(vertex, vertex) += splitting_.batches().back().squared_weights[i];
  }
  return splitting_.system().factorize(system);
}

// A spring of infinite stiffness has the same prox as the indicator: z = a for any q.
template <class Real>
void Admm<Real>::hold_by_indicator() {
  const std::vector<int>& held = problem_->held_vertices;
  const auto count = static_cast<Index>(held.size());
  const Positions<double> targets = problem_->inertial_positions(Eigen::all, held).template cast<double>();
  indicator_ = anchor_potential<Real>(held, targets, std::numeric_limits<double>::infinity());
  VectorX<Real> squared_weights(count);
  if (settings_.held_weight) {
    squared_weights.setConstant(static_cast<Real>(*settings_.held_weight * *settings_.held_weight));
  } else {
    squared_weights = VectorX<Real>(problem_->system_matrix(splitting_.squared_weights()).diagonal())(held);
  }
  splitting_.add_batch(*indicator_, squared_weights, Reduced<Real>::Zero(count, 3));
}

template <class Real>
bool Admm<Real>::change_weight_factor(Real factor) {
  const Real ratio = weight_factor_ / factor;
  weight_factor_ = factor;
  for (auto& batch : splitting_.batches()) {
    if (!batch.potential->is_material()) continue;
    batch.squared_weights = squared_weights(*batch.potential);
    batch.u *= ratio * ratio;
  }
  return factorise();
}

template <class Real>
Declines Admm<Real>::declines(const Potentials<double>& potentials, const Settings&) {
  return declines_splitting(potentials);
}

template <class Real>
Declines Admm<Real>::declines_contact(const Settings& settings) {
  if (settings.held_by == HeldBy::elimination) return {};
  return "contact moves q by a part of its step, and the indicator holds vertices only in the limit: set "
         "solvers.admm.held_by to elimination";
}

void AdmmSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 2> held_words = {"elimination", "indicator"};
  describe_weight(fields, weight);
  fields.unused(std::holds_alternative<FixedWeight>(weight), {"volume_scaling"}, "weight",
                "weight is the w of every tet");
  fields.boolean("volume_scaling", volume_scaling,
                 {.doc = "V is the volume of each tet; false: the mean volume of all tets"});
  fields.optional_number("anchor_weight", anchor_weight,
                         {.unit = "sqrt(N/m)",
                          .doc = "w of each anchor; default: the square root of its stiffness",
                          .range = config::positive,
                          .example = "1e3"});
  config::choice(
      fields, "held_by", held_by, held_words,
      {.doc = "how hard anchors hold vertices: by elimination from the linear system, or by the indicator "
              "function of q = a, which holds them only in the limit"});
  fields.unused(held_by == HeldBy::elimination, {"held_weight"}, "held_by", "only the indicator has it");
  fields.optional_number("held_weight", held_weight,
                         {.unit = "sqrt(N/m)",
                          .doc = "w of the indicator; default: w^2 equals the other terms of the linear "
                                 "system on the vertex's diagonal",
                          .range = config::positive,
                          .example = "1e3"});
  describe_prox(fields, prox);
  linear_solver.describe(fields);
}

template class Admm<double>;
template class Admm<float>;

}  // namespace simbench
