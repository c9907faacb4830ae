// The elements of one stencil under one law, ψ_j = w_j Ψ(y_j), as a potential. Each loop handles a pack of
// elements at once, one per lane of a vector register (element_packs.h). Kernels of solvers use the same
// loops (for_each_pack, add_columns).
#pragma once

#include <numeric>

#include "deformable/energy/element_blocks.h"
#include "deformable/energy/element_packs.h"
#include "deformable/energy/element_scatter.h"
#include "deformable/energy/potential.h"
#include "deformable/energy/stencil.h"
#include "deformable/energy/tet_stencil.h"
#include "math/work.h"

namespace simbench {

template <class StencilType, template <class> class Law, class R>
class Elements final : public Potential<R>, public ElementPacks<StencilType, Lanes<R>> {
  using Packs = ElementPacks<StencilType, Lanes<R>>;

 public:
  using Stencil = StencilType;
  using Real = R;
  using Parameters = typename Law<double>::Parameters;
  using Packs::add_lanes;
  using Packs::for_each_computed;
  using Packs::for_each_pack;
  using Packs::load;
  using Packs::store;
  using Packs::y_at;
  using typename Packs::Number;
  using typename Packs::Pack;
  using typename Packs::Reduction;
  // Whether the law has the closest rotation, a long chain of operations.
  static constexpr bool has_rotation = requires(const Law<Number>& law, const Reduction& y) {
    law.rotation(y);
  };

  Elements(Stencil stencil, const Parameters& parameters)
      : Packs(stencil),
        stencil_(std::move(stencil)),
        parameters_(parameters),
        law_(parameters),
        stiffnesses_(Law<Real>(parameters).quadratic_stiffness() * stencil_.weights().template cast<Real>()),
        scatter_(corner_list()) {
    if constexpr (requires(Vector3<Real> stretches) { Law<Real>(parameters).density(stretches); })
      rest_energy_ =
          Law<Real>(parameters).density(Vector3<Real>::Ones()) * static_cast<Real>(stencil_.weights().sum());
    sums_of_chunks();  // allocates this thread's memory before the first iteration
  }

  std::string_view law() const override { return Law<Real>::name; }
  bool is_material() const override { return Stencil::is_material; }
  Index element_count() const override { return stencil_.element_count(); }
  bool is_hard() const override {
    if constexpr (requires { law_.is_hard; }) return law_.is_hard;
    return false;
  }

  Real rest_energy() const override { return rest_energy_; }

  Real value(const Positions<Real>& positions) const override {
    work_done.values += element_count();
    const auto values = sums_of_chunks();
    for_each_chunk([&](Index begin, Index end, Index chunk) SIMBENCH_FLATTEN {
      Real sum = 0;
      for_each_y(begin, end, y_at(positions), [&](const Pack& pack, Index, int count, const auto&... y) {
        add_lanes(pack.weight * law_.respond(y...).density, count, sum);
      });
      values[chunk] = sum;
    });
    return total(values);
  }

  void add_tet_densities(const Positions<Real>& positions, VectorX<Real>& densities) const override {
    if constexpr (requires { stencil_.tet(Index(0)); }) {
      for_each_pack(0, element_count(), [&](const Pack& pack, Index element, int count) {
        const Number density = law_.respond(pack.y(pack.corners(positions))).density;
        for (int lane = 0; lane < count; ++lane)
          densities[stencil_.tet(element + lane)] += density[lane] / Stencil::points;
      });
    }
  }

  Real add_gradient(const Positions<Real>& positions, Positions<Real>& gradient) const override {
    work_done.gradients += element_count();
    const auto values = sums_of_chunks();
    const auto sums = scatter_.sums();
    for_each_chunk([&](Index begin, Index end, Index chunk) SIMBENCH_FLATTEN {
      Real sum = 0;
      const auto chunk_sums = scatter_.begin_chunk(chunk, sums);
      for_each_y(
          begin, end, y_at(positions), [&](const Pack& pack, Index element, int count, const auto&... y) {
            const auto response = law_.respond(y...);
            scatter_.add(element, count, pack.corner_columns(pack.weight * response.stress), chunk_sums);
            add_lanes(pack.weight * response.density, count, sum);
          });
      values[chunk] = sum;
    });
    scatter_.gather(sums, gradient);
    return total(values);
  }

