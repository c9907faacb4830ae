#include "deformable/solvers/kernels/constraint_system.h"

#include <array>
#include <memory>
#include <numeric>
#include <span>
#include <stdexcept>

#include "deformable/energy/visit.h"
#include "deformable/solvers/kernels/pack_law.h"

namespace simbench {

namespace {

// Compiled once a stencil; the law is behind one virtual call a pack (pack_law.h).
template <class Stencil, class Real>
class ElementSystem final : public ConstraintSystem<Real> {
  using Number = Lanes<Real>;
  using Packs = ElementPacks<Stencil, Number>;
  using Pack = typename Packs::Pack;
  using Reduction = typename Packs::Reduction;
  static constexpr int corner_count = Pack::corner_count, column_count = Pack::column_count;
  using Law = PackLaw<Number, column_count>;
  using Rows = typename Law::Rows;
  static constexpr int max_constraints = Law::max_constraints;
  using Scatter = ElementScatter<Real, corner_count>;

 public:
  // `potential` owns the packs and the scatter, and must outlive it.
  ElementSystem(const Potential<Real>& potential, const Packs& packs, const Scatter& scatter,
                std::unique_ptr<const Law> law, int count, bool is_inequality)
      : potential_(potential), packs_(packs), scatter_(scatter), law_(std::move(law)), count_(count) {
    this->stiffnesses_.resize(element_count(), count);
    this->is_hard_ = potential.is_hard();
    this->is_inequality_ = is_inequality;
    const Rows at_zero = linearised(Reduction::Constant(Number(0)));
    packs_.for_each_pack(0, element_count(), [&](const Pack& pack, Index element, int lanes) {
      for (int i = 0; i < count_; ++i)
        store_lanes(at_zero[i].stiffness * pack.weight, this->stiffnesses_, i, element, lanes);
    });
  }

  const Potential<Real>& potential() const override { return potential_; }

  void values(const Positions<Real>& positions, Reduced<Real>& C) const override {
    work_done.values += element_count();
    parallel_chunks(element_count(), [&](Index begin, Index end, Index) {
      packs_.for_each_pack(begin, end, [&](const Pack& pack, Index element, int lanes) {
        std::array<Number, max_constraints> values{};
        law_->find_values(pack.y(pack.corners(positions)), values);
        for (int i = 0; i < count_; ++i) store_lanes(values[i], C, i, element, lanes);
      });
    });
  }

  void add_transposed(const Positions<Real>& positions, const Reduced<Real>& y,
                      Positions<Real>& result) const override {
    work_done.gradients += element_count();
    scatter_.add_chunks(result, [&](Index begin, Index end, const auto& add) {
      packs_.for_each_pack(begin, end, [&](const Pack& pack, Index element, int lanes) {
        const Rows rows = linearised(pack.y(pack.corners(positions)));
        Reduction sum = Reduction::Constant(Number(0));
        for (int i = 0; i < count_; ++i)
          sum += Packs::load(y.col(i).data(), element, lanes) * rows[i].gradient;
        add(element, lanes, pack.corner_columns(sum));
      });
    });
  }

  Real look(const Positions<Real>& positions, const Reduced<Real>& y, Reduced<Real>& C,
            Positions<Real>& transposed, Positions<Real>& gradient) const override {
    work_done.gradients += element_count();
    const auto columns_of_y = scatter_.sums(), columns_of_energy = scatter_.sums();
    const Scratch<Real> energies(chunk_count(element_count()));
    parallel_chunks(element_count(), [&](Index begin, Index end, Index chunk) {
      auto* const sums_of_y = scatter_.begin_chunk(chunk, columns_of_y);
      auto* const sums_of_energy = scatter_.begin_chunk(chunk, columns_of_energy);
      energies[chunk] = law_->look(begin, end, positions, y, C, sums_of_y, sums_of_energy);
    });
    scatter_.gather(columns_of_y, transposed);
    scatter_.gather(columns_of_energy, gradient);
    return std::accumulate(energies.values().begin(), energies.values().end(), Real(0));
  }

  void product(const Positions<Real>& positions, const Positions<Real>& d,
               Reduced<Real>& result) const override {
    work_done.gradients += element_count();
    parallel_chunks(element_count(), [&](Index begin, Index end, Index) {
      packs_.for_each_pack(begin, end, [&](const Pack& pack, Index element, int lanes) {
        const Rows rows = linearised(pack.y(pack.corners(positions)));
        const typename Pack::Corners move = pack.corners(d);
        for (int i = 0; i < count_; ++i) {
          const typename Pack::Corners gradient = pack.corner_columns(rows[i].gradient);
          store_lanes(gradient.cwiseProduct(move).sum(), result, i, element, lanes);
        }
      });
    });
  }

  void gradients(const Positions<Real>& positions, std::span<Vector3<Real>> result) const override {
    work_done.gradients += element_count();
    packs_.for_each_pack(0, element_count(), [&](const Pack& pack, Index element, int lanes) {
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
    constexpr int pairs = corner_count * corner_count;
    work_done.hessians += element_count();
    packs_.for_each_pack(0, element_count(), [&](const Pack& pack, Index element, int lanes) {
      const Reduction y = pack.y(pack.corners(positions));
      std::array<typename Pack::ShapeGradient, corner_count> G;
      for (int a = 0; a < corner_count; ++a) G[a] = pack.shape_gradient(a);
      std::array<Matrix3<Number>, pairs> blocks;
      for (int i = 0; i < count_; ++i) {
        law_->find_blocks(i, y, G, blocks);
        for (int ab = 0; ab < pairs; ++ab) {
          for (int lane = 0; lane < lanes; ++lane)
            result[((element + lane) * count_ + i) * pairs + ab] = lane_of(blocks[ab], lane);
        }
      }
    });
  }

  void add_normal_matrix(const Positions<Real>& positions, BlockMatrix<Real>& matrix) const override {
    work_done.gradients += element_count();
    packs_.for_each_pack(0, element_count(), [&](const Pack& pack, Index, int lanes) {
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
  Rows linearised(const Reduction& y) const {
    Rows rows;
    law_->linearise(y, rows);
    return rows;
  }
  Index element_count() const { return potential_.element_count(); }
  const Potential<Real>& potential_;
  const Packs& packs_;
  const Scatter& scatter_;
  std::unique_ptr<const Law> law_;
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
      result = std::make_unique<ElementSystem<typename Elements::Stencil, Real>>(
          elements, elements, elements.scatter(),
          std::make_unique<const PackLawOf<Elements>>(elements, rows, form, count), count,
          rows == ConstraintRows::scalar && has_inequality<Elements>);
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
