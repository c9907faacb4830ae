#include "deformable/solvers/kernels/vertex_blocks.h"

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <type_traits>

#include "deformable/energy/visit.h"
#include "deformable/solvers/kernels/strain_block.h"
#include "deformable/solvers/kernels/visit_list.h"

namespace simbench {

namespace {

// P g, for any number of columns (lanes.h multiplies at most three).
template <class Stress, class ShapeGradient>
Vector3<typename Stress::Scalar> force(const Stress& P, const ShapeGradient& g) {
  if constexpr (ShapeGradient::SizeAtCompileTime <= 3) {
    return P * g;
  } else {
    Vector3<typename Stress::Scalar> sum = P.col(0) * g[0];
    for (int k = 1; k < g.size(); ++k) sum += P.col(k) * g[k];
    return sum;
  }
}

// Whether Ψ = k/2 ‖F − R‖².
template <class Law, class Reduction>
constexpr bool is_strain = requires(const Law& law, const Reduction& F) {
  law.project(F, law.rotation(F));
};

// ∂Ψ/∂x and ∂²Ψ/∂x² of Ψ(y + x gᵀ) at x = 0.
template <class Law, class Reduction, class ShapeGradient>
VertexBlock<typename Reduction::Scalar> vertex_block(const Law& law, const Reduction& y,
                                                     const ShapeGradient& g, const VertexForm& form) {
  if constexpr (requires { law.approximate_vertex_hessian(y, g); }) {
    if (form.is_approximate) return {law.respond(y).stress * g, law.approximate_vertex_hessian(y, g)};
  }
  if constexpr (requires { law.vertex_hessian(y, g); }) {
    if (form.hessian == Definiteness::exact || form.is_approximate)
      return {law.respond(y).stress * g, law.vertex_hessian(y, g)};
  }
  if constexpr (is_strain<Law, Reduction>) {
    return strain_block(law.stiffness, y, law.rotation(y), g, form.hessian);
  }
  const auto density = density_hessian(law, y, form.hessian);
  if constexpr (requires { density.svd; }) {
    const auto& svd = density.svd;
    const Reduction stress = svd.U * law.gradient(svd.stretches).asDiagonal() * svd.V.transpose();
    return {stress * g, density.block(g, g)};
  } else {
    return {force(law.respond(y).stress, g), density.block(g, g)};
  }
}

template <class Law>
constexpr bool has_multiplier = requires(const Law& law) {
  law.with_pressure(law.lambda, law.lambda);
};

// [bytes] How far ahead the visits are fetched into the cache. A sweep reads its visits once, in order, and
// those of a large mesh do not fit into the caches.
constexpr std::size_t prefetch_distance = 4096;

template <class Elements>
inline constexpr bool needs_decomposition =
    !requires(const Elements& elements, typename Elements::Pack pack, typename Elements::Reduction y) {
  elements.pack_law().vertex_hessian(y, pack.shape_gradient(0));
};

// With more lanes, fewer of them are full. This is worth it only for laws whose operations take longer than
// reading the visits: with a decomposition, or, in strain, with long chains of operations that wait for each
// other.
template <class Elements>
using VisitLanes =
    std::conditional_t<is_strain<std::remove_cvref_t<decltype(std::declval<Elements>().pack_law())>,
                                 typename Elements::Reduction>,
                       WideLanes<typename Elements::Real>,
                       std::conditional_t<needs_decomposition<Elements>, Lanes<typename Elements::Real>,
                                          NarrowLanes<typename Elements::Real>>>;

template <class Elements>
class ElementVisits final : public VertexDerivatives<typename Elements::Real> {
  using Real = typename Elements::Real;
  using Number = VisitLanes<Elements>;
  using VisitList = simbench::VisitList<typename Elements::Stencil, Number>;
  using Visits = typename VisitList::Visits;
  using Pack = typename VisitList::Pack;
  using Law = decltype(std::declval<Elements>().template law_for<Number>());

 public:
  ElementVisits(const Elements& elements, const VertexSchedule& schedule, const VertexForm& form)
      : elements_(elements),
        law_(elements.template law_for<Number>()),
        form_(form),
        visits_(elements.stencil(), elements.corner_list(), schedule) {
    if constexpr (has_multiplier<Law>) {
      if (form.volume_penalty > 0) pressures_.setZero(elements.element_count());
      const auto law = elements.template law_for<Real>();
      penalty_ = static_cast<Real>(form.volume_penalty) * law.mu;
      share_ = law.lambda / (law.lambda + penalty_);
    }
  }

