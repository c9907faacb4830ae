// A sweep over the constraints of one potential's elements: the inner loop of PBD and XPBD.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "deformable/solvers/kernels/constraint_block.h"
#include "deformable/solvers/kernels/constraint_sweep.h"
#include "deformable/solvers/kernels/sweep_schedule.h"
#include "math/work.h"

namespace simbench {

template <class Elements>
int constraints_of(const Elements& elements, ConstraintForm form) {
  if constexpr (requires { elements.pack_law().constraint_count(form); }) {
    return elements.pack_law().constraint_count(form);
  } else {
    return 0;
  }
}

// A law that has one constraint, whatever the form, needs no steps of a block.
template <class Law>
concept HasOneConstraint = requires {
  requires Law::constraint_count(ConstraintForm::block)
  == 1;
};

// Elements without a common vertex.
template <class Pack>
struct SweepBatch {
  Pack pack;
  std::array<typename Pack::Number, Pack::corner_count> inverse_masses;  // [1/kg]
  std::array<int, Pack::width> elements;
  int count;  // lanes in use
};

// No law is seen here, so this is compiled once a stencil and lane type.
template <class Number, class Stencil>
SIMBENCH_APART auto sweep_batches(const Stencil& stencil, const std::vector<std::vector<int>>& batches,
                                  const VectorX<RealOf<Number>>& inverse_masses) {
  using Pack = typename Stencil::template Pack<Number>;
  std::vector<SweepBatch<Pack>> result;
  result.reserve(batches.size());
  for (const std::vector<int>& batch : batches) {
    SweepBatch<Pack>& own = result.emplace_back(
        SweepBatch<Pack>{stencil.template pack<Number>(batch), {}, {}, static_cast<int>(batch.size())});
    for (int c = 0; c < Pack::corner_count; ++c)
      own.inverse_masses[c] = Number([&](int lane) { return inverse_masses[own.pack.vertices[c][lane]]; });
    std::ranges::copy(batch, own.elements.begin());
  }
  return result;
}

// Solves elements without a common vertex side by side in lanes (sweep_schedule.h). The positions are the
// same, bit by bit, as if the same kernel solved one element after the other in the given order.
template <class Elements, class Number>
class ElementSweep final : public ConstraintSweep<typename Elements::Real> {
  using Real = typename Elements::Real;
  using Pack = typename Elements::Stencil::template Pack<Number>;
  using Law = decltype(std::declval<Elements>().template law_for<Number>());
  static constexpr int corner_count = Pack::corner_count;

 public:
  // `schedule` has batches of as many elements as Number has lanes.
  ElementSweep(const Elements& elements, ConstraintForm form, Real compliance_scale, SweepSchedule schedule,
               const VectorX<Real>& inverse_masses, const Correction<Real>& correction)
      : elements_(elements),
        law_(elements.template law_for<Number>()),
        form_(form),
        constraints_(constraints_of(elements, form)),
        compliance_scale_(compliance_scale),
        correction_(correction),
        is_corrected_(correction.part != 1 || correction.of_energy || correction.damping > 0),
        schedule_(std::move(schedule)),
        batches_(sweep_batches<Number>(elements.stencil(), schedule_.batches, inverse_masses)) {
    multipliers_.assign(batches_.size() * static_cast<std::size_t>(constraints_), Number(0));
    schedule_.batches = {};  // batches_ has them
  }

  Index run(Positions<Real>& positions) override {
    work_done.local_steps += elements_.element_count();
    std::atomic<Index> skipped = 0;
    schedule_.tasks.run([&](Index queue, Index round) {
      const std::size_t task = static_cast<std::size_t>(round * schedule_.tasks.queue_count() + queue);
      skipped += sweep_task(schedule_.starts[task], schedule_.starts[task + 1], positions);
    });
    return skipped;
  }

  Reduced<Real> multipliers() const override {
    Reduced<Real> result = Reduced<Real>::Zero(elements_.element_count(), constraints_);
    const Number* multiplier = multipliers_.data();
    for (const Batch& batch : batches_) {
      for (int i = 0; i < constraints_; ++i, ++multiplier) {
        for (int lane = 0; lane < batch.count; ++lane) result(batch.elements[lane], i) = (*multiplier)[lane];
      }
    }
    return result;
  }

  void set_multipliers(const Reduced<Real>& multipliers) override {
    Number* multiplier = multipliers_.data();
    for (const Batch& batch : batches_) {
      for (int i = 0; i < constraints_; ++i, ++multiplier) {
        for (int lane = 0; lane < batch.count; ++lane)
          (*multiplier)[lane] = multipliers(batch.elements[lane], i);
      }
    }
  }

  void drop_multipliers() override { std::fill(multipliers_.begin(), multipliers_.end(), Number(0)); }

 private:
  using Batch = SweepBatch<Pack>;

  Index sweep_task(std::size_t begin, std::size_t end, Positions<Real>& positions) {
    if constexpr (!HasOneConstraint<Law>) {
      if (form_ == ConstraintForm::block && constraints_ > 1) return sweep_blocks(begin, end, positions);
    }
    return is_corrected_ ? sweep<true>(begin, end, positions) : sweep<false>(begin, end, positions);
  }

