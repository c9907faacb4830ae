#include "deformable/solvers/kernels/vertex_blocks.h"

#include <algorithm>
#include <stdexcept>

#include "deformable/energy/visit.h"

namespace simbench {

std::vector<std::vector<int>> elements_of_vertices(std::span<const std::span<const int>> elements,
                                                   Index vertex_count) {
  std::vector<std::vector<int>> result(static_cast<std::size_t>(vertex_count));
  for (std::size_t element = 0; element < elements.size(); ++element) {
    for (const int vertex : elements[element]) result[vertex].push_back(static_cast<int>(element));
  }
  return result;
}

VertexSchedule::VertexSchedule(std::span<const int> order, std::span<const std::vector<int>> uses,
                               std::size_t element_count) {
  // For each element, the level after the last one that moved one of its vertices.
  std::vector<int> next_level(element_count, 0), level_of(uses.size());
  for (const int vertex : order) {
    int level = 0;
    for (const int element : uses[vertex]) level = std::max(level, next_level[element]);
    for (const int element : uses[vertex]) next_level[element] = level + 1;
    level_of[vertex] = level;
  }
  vertex_count = static_cast<Index>(uses.size());
  vertices.assign(order.begin(), order.end());
  std::ranges::stable_sort(vertices, {}, [&](int vertex) { return level_of[vertex]; });
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const bool begins_level = i == 0 || level_of[vertices[i]] != level_of[vertices[i - 1]];
    if (begins_level) level_start.push_back(static_cast<int>(group_start.size()));
    if (begins_level || static_cast<int>(i) - group_start.back() == group_size)
      group_start.push_back(static_cast<int>(i));
  }
  level_start.push_back(static_cast<int>(group_start.size()));
  group_start.push_back(static_cast<int>(vertices.size()));
}

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

template <class Elements>
class ElementVisits final : public VertexDerivatives<typename Elements::Real> {
  using Real = typename Elements::Real;
  using Pack = typename Elements::Pack;
  using Number = typename Elements::Number;
  using Law = std::remove_cvref_t<decltype(std::declval<Elements>().pack_law())>;

 public:
  ElementVisits(const Elements& elements, const VertexSchedule& schedule, const VertexForm& form)
      : elements_(elements), form_(form) {
    if constexpr (has_multiplier<Law>) {
      if (form.volume_penalty > 0) pressures_.setZero(elements.element_count());
      const Law& law = elements.pack_law();
      penalty_ = number<Number>(form.volume_penalty) * law.mu;
      share_ = law.lambda / (law.lambda + penalty_);
    }
    const std::vector<int> corners = elements.corner_list();
    const Occurrences uses = occurrences(corners, schedule.vertex_count);
    visits_.reserve(corners.size() / Pack::width + schedule.group_start.size());
    for (std::size_t group = 0; group + 1 < schedule.group_start.size(); ++group) {
      first_.push_back(static_cast<int>(visits_.size()));
      std::vector<int> places,
          blocks;  // for each visit of the group: its place among the corners, and the vertex's block
      for (int i = schedule.group_start[group]; i < schedule.group_start[group + 1]; ++i) {
        for (const int place : uses.of(schedule.vertices[i])) {
          places.push_back(place);
          blocks.push_back(i);
        }
      }
      visit_count_ += static_cast<Index>(places.size());
      for (std::size_t i = 0; i < places.size(); i += Pack::width) {
        const std::size_t count = std::min<std::size_t>(Pack::width, places.size() - i);
        visits_.push_back(visit_pack(elements.stencil(), std::span(places).subspan(i, count),
                                     std::span(blocks).subspan(i, count)));
      }
    }
    first_.push_back(static_cast<int>(visits_.size()));
  }

  void count_sweep() const override { work_done.hessians += visit_count_; }

  void update_multipliers(const Positions<Real>& positions) override {
    if constexpr (has_multiplier<Law>) {
      if (pressures_.size() == 0) return;
      work_done.values += elements_.element_count();
      const Law& law = elements_.pack_law();
      elements_.for_each_chunk([&](Index begin, Index end, Index) SIMBENCH_FLATTEN {
        elements_.for_each_pack(begin, end, [&](const Pack& pack, Index element, int count) {
          const Number excess = law.volume_excess(pack.y(pack.corners(positions)));
          const Number pressure = elements_.load(pressures_.data(), element, count);
          const Number next = share_ * (pressure + penalty_ * excess);
          for (int lane = 0; lane < count; ++lane) pressures_[element + lane] = next[lane];
        });
      });
    }
  }

  SIMBENCH_FLATTEN void add(Index group, const Positions<Real>& positions,
                            std::span<VertexBlock<Real>> blocks) const override {
    for (int i = first_[group]; i < first_[group + 1]; ++i) {
      const Visits& visits = visits_[i];
      const Pack& pack = visits.pack;
      const VertexBlock<Number> block =
          vertex_block(law_of(visits), pack.y(pack.corners(positions)), visits.shape_gradient, form_);
      const Vector3<Number> gradient = block.gradient * pack.weight;
      const Matrix3<Number> hessian = block.hessian * pack.weight;
      for (int lane = 0; lane < visits.count; ++lane) {  // in the same order for any number of lanes
        VertexBlock<Real>& sum = blocks[visits.blocks[lane]];
        sum.gradient += lane_of(gradient, lane);
        sum.hessian += lane_of(hessian, lane);
      }
    }
  }

 private:
  struct Visits {
    Pack pack;
    typename Pack::ShapeGradient shape_gradient;  // of the visited vertex
    std::array<int, Pack::width> elements;        // unused lanes repeat the last one
    std::array<int, Pack::width> blocks;
    int count;  // lanes in use
  };

  // The law of the visited elements, with their multipliers.
  Law law_of(const Visits& visits) const {
    Law law = elements_.pack_law();
    if constexpr (has_multiplier<Law>) {
      if (pressures_.size() > 0) {
        const Number pressure([&](int lane) { return pressures_[visits.elements[lane]]; });
        law = law.with_pressure(share_ * penalty_, share_ * pressure);
      }
    }
    return law;
  }

  static Visits visit_pack(const auto& stencil, std::span<const int> places, std::span<const int> blocks) {
    std::vector<int> elements;
    for (const int place : places) elements.push_back(place / Pack::corner_count);
    Visits visits{stencil.template pack<Real>(elements), {}, {}, {}, static_cast<int>(places.size())};
    visits.elements.fill(elements.back());
    std::ranges::copy(elements, visits.elements.begin());
    std::copy(blocks.begin(), blocks.end(), visits.blocks.begin());
    for (int lane = 0; lane < Pack::width; ++lane) {
      const int place = places[std::min<std::size_t>(lane, places.size() - 1)];
      set_lane(visits.shape_gradient, lane,
               lane_of(visits.pack.shape_gradient(place % Pack::corner_count), lane));
    }
    return visits;
  }

  const Elements& elements_;
  VertexForm form_;
  Number penalty_ = 0, share_ = 0;  // κ [Pa] and s
  VectorX<Real> pressures_;         // p of each element [Pa]; empty without multipliers
  std::vector<Visits> visits_;
  Index visit_count_ = 0;   // pairs of a vertex that moves and an element with it
  std::vector<int> first_;  // where each group starts in visits_; groups + 1 entries
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
