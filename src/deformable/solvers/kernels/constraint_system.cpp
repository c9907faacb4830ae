#include "deformable/solvers/kernels/constraint_system.h"

#include <array>
#include <numeric>
#include <stdexcept>

#include "deformable/energy/visit.h"
#include "deformable/solvers/kernels/constraint_sweep.h"

namespace simbench {

namespace {

template <class Elements>
class ElementSystem final : public ConstraintSystem<typename Elements::Real> {
  using Real = typename Elements::Real;
  using Pack = typename Elements::Pack;
  using Number = typename Elements::Number;
  using Reduction = typename Elements::Reduction;
  static constexpr int corner_count = Pack::corner_count, column_count = Pack::column_count;
  static constexpr int max_constraints = 3 * column_count;  // largest number of constraints per element
  // One constraint per element of a pack, with its gradient by y.
  using Rows = std::array<Constraint<Number, column_count>, max_constraints>;

 public:
  ElementSystem(const Elements& elements, ConstraintRows rows, ConstraintForm form, int count)
      : elements_(elements), rows_(rows), form_(form), count_(count) {
    this->stiffnesses_.resize(elements.element_count(), count);
    this->is_hard_ = elements.is_hard();
    this->is_inequality_ = rows == ConstraintRows::scalar && has_inequality<Elements>;
    const Rows at_zero = linearised(Reduction::Constant(Number(0)));
    elements_.for_each_pack(0, elements_.element_count(), [&](const Pack& pack, Index element, int lanes) {
      for (int i = 0; i < count_; ++i)
        store(at_zero[i].stiffness * pack.weight, this->stiffnesses_, i, element, lanes);
    });
  }

  const Potential<Real>& potential() const override { return elements_; }

  void values(const Positions<Real>& positions, Reduced<Real>& C) const override {
    work_done.values += elements_.element_count();
    elements_.for_each_chunk([&](Index begin, Index end, Index) {
      elements_.for_each_pack(begin, end, [&](const Pack& pack, Index element, int lanes) {
        const std::array<Number, max_constraints> values = values_at(pack.y(pack.corners(positions)));
        for (int i = 0; i < count_; ++i) store(values[i], C, i, element, lanes);
      });
    });
  }

  void add_transposed(const Positions<Real>& positions, const Reduced<Real>& y,
                      Positions<Real>& result) const override {
    work_done.gradients += elements_.element_count();
    elements_.add_columns(result, [&](const Pack& pack, Index element, int lanes) {
      const Rows rows = linearised(pack.y(pack.corners(positions)));
      Reduction sum = Reduction::Constant(Number(0));
      for (int i = 0; i < count_; ++i)
        sum += Elements::load(y.col(i).data(), element, lanes) * rows[i].gradient;
      return typename Pack::Corners(pack.corner_columns(sum));
    });
  }

  Real look(const Positions<Real>& positions, const Reduced<Real>& y, Reduced<Real>& C,
            Positions<Real>& transposed, Positions<Real>& gradient) const override {
    work_done.gradients += elements_.element_count();
    const auto& law = elements_.pack_law();
    const auto& scatter = elements_.scatter();
    const auto columns_of_y = scatter.sums(), columns_of_energy = scatter.sums();
    const Scratch<Real> energies(chunk_count(elements_.element_count()));
    elements_.for_each_chunk([&](Index begin, Index end, Index chunk) SIMBENCH_FLATTEN {
      auto* const sums_of_y = scatter.begin_chunk(chunk, columns_of_y);
      auto* const sums_of_energy = scatter.begin_chunk(chunk, columns_of_energy);
      Real energy = 0;
      const auto look_at = [&](const Pack& pack, Index element, int lanes, const auto&... F) {
        const auto response = law.respond(F...);
        Reduction sum = Reduction::Constant(Number(0));
        for (int i = 0; i < count_; ++i) {
          const auto constraint = law.constraint(form_, i, F...);
          store(constraint.value, C, i, element, lanes);
          sum += Elements::load(y.col(i).data(), element, lanes) * constraint.gradient;
        }
        scatter.add(element, lanes, pack.corner_columns(sum), sums_of_y);
        scatter.add(element, lanes, pack.corner_columns(pack.weight * response.stress), sums_of_energy);
        Elements::add_lanes(pack.weight * response.density, lanes, energy);
      };
      elements_.for_each_y(begin, end, elements_.y_at(positions), look_at);
      energies[chunk] = energy;
    });
    scatter.gather(columns_of_y, transposed);
    scatter.gather(columns_of_energy, gradient);
    return std::accumulate(energies.values().begin(), energies.values().end(), Real(0));
  }

  void product(const Positions<Real>& positions, const Positions<Real>& d,
               Reduced<Real>& result) const override {
    work_done.gradients += elements_.element_count();
    elements_.for_each_chunk([&](Index begin, Index end, Index) {
      elements_.for_each_pack(begin, end, [&](const Pack& pack, Index element, int lanes) {
        const Rows rows = linearised(pack.y(pack.corners(positions)));
        const typename Pack::Corners move = pack.corners(d);
        for (int i = 0; i < count_; ++i) {
          const typename Pack::Corners gradient = pack.corner_columns(rows[i].gradient);
          store(gradient.cwiseProduct(move).sum(), result, i, element, lanes);
        }
      });
    });
  }

