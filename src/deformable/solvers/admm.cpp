#include "deformable/solvers/admm.h"

#include <array>
#include <cmath>
#include <limits>

#include "deformable/energy/anchor_potential.h"
#include "math/closest_frame.h"
#include "math/signed_svd.h"

namespace simbench {

namespace {

// "weight" is a word or a number. "weight_factor" without "weight" means the word "factor".
void describe_weight(config::Fields& fields, WeightChoice& choice) {
  static constexpr std::array<std::string_view, 4> words = {"auto", "factor", "tuned", ""};  // of the variant
  const auto* const fixed_factor = std::get_if<FixedFactor>(&choice);
  const auto* const fixed_weight = std::get_if<FixedWeight>(&choice);
  std::optional<double> factor, weight;
  if (fixed_factor) factor = fixed_factor->c;
  if (fixed_weight) weight = fixed_weight->w;
  std::string word(fixed_weight ? words[0] : words[choice.index()]);

  fields.alternatives("weight", "weight_factor");
  fields.optional_number(
      "weight_factor", factor,
      {.doc = "a fixed c in w = c sqrt(k V)", .range = config::positive, .example = "0.3"});
  if (factor) word = words[1];
  fields.number_or_word(
      "weight", weight, word, std::span(words).first(3),
      {.unit = "sqrt(J)",
       .doc = "auto: w = c sqrt(k V) with c from a rule while iterating; factor: c is weight_factor "
              "(default 0.3); tuned: c is what simbench tune found for the scene; a number: w of every tet",
       .range = config::positive});
  fields.require(!factor || (!weight && word == words[1]), "weight",
                 "give weight or weight_factor, not both");
  if (weight) {
    choice = FixedWeight{*weight};
  } else if (word == words[1]) {
    choice = FixedFactor{factor.value_or(FixedFactor().c)};
  } else if (word == words[2]) {
    choice = TunedFactor();
  } else {
    choice = AutomaticFactor();
  }
}

}  // namespace

void AdmmSettings::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 2> held_words = {"elimination", "indicator"};
  describe_weight(fields, weight);
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
  fields.optional_number("held_weight", held_weight,
                         {.unit = "sqrt(N/m)",
                          .doc = "w of the indicator; default: w^2 equals the other terms of the linear "
                                 "system on the vertex's diagonal",
                          .range = config::positive,
                          .example = "1e3"});
  describe_prox(fields, prox);
  linear_solver.describe(fields);
}

template <class Real>
Declines Admm<Real>::declines(const Potentials<double>& potentials, const Settings&) {
  return declines_splitting(potentials);
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

// κ: max of 2/(σ_i + σ_j) − 1 over all tets and pairs of stretches, and of 1/σ − 1 over the stretches of
// triangles; infinite if a sum is not positive, in inverted tets.
template <class Real>
Real Admm<Real>::largest_compression() const {
  Real smallest_sum = std::numeric_limits<Real>::infinity();
  for (const auto& batch : splitting_.batches()) {
    const Index size = batch.z.cols();
    if (size != 9 && size != 6) continue;  // not a deformation gradient
    Reduced<Real> F(batch.z.rows(), batch.z.cols());
    batch.potential->reduce(splitting_.positions(), F);
    for (Index element = 0; element < F.rows(); ++element) {
      if (size == 6) {
        smallest_sum = std::min(smallest_sum, 2 * smallest_stretch<Real>(F.row(element).head(3).transpose(),
                                                                         F.row(element).tail(3).transpose()));
        continue;
      }
      const Vector3<Real> stretches = signed_svd(Matrix3<Real>(F.row(element).reshaped(3, 3))).stretches;
      smallest_sum = std::min(smallest_sum, stretches[1] + stretches[2]);  // the two smallest
    }
  }
  return smallest_sum > 0 ? 2 / smallest_sum - 1 : std::numeric_limits<Real>::infinity();
}

template <class Real>
std::optional<Failure> Admm<Real>::begin_step(const IncrementalPotential<Real>& problem) {
  problem_ = &problem;
  automatic_weight_.reset();
  if (std::holds_alternative<AutomaticFactor>(settings_.weight)) automatic_weight_.emplace();
  const auto* fixed_factor = std::get_if<FixedFactor>(&settings_.weight);
  weight_factor_ = fixed_factor ? static_cast<Real>(fixed_factor->c) : Real(1);
  previous_positions_ = problem.inertial_positions;
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
    const Real factor = static_cast<Real>(automatic_weight_->factor(largest_compression()));
    if (factor != weight_factor_ && !change_weight_factor(factor))
      return {.stop = splitting_.system().failure()};
  }
  previous_positions_ = splitting_.positions();
  splitting_.local_step();
  if (!splitting_.global_step()) return {.stop = splitting_.system().failure()};

  if (automatic_weight_)
    automatic_weight_->record_move((splitting_.positions() - previous_positions_).norm());
  IterationReport report;
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

template class Admm<double>;
template class Admm<float>;

}  // namespace simbench
