// XPBD's Gauss–Seidel sweep over tets, in lanes: tets without a common vertex side by side (sweep_schedule.h), so that the
// positions are those of the same kernel taking one tet after the other in the given order, bit by bit.
#pragma once

#include "energy/energy_term.h"
#include "energy/sweep_schedule.h"
#include "energy/tet_pack.h"

namespace simbench {

template <template <class> class Law, class Real>
class TetSweep final : public ConstraintSweep<Real> {
  using Pack = TetPack<Real>;
  using Number = typename Pack::Number;

 public:
  TetSweep(const TetMesh& mesh, const Law<Number>& law, ConstraintForm form, int constraints,
           Real compliance_scale, std::span<const int> order, const VectorX<Real>& inverse_masses)
      : law_(law),
        form_(form),
        constraints_(constraints),
        tet_count_(mesh.tet_count()),
        compliance_scale_(compliance_scale) {
    std::vector<std::span<const int>> vertices;
    for (Index tet = 0; tet < mesh.tet_count(); ++tet) vertices.emplace_back(mesh.tets.col(tet).data(), 4);
    for (const std::vector<int>& tets : independent_batches(vertices, order, Pack::width)) {
      Batch batch{tet_pack<Real>(mesh, tets), {}, {}, static_cast<int>(tets.size())};
      for (int c = 0; c < 4; ++c) {
        batch.inverse_masses[c] =
            Number([&](int lane) { return inverse_masses[batch.pack.vertices[c][lane]]; });
      }
      std::copy(tets.begin(), tets.end(), batch.tets.begin());
      batches_.push_back(batch);
    }
    multipliers_.assign(batches_.size() * static_cast<std::size_t>(constraints), Number(0));
  }

  SIMBENCH_FLATTEN void run(Positions<Real>& positions) override {
    Number* multiplier = multipliers_.data();
    for (const Batch& batch : batches_) {
      Corners<Number> x = batch.pack.corners(positions);
      for (int i = 0; i < constraints_; ++i) solve(i, batch, *multiplier++, x);
      batch.pack.set_corners(x, batch.count, positions);
    }
  }

  Reduced<Real> multipliers() const override {
    Reduced<Real> result = Reduced<Real>::Zero(tet_count_, constraints_);
    const Number* multiplier = multipliers_.data();
    for (const Batch& batch : batches_) {
      for (int i = 0; i < constraints_; ++i, ++multiplier) {
        for (int lane = 0; lane < batch.count; ++lane) result(batch.tets[lane], i) = (*multiplier)[lane];
      }
    }
    return result;
  }

 private:
  struct Batch {
    Pack pack;
    std::array<Number, 4> inverse_masses;  // of the corners [1/kg]
    std::array<int, Pack::width> tets;
    int count;  // lanes in use
  };

  // Δλ = (−C − α̃ λ)/(Σ w ‖∇C‖² + α̃), Δq_i = w_i ∇_i C Δλ.
  void solve(int index, const Batch& batch, Number& multiplier, Corners<Number>& x) const {
    const Constraint<Number> constraint = law_.constraint(form_, index, batch.pack.deformation_gradient(x));
    const Corners<Number> gradient = batch.pack.corner_columns(constraint.gradient);
    Number sum = 0;
    for (int c = 0; c < 4; ++c) sum += batch.inverse_masses[c] * gradient.col(c).squaredNorm();
    const Number compliance = compliance_scale_ / (constraint.stiffness * batch.pack.volume);
    const Number change = select(
        sum > 0, Number((-constraint.value - compliance * multiplier) / (sum + compliance)), Number(0));
    multiplier += change;
    for (int c = 0; c < 4; ++c) x.col(c) += Number(batch.inverse_masses[c] * change) * gradient.col(c);
  }

  Law<Number> law_;
  ConstraintForm form_;
  int constraints_;
  Index tet_count_;
  Number compliance_scale_;  // α̃/α: 1/h² in XPBD, 0 in PBD
  std::vector<Batch> batches_;
  std::vector<Number> multipliers_;  // λ, by batch and constraint
};

}  // namespace simbench