  void gradients(const Positions<Real>& positions, std::span<Vector3<Real>> result) const override {
    work_done.gradients += elements_.element_count();
    elements_.for_each_pack(0, elements_.element_count(), [&](const Pack& pack, Index element, int lanes) {
      const Rows rows = linearised(pack.y(pack.corners(positions)));
      for (int i = 0; i < count_; ++i) {
        const typename Pack::Corners gradient = pack.corner_columns(rows[i].gradient);
        for (int lane = 0; lane < lanes; ++lane) {
          const Eigen::Matrix<Real, 3, corner_count> columns = lane_of(gradient, lane);
          for (int c = 0; c < corner_count; ++c)
            result[((element + lane) * count_ + i) * corner_count + c] = columns.col(c);
        }
      }
    });
  }

  void hessians(const Positions<Real>& positions, std::span<Matrix3<Real>> result) const override {
    if constexpr (has_constraint_hessian<Elements>) {
      work_done.hessians += elements_.element_count();
      elements_.for_each_pack(0, elements_.element_count(), [&](const Pack& pack, Index element, int lanes) {
        const Reduction y = pack.y(pack.corners(positions));
        for (int i = 0; i < count_; ++i) {
          const auto hessian = elements_.pack_law().constraint_hessian(form_, i, y);
          for (int a = 0; a < corner_count; ++a) {
            for (int b = 0; b < corner_count; ++b) {
              const Matrix3<Number> block = hessian.block(pack.shape_gradient(a), pack.shape_gradient(b));
              for (int lane = 0; lane < lanes; ++lane) {
                const Index constraint = (element + lane) * count_ + i;
                result[(constraint * corner_count + a) * corner_count + b] = lane_of(block, lane);
              }
            }
          }
        }
      });
    } else {
      throw std::logic_error("this constraint has no second derivatives");
    }
  }

  void add_normal_matrix(const Positions<Real>& positions, BlockMatrix<Real>& matrix) const override {
    work_done.gradients += elements_.element_count();
    elements_.for_each_pack(0, elements_.element_count(), [&](const Pack& pack, Index, int lanes) {
      const Rows rows = linearised(pack.y(pack.corners(positions)));
      Matrix3<Number> blocks[corner_count][corner_count];
      for (auto& row : blocks)
        std::fill(std::begin(row), std::end(row), Matrix3<Number>::Constant(Number(0)));
      for (int i = 0; i < count_; ++i) {
        const typename Pack::Corners gradient = pack.corner_columns(rows[i].gradient);
        const typename Pack::Corners weighted = Number(rows[i].stiffness * pack.weight) * gradient;
        for (int a = 0; a < corner_count; ++a) {
          for (int b = 0; b < corner_count; ++b)
            blocks[a][b] += weighted.col(a) * gradient.col(b).transpose();
        }
      }
      for (int lane = 0; lane < lanes; ++lane) {
        for (int a = 0; a < corner_count; ++a) {
          for (int b = 0; b < corner_count; ++b)
            matrix.add(pack.vertices[a][lane], pack.vertices[b][lane], lane_of(blocks[a][b], lane));
        }
      }
    });
  }

 private:
  // Only C, which needs no Hessian for vector rows.
  std::array<Number, max_constraints> values_at(const Reduction& y) const {
    const auto& law = elements_.pack_law();
    std::array<Number, max_constraints> values{};
    if constexpr (requires { law.project(y); }) {
      if (rows_ == ConstraintRows::vector) {
        const Reduction deviation = y - law.project(y);
        std::copy(deviation.data(), deviation.data() + deviation.size(), values.begin());
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
  static void store(const Number& values, Reduced<Real>& result, int column, Index element, int lanes) {
    Real* const entries = result.col(column).data() + element;
    if (lanes == Pack::width) return values.copy_to(entries, std::experimental::element_aligned);
    for (int lane = 0; lane < lanes; ++lane) entries[lane] = values[lane];
  }

  const Elements& elements_;
  ConstraintRows rows_;
  ConstraintForm form_;
  int count_;  // constraints per element
};

}  // namespace

template <class Real>
std::unique_ptr<ConstraintSystem<Real>> constraint_system(const Potential<Real>& potential,
                                                          ConstraintRows rows, ConstraintForm form) {
  auto system = visit(potential, [&]<class Elements>(const Elements& elements) {
    std::unique_ptr<ConstraintSystem<Real>> result;
    if constexpr (requires { elements.pack_law().constraint_count(form); }) {
      const int count = rows == ConstraintRows::vector ? static_cast<int>(elements.reduced_size())
                                                       : elements.pack_law().constraint_count(form);
      result = std::make_unique<ElementSystem<Elements>>(elements, rows, form, count);
    }
    return result;
  });
  if (!system) throw std::logic_error("this potential has no XPBD constraint");
  return system;
}

template std::unique_ptr<ConstraintSystem<double>> constraint_system(const Potential<double>&, ConstraintRows,
                                                                     ConstraintForm);
template std::unique_ptr<ConstraintSystem<float>> constraint_system(const Potential<float>&, ConstraintRows,
                                                                    ConstraintForm);

}  // namespace simbench