  void add_hessian(const Positions<Real>& positions, const HessianForm& form,
                   BlockMatrix<Real>& hessian) const override {
    work_done.hessians += element_count();
    for_each_pack(0, element_count(), [&](const Pack& pack, Index, int count) SIMBENCH_FLATTEN {
      for (const bool is_marked : {false, true}) {
        const LaneSet lanes = lanes_of(pack, count, form.marked, is_marked);
        if (lanes == 0) continue;
        const Definiteness definiteness = is_marked ? form.definiteness : Definiteness::exact;
        add_blocks(pack, lanes, density_hessian(law_, pack.y(pack.corners(positions)), definiteness),
                   hessian);
      }
    });
  }

  Real curvature(const Positions<Real>& positions, const Positions<Real>& direction) const override {
    work_done.hessians += element_count();
    const auto values = sums_of_chunks();
    for_each_chunk([&](Index begin, Index end, Index chunk) SIMBENCH_FLATTEN {
      Real sum = 0;
      this->for_each_pack(begin, end, [&](const Pack& pack, Index, int count) {
        const auto y = pack.y(pack.corners(positions));
        const auto d = pack.corners(direction);
        Number product = 0;
        if constexpr (requires { law_.second_derivative(y, y); }) {
          Matrix3<Number> dF = d.col(0) * pack.shape_gradient(0).transpose();
          for (int a = 1; a < Pack::corner_count; ++a) dF += d.col(a) * pack.shape_gradient(a).transpose();
          product = law_.second_derivative(y, dF);
        } else {
          product = quadratic_form(pack, density_hessian(law_, y, Definiteness::exact), d);
        }
        add_lanes(pack.weight * product, count, sum);
      });
      values[chunk] = sum;
    });
    return total(values);
  }

  void append_elements(std::vector<std::span<const int>>& elements) const override {
    for (Index i = 0; i < element_count(); ++i) elements.push_back(stencil_.vertices(i));
  }

  Index reduced_size() const override { return Reduction::SizeAtCompileTime; }
  const VectorX<Real>& stiffnesses() const override { return stiffnesses_; }

  void add_normal_matrix(const VectorX<Real>& weights,
                         std::vector<Eigen::Triplet<Real>>& entries) const override {
    constexpr int corners = Pack::corner_count;
    const auto row = [](const Pack& pack, int c) {  // of the quadratic's G (stencil.h)
      if constexpr (requires { pack.quadratic_row(c); })
        return pack.quadratic_row(c);
      else
        return pack.shape_gradient(c);
    };
    Eigen::Matrix<Real, corners, decltype(row(std::declval<const Pack&>(), 0))::RowsAtCompileTime> G;
    for (Index i = 0; i < element_count(); ++i) {
      for (int c = 0; c < corners; ++c)
        G.row(c) = lane_of(row(this->pack_of(i), c), static_cast<int>(i % Pack::width)).transpose();
      const Eigen::Matrix<Real, corners, corners> normal = weights[i] * (G * G.transpose());
      const std::span<const int> vertices = stencil_.vertices(i);
      for (int a = 0; a < corners; ++a) {
        for (int b = 0; b < corners; ++b) entries.emplace_back(vertices[a], vertices[b], normal(a, b));
      }
    }
  }

  bool has_same_shape(const Potential<Real>& other) const override {
    if (this == &other) return true;
    if constexpr (requires { stencil_.has_same_shape(stencil_); }) {
      const auto* const elements = dynamic_cast<const Elements*>(&other);
      return elements && stencil_.has_same_shape(elements->stencil_);
    }
    return false;
  }

