#include "deformable/solvers/kernels/force_sweep.h"

#include <algorithm>
#include <array>
#include <memory>
#include <type_traits>
#include <utility>

#include "deformable/energy/visit.h"
#include "deformable/solvers/kernels/sweep_schedule.h"
#include "deformable/solvers/kernels/symmetric_system.h"

namespace simbench {

namespace {

// Couplings of the pairs of columns (a, b) of L with b ≤ a, of w Ψ(y + X Lᵀ) by the columns of X.
template <class Number, int columns>
using Blocks = std::array<std::array<Matrix3<Number>, columns>, columns>;

template <int columns, class Density, class Number>
SIMBENCH_APART SIMBENCH_FLATTEN void find_blocks(const Density& density,
                                                 const Eigen::Matrix<Number, columns, columns>& L,
                                                 const Number& weight, Blocks<Number, columns>& blocks) {
  using Row = Eigen::Matrix<Number, columns, 1>;
  for (int a = 0; a < columns; ++a) {
    const Row weighted = L.col(a) * weight;
    for (int b = 0; b <= a; ++b) blocks[a][b] = density.block(weighted, Row(L.col(b)));
  }
}

// A law behind a virtual call a pack, so that the sweep is compiled once a stencil.
template <class Pack>
class ForceLaw {
 public:
  using Number = typename Pack::Number;
  using Reduction = typename Pack::Reduction;
  static constexpr int columns = Pack::column_count;
  using Factor = Eigen::Matrix<Number, columns, columns>;
  using Blocks = simbench::Blocks<Number, columns>;

  virtual ~ForceLaw() = default;
  virtual void find_density(const Reduction& y, Number& density) const = 0;
  virtual void respond(const Reduction& y, Response<Number, columns>& response) const = 0;
  // The clamped Hessian of w Ψ(y + X Lᵀ) by the columns of X.
  virtual void find_hessian(const Reduction& y, const Factor& L, const Number& weight,
                            Blocks& blocks) const = 0;
};

template <class Elements>
class ForceLawOf final : public ForceLaw<typename Elements::Pack> {
  using Base = ForceLaw<typename Elements::Pack>;
  using typename Base::Blocks, typename Base::Factor, typename Base::Number, typename Base::Reduction;

 public:
  explicit ForceLawOf(const Elements& elements) : law_(elements.pack_law()) {}

  SIMBENCH_FLATTEN void find_density(const Reduction& y, Number& density) const override {
    density = law_.respond(y).density;
  }
  SIMBENCH_FLATTEN void respond(const Reduction& y,
                                Response<Number, Base::columns>& response) const override {
    response = law_.respond(y);
  }
  SIMBENCH_FLATTEN void find_hessian(const Reduction& y, const Factor& L, const Number& weight,
                                     Blocks& blocks) const override {
    find_blocks<Base::columns>(density_hessian(law_, y, Definiteness::clamped), L, weight, blocks);
  }

 private:
  const std::remove_cvref_t<decltype(std::declval<Elements>().pack_law())>& law_;
};

// Displacements have the form d = X Kᵀ with 3 × r numbers X, where y has r columns. With A = h² Gᵀ M⁻¹ G =
// L Lᵀ, K = h² M⁻¹ G L⁻ᵀ, and P = ∂Ψ/∂y it follows from d = −h² M⁻¹ G Pᵀ w that y changes by X Lᵀ, that
// ½ ‖d‖²_{M/h²} = ½ ‖X‖², and that X = −w P L. So the minimum over d is that of ½ ‖X‖² + w Ψ(y₀ + X Lᵀ),
// where y₀ is y without the element's own displacement.
template <class Stencil, class Real>
class ElementForces final : public ForceSweep<Real> {
  using Number = Lanes<Real>;
  using Pack = typename Stencil::template Pack<Number>;
  using Reduction = typename Pack::Reduction;
  static constexpr int corner_count = Pack::corner_count;
  static constexpr int columns = Pack::column_count;  // r
  static constexpr int most_halvings = 10;

 public:
  ElementForces(std::unique_ptr<const ForceLaw<Pack>> law, const Stencil& stencil, std::span<const int> order,
                const VectorX<Real>& inverse_inertia, int newton_steps)
      : law_(std::move(law)), element_count_(stencil.element_count()), newton_steps_(newton_steps) {
    std::vector<std::span<const int>> vertices;
    for (Index i = 0; i < element_count_; ++i) vertices.push_back(stencil.vertices(i));
    for (const std::vector<int>& elements_of_batch : independent_batches(vertices, order, Pack::width)) {
      Batch& batch = batches_.emplace_back(Batch{.pack = stencil.template pack<Number>(elements_of_batch),
                                                 .count = static_cast<int>(elements_of_batch.size())});
      find_coordinates(inverse_inertia, batch);
    }
  }

  SIMBENCH_FLATTEN void run(Positions<Real>& positions) override {
    work_done.local_steps += newton_steps_ * element_count_;
    for (Batch& batch : batches_) {
      typename Pack::Corners x = batch.pack.corners(positions);
      Reduction without = batch.pack.y(x);  // y₀
      add_product(-batch.X, batch, without);
      Reduction X = batch.X;
      for (int step = 0; step < newton_steps_; ++step) take_newton_step(batch, without, X);
      for (int c = 0; c < corner_count; ++c) {
        for (int k = 0; k < columns; ++k) x.col(c) += (X.col(k) - batch.X.col(k)).eval() * batch.K(c, k);
      }
      batch.X = X;
      batch.pack.set_corners(x, batch.count, positions);
    }
  }