  template <bool is_corrected>
  SIMBENCH_FLATTEN Index sweep(std::size_t begin, std::size_t end, Positions<Real>& positions) {
    Number* multiplier = multipliers_.data() + begin * static_cast<std::size_t>(constraints_);
    Index skipped = 0;
    for (const Batch& batch : std::span(batches_).subspan(begin, end - begin)) {
      typename Pack::Corners x = batch.pack.corners(positions);
      for (int i = 0; i < constraints_; ++i) skipped += solve<is_corrected>(i, batch, *multiplier++, x);
      batch.pack.set_corners(x, batch.count, positions);
    }
    return skipped;
  }

  // Solves the constraints of each element together.
  Index sweep_blocks(std::size_t begin, std::size_t end, Positions<Real>& positions) {
    Number* multipliers = multipliers_.data() + begin * static_cast<std::size_t>(constraints_);
    Index skipped = 0;
    for (const Batch& batch : std::span(batches_).subspan(begin, end - begin)) {
      typename Pack::Corners x = batch.pack.corners(positions);
      skipped += solve_block(law_, batch.pack, batch.inverse_masses, compliance_scale_, correction_,
                             std::span(multipliers, constraints_), x, batch.count);
      multipliers += constraints_;
      batch.pack.set_corners(x, batch.count, positions);
    }
    return skipped;
  }

  // Δλ = k (−C − α̃ λ)/(Σ w ‖∇C‖² + α̃), Δq_i = w_i ∇_i C Δλ, with k ≠ 1 only in PBD. Damped, Δλ = (−C − α̃ λ −
  // γ ∇C·(q − q_n))/((1 + γ) Σ w ‖∇C‖² + α̃) (Macklin et al. 2016, Eq. 26). Returns the number of lanes that
  // it skips, because C ≠ 0 has no gradient.
  template <bool is_corrected>
  Index solve(int index, const Batch& batch, Number& multiplier, typename Pack::Corners& x) const {
    auto constraint = law_.constraint(form_, index, batch.pack.y(x));
    if constexpr (is_corrected) {
      if (correction_.of_energy) constraint = energy_constraint(constraint);
    }
    const typename Pack::Corners gradient = batch.pack.corner_columns(constraint.gradient);
    Number sum = 0;
    for (int c = 0; c < corner_count; ++c) sum += batch.inverse_masses[c] * gradient.col(c).squaredNorm();
    const Number compliance = compliance_scale_ / (constraint.stiffness * batch.pack.weight);
    const auto has_gradient = sum > 0;
    if constexpr (is_corrected) {
      if (correction_.damping > 0) {
        const typename Pack::Corners moved = x - batch.pack.corners(*correction_.velocity_origin);
        constraint.value += Number(correction_.damping) * gradient.cwiseProduct(moved).sum();
        sum *= 1 + correction_.damping;
      }
    }
    Number change = select(
        has_gradient, Number((-constraint.value - compliance * multiplier) / (sum + compliance)), Number(0));
    if constexpr (is_corrected) change *= correction_.part;
    if constexpr (has_inequality<Elements>) {
      // λ stays ≥ 0. (Ledwon 2024 skips the constraint where C ≥ 0, which leaves a multiplier that continues
      // to push.) PBD has no multiplier to reduce, and the energy is zero where C ≥ 0.
      const Number kept = select(compliance_scale_ > 0, multiplier, Number(0));
      if (!correction_.of_energy) change = select(change > -kept, change, Number(-kept));
    }
    multiplier += change;
    for (int c = 0; c < corner_count; ++c)
      x.col(c) += Number(batch.inverse_masses[c] * change) * gradient.col(c);
    if (all_of(has_gradient)) return 0;
    // The gradient itself is zero. This is not the same as a constraint whose corners are all held.
    const auto is_skipped =
        !has_gradient && constraint.value != Number(0) && gradient.squaredNorm() == Number(0);
    Index skipped = 0;
    for (int lane = 0; lane < batch.count; ++lane) skipped += is_skipped[lane];
    return skipped;
  }

  // ½ stiffness C², without the element's weight. If C is infinite, the result has no gradient either.
  static auto energy_constraint(auto constraint) {
    if constexpr (has_inequality<Elements>)
      constraint.value = select(constraint.value < 0, constraint.value, Number(0));
    const auto is_finite = constraint.value < std::numeric_limits<Real>::infinity();
    const Number slope = select(is_finite, Number(constraint.stiffness * constraint.value), Number(0));
    constraint.value *= constraint.stiffness * constraint.value / 2;
    constraint.gradient *= slope;
    return constraint;
  }

  const Elements& elements_;
  Law law_;
  ConstraintForm form_;
  int constraints_;
  Number compliance_scale_;  // α̃/α: 1/h² in XPBD, 0 in PBD
  Correction<Real> correction_;
  bool is_corrected_;       // by any of it
  SweepSchedule schedule_;  // of batches_: its tasks and where their batches start
  std::vector<Batch> batches_;
  std::vector<Number> multipliers_;  // λ, batch by batch and constraint by constraint
};

}  // namespace simbench
