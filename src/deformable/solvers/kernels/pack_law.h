// The constraints of a law behind a virtual call a pack, or a chunk in look(), which each row of XPBD calls.
// Kernels that no timed iteration of a first-order solver runs through are compiled once a stencil with it,
// and not once a law. Sweeps and local steps are not: a law behind a call makes XPBD slower.
#pragma once

#include <array>
#include <span>
#include <stdexcept>

#include "deformable/energy/elements.h"
#include "deformable/energy/law.h"
#include "deformable/solvers/kernels/constraint_sweep.h"
#include "deformable/solvers/kernels/constraint_system.h"

namespace simbench {

// Writes one constraint of the elements of a pack into its column of `result`.
template <class Number, class Real>
void store_lanes(const Number& values, Reduced<Real>& result, int column, Index element, int lanes) {
  Real* const entries = result.col(column).data() + element;
  if (lanes == static_cast<int>(Number::size()))
    return values.copy_to(entries, std::experimental::element_aligned);
  for (int lane = 0; lane < lanes; ++lane) entries[lane] = values[lane];
}

// For packs of elements whose y has this number of columns.
template <class Number, int Columns>
class PackLaw {
 public:
  static constexpr int max_constraints = 3 * Columns;  // largest number of constraints per element
  using Reduction = Eigen::Matrix<Number, 3, Columns>;
  using ShapeGradient = Eigen::Matrix<Number, Columns, 1>;
  // One constraint per element of a pack, with its gradient by y.
  using Rows = std::array<Constraint<Number, Columns>, max_constraints>;

  using Real = RealOf<Number>;
  using Sum = std::experimental::fixed_size_simd<Real, 4>;  // of ElementScatter

  virtual ~PackLaw() = default;
  virtual void linearise(const Reduction& y, Rows& rows) const = 0;
  virtual void find_values(const Reduction& y, std::array<Number, max_constraints>& values) const = 0;
  // For scalar rows of the elements of a chunk: their C, and what they add to ∇Cᵀ y and to ∂E/∂q. Returns
  // their E [J].
  virtual Real look(Index begin, Index end, const Positions<Real>& positions, const Reduced<Real>& y,
                    Reduced<Real>& C, Sum* transposed, Sum* gradient) const = 0;
  // ∂²/∂x∂y of constraint i of y + x aᵀ + y bᵀ for each pair of rows (a, b) of G.
  virtual void find_blocks(int i, const Reduction& y, std::span<const ShapeGradient> G,
                           std::span<Matrix3<Number>> blocks) const = 0;
};

// `elements` must outlive it.
template <class Elements>
class PackLawOf final : public PackLaw<typename Elements::Number, Elements::Pack::column_count> {
  using Number = typename Elements::Number;
  using Pack = typename Elements::Pack;
  using Reduction = typename Elements::Reduction;
  static constexpr int column_count = Pack::column_count;
  using Base = PackLaw<Number, column_count>;
  using typename Base::Real, typename Base::Rows, typename Base::Sum;
  static constexpr int max_constraints = Base::max_constraints;

 public:
  PackLawOf(const Elements& elements, ConstraintRows rows, ConstraintForm form, int count)
      : elements_(elements), rows_(rows), form_(form), count_(count) {}

  SIMBENCH_FLATTEN void linearise(const Reduction& y, Rows& rows) const override { rows = linearised(y); }
  SIMBENCH_FLATTEN void find_values(const Reduction& y,
                                    std::array<Number, max_constraints>& values) const override {
    values = values_at(y);
  }
  SIMBENCH_FLATTEN Real look(Index begin, Index end, const Positions<Real>& positions, const Reduced<Real>& y,
                             Reduced<Real>& C, Sum* transposed, Sum* gradient) const override {
    const auto& law = elements_.pack_law();
    const auto& scatter = elements_.scatter();
    Real energy = 0;
    elements_.for_each_y(begin, end, elements_.y_at(positions),
                         [&](const Pack& pack, Index element, int lanes, const auto&... F) {
                           const auto response = law.respond(F...);
                           Reduction sum = Reduction::Constant(Number(0));
                           for (int i = 0; i < count_; ++i) {
                             const auto constraint = law.constraint(form_, i, F...);
                             store_lanes(constraint.value, C, i, element, lanes);
                             sum += Elements::load(y.col(i).data(), element, lanes) * constraint.gradient;
                           }
                           scatter.add(element, lanes, pack.corner_columns(sum), transposed);
                           scatter.add(element, lanes, pack.corner_columns(pack.weight * response.stress),
                                       gradient);
                           Elements::add_lanes(pack.weight * response.density, lanes, energy);
                         });
    return energy;
  }
  void find_blocks(int i, const Reduction& y, std::span<const typename Pack::ShapeGradient> G,
                   std::span<Matrix3<Number>> blocks) const override {
    if constexpr (has_constraint_hessian<Elements>) {
      const auto hessian = elements_.pack_law().constraint_hessian(form_, i, y);
      for (std::size_t a = 0; a < G.size(); ++a) {
        for (std::size_t b = 0; b < G.size(); ++b) blocks[a * G.size() + b] = hessian.block(G[a], G[b]);
      }
    } else {
      throw std::logic_error("this constraint has no second derivatives");
    }
  }

 private:
  // Only C, which needs no Hessian for vector rows.
  std::array<Number, max_constraints> values_at(const Reduction& y) const {
    const auto& law = elements_.pack_law();
    std::array<Number, max_constraints> values{};
    if constexpr (requires { law.project(y); }) {
      if (rows_ == ConstraintRows::vector) {
        const Reduction deviation = y - law.project(y);
        for (int i = 0; i < deviation.size(); ++i) values[i] = deviation[i];
        return values;
      }
    }
    for (int i = 0; i < count_; ++i) values[i] = law.constraint(form_, i, y).value;
    return values;
  }

  Rows linearised(const Reduction& y) const {
    const auto& law = elements_.pack_law();
    Rows rows;
    if constexpr (requires { law.project(y); }) {
      if (rows_ == ConstraintRows::vector) {
        // y − p(y) = ∂Ψ/∂y / k, because p(y) is the point of a set that is nearest to y. So the derivative of
        // y − p(y) is ∂²Ψ/∂y² / k.
        const Number stiffness = law.quadratic_stiffness();
        const Reduction deviation = y - law.project(y);
        const auto hessian = density_hessian(law, y, Definiteness::exact);
        for (int column = 0; column < column_count; ++column) {
          for (int k = 0; k < column_count; ++k) {
            const Matrix3<Number> block = hessian.block(unit(k), unit(column)) * Number(1 / stiffness);
            for (int i = 0; i < 3; ++i) rows[3 * column + i].gradient.col(k) = block.col(i);
          }
          for (int i = 0; i < 3; ++i) {
            rows[3 * column + i].value = deviation(i, column);
            rows[3 * column + i].stiffness = stiffness;
          }
        }
        return rows;
      }
    }
    for (int i = 0; i < count_; ++i) rows[i] = law.constraint(form_, i, y);
    return rows;
  }

  static typename Pack::ShapeGradient unit(int i) {
    typename Pack::ShapeGradient result = Pack::ShapeGradient::Constant(Number(0));
    result[i] = Number(1);
    return result;
  }

  const Elements& elements_;
  ConstraintRows rows_;
  ConstraintForm form_;
  int count_;  // constraints per element
};

}  // namespace simbench
