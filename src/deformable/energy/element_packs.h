// The elements of a stencil in packs, one element per lane of a vector register, and the loops over them.
#pragma once

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <vector>

#include "deformable/energy/potential.h"
#include "deformable/energy/stencil.h"

namespace simbench {

template <class Stencil, class NumberType>
class ElementPacks {
 public:
  using Number = NumberType;
  using Real = RealOf<Number>;
  using Pack = typename Stencil::template Pack<Number>;
  using Reduction = typename Pack::Reduction;

  explicit ElementPacks(const Stencil& stencil) {
    std::vector<int> elements(static_cast<std::size_t>(stencil.element_count()));
    std::iota(elements.begin(), elements.end(), 0);
    packs_.reserve(elements.size() / width + 1);
    for (std::size_t i = 0; i < elements.size(); i += width) {
      packs_.push_back(stencil.template pack<Number>(
          std::span(elements).subspan(i, std::min<std::size_t>(width, elements.size() - i))));
    }
  }

  const Pack& pack_of(Index element) const { return packs_[element / width]; }

  // Calls body(pack, first element, number of used lanes) for each pack of [begin, end).
  template <class Body>
  void for_each_pack(Index begin, Index end, const Body& body) const {
    for (Index element = begin; element < end; element += width)
      body(pack_of(element), element, lanes_used(element, end));
  }

  // Calls body(pack, first element, number of used lanes, y, computed) for each pack of [begin, end), with y
  // = y_of(pack, first element, number of used lanes) and computed = compute(y), a 3 × 3 matrix. `compute`
  // should be a long chain of operations: it gets the y of several packs at once, in wide lanes, which wait
  // together.
  template <class YOf, class Compute, class Body>
  void for_each_computed(Index begin, Index end, const YOf& y_of, const Compute& compute,
                         const Body& body) const {
    constexpr Index together = lane_count<WideLanes<Real>> / width;
    for (Index first = begin; first < end; first += together * width) {
      const Index packs = std::min(together, (end - first + width - 1) / width);
      std::array<Reduction, together> y;
      for (Index i = 0; i < together; ++i) {
        const Index element = first + std::min(i, packs - 1) * width;
        y[i] = y_of(pack_of(element), element, lanes_used(element, end));
      }
      const auto computed = split_lanes<Number>(compute(join_lanes(y)));
      for (Index i = 0; i < packs; ++i) {
        const Index element = first + i * width;
        body(pack_of(element), element, lanes_used(element, end), y[i], computed[i]);
      }
    }
  }

  // y of a pack at these positions, for loops that take a y_of.
  static auto y_at(const Positions<Real>& positions) {
    return [&](const Pack& pack, Index, int) { return pack.y(pack.corners(positions)); };
  }

  // Unused lanes repeat the last element.
  static Number load(const Real* values, Index element, int count) {
    if (count == width) return Number(values + element, std::experimental::element_aligned);
    return Number([&](int lane) { return values[element + std::min(lane, count - 1)]; });
  }
  static Reduction load(const Reduced<Real>& y, Index element, int count) {
    Reduction matrix;
    for (int i = 0; i < matrix.size(); ++i) matrix(i % 3, i / 3) = load(y.col(i).data(), element, count);
    return matrix;
  }
  static void store(const Reduction& matrix, Reduced<Real>& y, Index element, int count) {
    for (int i = 0; i < matrix.size(); ++i) {
      Real* const values = y.col(i).data() + element;
      if (count == width) {
        matrix(i % 3, i / 3).copy_to(values, std::experimental::element_aligned);
      } else {
        for (int lane = 0; lane < count; ++lane) values[lane] = matrix(i % 3, i / 3)[lane];
      }
    }
  }
  // Adds one lane after the other, so that the sum does not depend on the number of lanes.
  static void add_lanes(const Number& values, int count, Real& sum) {
    for (int lane = 0; lane < count; ++lane) sum += values[lane];
  }

 private:
  static constexpr int width = Pack::width;

  static int lanes_used(Index element, Index end) {
    return static_cast<int>(std::min<Index>(width, end - element));
  }

  std::vector<Pack> packs_;
};

}  // namespace simbench