  void reduce(const Positions<Real>& positions, Reduced<Real>& y) const override {
    for_each_chunk([&](Index begin, Index end, Index) SIMBENCH_FLATTEN {
      this->for_each_pack(begin, end, [&](const Pack& pack, Index element, int count) {
        store(pack.y(pack.corners(positions)), y, element, count);
      });
    });
  }

  void add_transposed(const VectorX<Real>& weights, const Reduced<Real>& y,
                      Positions<Real>& result) const override {
    add_columns(result, [&](const Pack& pack, Index element, int count) {
      return pack.corner_columns(load(weights.data(), element, count) * load(y, element, count));
    });
  }

  std::shared_ptr<const Potential<float>> single_precision() const override {
    return std::make_shared<Elements<Stencil, Law, float>>(stencil_, parameters_);
  }

  // --- For kernels ---
  const Stencil& stencil() const { return stencil_; }
  const Law<Number>& pack_law() const { return law_; }
  // The same law for kernels with packs of other lanes.
  template <class OtherNumber>
  Law<OtherNumber> law_for() const {
    return Law<OtherNumber>(parameters_);
  }
  // The vertices of the first element, then of the second, …
  std::vector<int> corner_list() const {
    std::vector<int> corners;
    for (Index i = 0; i < element_count(); ++i) {
      const std::span<const int> vertices = stencil_.vertices(i);
      corners.insert(corners.end(), vertices.begin(), vertices.end());
    }
    return corners;
  }

  template <class Body>
  void for_each_chunk(const Body& body) const {
    parallel_chunks(element_count(), body);
  }
  // For loops that add to several sums; add_columns() adds to one.
  const ElementScatter<Real, Pack::corner_count>& scatter() const { return scatter_; }
  // Calls body(pack, first element, number of used lanes, y, rotation...) for each pack of [begin, end), with
  // y = y_of(pack, first element, number of used lanes), and with the closest rotation of y if the law has
  // it.
  template <class YOf, class Body>
  void for_each_y(Index begin, Index end, const YOf& y_of, const Body& body) const {
    if constexpr (has_rotation) {
      const auto law = law_for<WideLanes<Real>>();
      for_each_computed(
          begin, end, y_of, [&](const auto& y) { return law.rotation(y); }, body);
    } else {
      this->for_each_pack(begin, end, [&](const Pack& pack, Index element, int count) {
        body(pack, element, count, y_of(pack, element, count));
      });
    }
  }
  // Adds columns(pack, first element, count), which holds the columns of the corners, to the vertices of all
  // elements.
  template <class Columns>
  void add_columns(Positions<Real>& result, const Columns& columns) const {
    scatter_.add_chunks(result, [&](Index begin, Index end, const auto& add) {
      this->for_each_pack(begin, end, [&](const Pack& pack, Index element, int count) {
        add(element, count, columns(pack, element, count));
      });
    });
  }
  // Adds columns(pack, first element, count, y, rotation...), with y and the rotation of for_each_y().
  template <class YOf, class Columns>
  void add_columns(Positions<Real>& result, const YOf& y_of, const Columns& columns) const {
    scatter_.add_chunks(result, [&](Index begin, Index end, const auto& add) {
      for_each_y(begin, end, y_of, [&](const Pack& pack, Index element, int count, const auto&... y) {
        add(element, count, columns(pack, element, count, y...));
      });
    });
  }

 private:
  Scratch<Real> sums_of_chunks() const { return Scratch<Real>(chunk_count(element_count())); }
  static Real total(const Scratch<Real>& sums) {
    return std::accumulate(sums.values().begin(), sums.values().end(), Real(0));
  }

  Stencil stencil_;
  Parameters parameters_;
  Law<Number> law_;            // the law for a pack of elements
  VectorX<Real> stiffnesses_;  // k w [J]
  Real rest_energy_ = 0;       // Σ w Ψ(I) [J]
  ElementScatter<Real, Pack::corner_count> scatter_;
};

}  // namespace simbench