 private:
  struct Batch {
    Pack pack;
    int count;  // lanes in use
    Eigen::Matrix<Number, columns, columns> L = decltype(L)::Zero();
    Eigen::Matrix<Number, corner_count, columns> K = decltype(K)::Zero();
    Reduction X = Reduction::Zero();
  };

  // L and K. A row of L that depends on the rows before it has no pivot: fewer free vertices than columns.
  static void find_coordinates(const VectorX<Real>& inverse_inertia, Batch& batch) {
    using std::sqrt;
    std::array<Number, corner_count> weights;
    for (int c = 0; c < corner_count; ++c)
      weights[c] = Number([&](int lane) { return inverse_inertia[batch.pack.vertices[c][lane]]; });
    const Number tolerance = number<Number>(64.0 * std::numeric_limits<Real>::epsilon());
    for (int j = 0; j < columns; ++j) {
      for (int i = j; i < columns; ++i) {
        Number entry = 0;
        for (int c = 0; c < corner_count; ++c)
          entry += weights[c] * batch.pack.shape_gradient(c)[i] * batch.pack.shape_gradient(c)[j];
        const Number whole = entry;
        for (int k = 0; k < j; ++k) entry -= batch.L(i, k) * batch.L(j, k);
        if (i == j) {
          batch.L(j, j) = select(entry > tolerance * whole, Number(sqrt(entry)), Number(0));
        } else {
          batch.L(i, j) = quotient_or_zero(entry, batch.L(j, j));
        }
      }
    }
    for (int c = 0; c < corner_count; ++c) {  // forward substitution of L Kᵀ = h² Gᵀ M⁻¹
      for (int k = 0; k < columns; ++k) {
        Number entry = weights[c] * batch.pack.shape_gradient(c)[k];
        for (int j = 0; j < k; ++j) entry -= batch.L(k, j) * batch.K(c, j);
        batch.K(c, k) = quotient_or_zero(entry, batch.L(k, k));
      }
    }
  }
  static Number quotient_or_zero(const Number& dividend, const Number& divisor) {
    return select(divisor > 0, Number(dividend / divisor), Number(0));
  }

  // y += X Lᵀ.
  static void add_product(const Reduction& X, const Batch& batch, Reduction& y) {
    for (int j = 0; j < columns; ++j) {
      for (int k = j; k < columns; ++k) y.col(k) += X.col(j) * batch.L(k, j);
    }
  }

  // ½ ‖X‖² + w Ψ(y₀ + X Lᵀ).
  Number objective(const Batch& batch, const Reduction& without, const Reduction& X) const {
    Reduction y = without;
    add_product(X, batch, y);
    Number density;
    law_->find_density(y, density);
    return X.squaredNorm() / 2 + batch.pack.weight * density;
  }

  void take_newton_step(const Batch& batch, const Reduction& without, Reduction& X) const {
    Reduction y = without;
    add_product(X, batch, y);
    Response<Number, columns> response;
    law_->respond(y, response);
    typename ForceLaw<Pack>::Blocks blocks;
    law_->find_hessian(y, batch.L, batch.pack.weight, blocks);
    SymmetricSystem<Number, 3 * columns> system(3 * columns);
    for (int a = 0; a < columns; ++a) {
      Vector3<Number> slope = X.col(a);
      for (int k = a; k < columns; ++k) slope += response.stress.col(k) * (batch.pack.weight * batch.L(k, a));
      for (int i = 0; i < 3; ++i) system.right_hand_side[3 * a + i] = -slope[i];
      for (int b = 0; b <= a; ++b) {
        for (int i = 0; i < 3; ++i) {
          for (int j = 0; j < 3; ++j)
            system.matrix[3 * a + i][3 * b + j] = blocks[a][b](i, j) + Number(a == b && i == j ? 1 : 0);
        }
      }
    }
    system.solve();
    Reduction change;
    for (int i = 0; i < 3 * columns; ++i) change(i % 3, i / 3) = system.right_hand_side[i];
    const Number value = X.squaredNorm() / 2 + batch.pack.weight * response.density;
    Number length = 1;
    int trying = batch.count;  // elements that need another length; the count must not depend on the lanes
    for (int halving = 0; halving < most_halvings; ++halving) {
      work_done.values += trying;
      const auto is_lower = objective(batch, without, X + change * length) <= value;
      trying = 0;
      for (int lane = 0; lane < batch.count; ++lane) trying += !is_lower[lane];
      if (trying == 0) break;
      const Number half = length / 2;
      length = select(is_lower, length, halving + 1 < most_halvings ? half : Number(0));
    }
    const auto moves = length > 0;
    for (int i = 0; i < 3 * columns; ++i)
      X(i % 3, i / 3) += select(moves, Number(change(i % 3, i / 3) * length), Number(0));
  }

  std::unique_ptr<const ForceLaw<Pack>> law_;
  Index element_count_;
  int newton_steps_;
  std::vector<Batch> batches_;
};

}  // namespace

template <class Real>
std::unique_ptr<ForceSweep<Real>> force_sweep(const Potential<Real>& potential, std::span<const int> order,
                                              const VectorX<Real>& inverse_inertia, int newton_steps) {
  return visit(potential, [&]<class Elements>(const Elements& elements) {
    return std::unique_ptr<ForceSweep<Real>>(
        std::make_unique<ElementForces<typename Elements::Stencil, Real>>(
            std::make_unique<const ForceLawOf<Elements>>(elements), elements.stencil(), order,
            inverse_inertia, newton_steps));
  });
}

template std::unique_ptr<ForceSweep<double>> force_sweep(const Potential<double>&, std::span<const int>,
                                                         const VectorX<double>&, int);
template std::unique_ptr<ForceSweep<float>> force_sweep(const Potential<float>&, std::span<const int>,
                                                        const VectorX<float>&, int);

}  // namespace simbench