  void count_sweep() const override { work_done.hessians += visits_.count(); }

  void drop_multipliers() override { pressures_.setZero(); }

  void update_multipliers(const Positions<Real>& positions) override {
    if constexpr (has_multiplier<Law>) {
      if (pressures_.size() == 0) return;
      work_done.values += elements_.element_count();
      const auto& law = elements_.pack_law();
      elements_.for_each_chunk([&](Index begin, Index end, Index) SIMBENCH_FLATTEN {
        elements_.for_each_pack(begin, end,
                                [&](const typename Elements::Pack& pack, Index element, int count) {
                                  const auto excess = law.volume_excess(pack.y(pack.corners(positions)));
                                  const auto pressure = elements_.load(pressures_.data(), element, count);
                                  const auto next = share_ * (pressure + penalty_ * excess);
                                  for (int lane = 0; lane < count; ++lane)
                                    pressures_[element + lane] = next[lane];
                                });
      });
    }
  }

  SIMBENCH_FLATTEN void add(Index group, const Positions<Real>& positions,
                            VertexBlocks<Real>& blocks) const override {
    for (const Visits& visits : visits_.of_group(group)) {
      for (std::size_t line = 0; line < sizeof(Visits); line += 64)
        __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(&visits) +
                                                         prefetch_distance + line));
      const Pack& pack = visits.pack;
      const VertexBlock<Number> block =
          vertex_block(law_of(visits), pack.y(pack.corners(positions)), visits.shape_gradient, form_);
      alignas(64) std::array<std::array<Real, Pack::width>, VertexBlocks<Real>::numbers> summands;
      int row = 0;
      const auto store = [&](const Number& number) {
        Number(number * pack.weight).copy_to(summands[row++].data(), std::experimental::vector_aligned);
      };
      for (int k = 0; k < 3; ++k) store(block.gradient[k]);
      for (int column = 0; column < 3; ++column) {
        for (int k = column; k < 3; ++k) store(block.hessian(k, column));
      }
      for (int lane = 0; lane < visits.count; ++lane) {  // in the same order for any number of lanes
        for (std::size_t k = 0; k < summands.size(); ++k)
          blocks.rows[k][visits.columns[lane]] += summands[k][lane];
      }
    }
  }

 private:
  // The law of the visited elements, with their multipliers.
  Law law_of(const Visits& visits) const {
    if constexpr (has_multiplier<Law>) {
      if (pressures_.size() > 0) {
        const Number pressure([&](int lane) { return pressures_[visits.elements[lane]]; });
        return law_.with_pressure(share_ * penalty_, share_ * pressure);
      }
    }
    return law_;
  }

  const Elements& elements_;
  Law law_;
  VertexForm form_;
  Real penalty_ = 0, share_ = 0;  // κ [Pa] and s
  VectorX<Real> pressures_;       // p of each element [Pa]; empty without multipliers
  VisitList visits_;
};

}  // namespace

bool has_volume_multiplier(const Potential<double>& potential) {
  return visit(potential, []<class Elements>(const Elements&) {
    return has_multiplier<std::remove_cvref_t<decltype(std::declval<Elements>().pack_law())>>;
  });
}

template <class Real>
std::unique_ptr<VertexDerivatives<Real>> vertex_derivatives(const Potential<Real>& potential,
                                                            const VertexSchedule& schedule,
                                                            const VertexForm& form) {
  auto result = visit(potential, [&]<class Elements>(const Elements& elements) {
    return std::unique_ptr<VertexDerivatives<Real>>(
        std::make_unique<ElementVisits<Elements>>(elements, schedule, form));
  });
  if (!result) throw std::logic_error("Vertex Block Descent has no local step for this potential");
  return result;
}

template std::unique_ptr<VertexDerivatives<double>> vertex_derivatives(const Potential<double>&,
                                                                       const VertexSchedule&,
                                                                       const VertexForm&);
template std::unique_ptr<VertexDerivatives<float>> vertex_derivatives(const Potential<float>&,
                                                                      const VertexSchedule&,
                                                                      const VertexForm&);

}  // namespace simbench
