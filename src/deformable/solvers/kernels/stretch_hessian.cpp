#include "deformable/solvers/kernels/stretch_hessian.h"

#include <cmath>
#include <limits>

#include "deformable/energy/visit.h"

namespace simbench {

namespace {

// k (∂S/∂F)ᵀ (∂S/∂F) at F = U Σ Vᵀ. With A = Uᵀ dF V the entries of Vᵀ dS V are
//
//   dS_ij = (σ_i A_ij + σ_j A_ji)/(σ_i + σ_j)
//
// Where σ_i + σ_j is zero, the closest rotation jumps, and dS is not bounded.
template <class Number>
struct StretchHessian {
  SignedSvd<Number> svd;
  Number stiffness;  // k

  // ∂²/∂x∂y of k/2 ‖dS‖² for dF = x aᵀ + y bᵀ.
  Matrix3<Number> block(const Vector3<Number>& a, const Vector3<Number>& b) const {
    using std::max;
    // With 1/least² times k, the largest entries leave half of the digits to the others.
    static const Number least = std::sqrt(std::sqrt(std::numeric_limits<RealOf<Number>>::epsilon()));
    const Vector3<Number> c = svd.V.transpose() * a, d = svd.V.transpose() * b;
    Matrix3<Number> result = c.cwiseProduct(d).asDiagonal();
    for (int i = 0; i < 3; ++i) {
      for (int j = i + 1; j < 3; ++j) {
        const Number sum = max(Number(svd.stretches[i] + svd.stretches[j]), least);
        const Number of_ij = svd.stretches[i] / sum, of_ji = svd.stretches[j] / sum;
        result(i, i) += 2 * of_ij * of_ij * c[j] * d[j];
        result(j, j) += 2 * of_ji * of_ji * c[i] * d[i];
        result(i, j) += 2 * of_ij * of_ji * c[j] * d[i];
        result(j, i) += 2 * of_ij * of_ji * c[i] * d[j];
      }
    }
    return (stiffness * (svd.U * result)) * svd.U.transpose();
  }
};

template <class Batch>
constexpr bool is_of_tets = std::is_same_v<typename Batch::Stencil, TetStencil>;

// A law of tets with a projection is k/2 ‖F − R‖² = k/2 ‖S − I‖².
template <class Batch>
constexpr bool is_squared_distance = requires(const Batch& elements, typename Batch::Reduction y) {
  elements.pack_law().project(y);
};

template <class Batch>
constexpr bool is_strain = is_of_tets<Batch>&& is_squared_distance<Batch>;

}  // namespace

template <class Real>
bool has_other_stretches(const Potential<Real>& potential) {
  return visit(potential, []<class Batch>(const Batch&) { return is_of_tets<Batch> && !is_strain<Batch>; });
}

template <class Real>
bool add_stretch_hessian(const Potential<Real>& potential, const Positions<Real>& positions,
                         BlockMatrix<Real>& hessian) {
  return visit(potential, [&]<class Batch>(const Batch& elements) {
    if constexpr (is_strain<Batch>) {
      using Pack = typename Batch::Pack;
      work_done.hessians += elements.element_count();
      elements.for_each_pack(
          0, elements.element_count(), [&](const Pack& pack, Index, int count) SIMBENCH_FLATTEN {
            const StretchHessian<typename Batch::Number> density{signed_svd(pack.y(pack.corners(positions))),
                                                                 elements.pack_law().quadratic_stiffness()};
            add_blocks(pack, first_lanes(count), density, hessian);
          });
    }
    return is_strain<Batch>;
  });
}

template bool has_other_stretches(const Potential<double>&);
template bool has_other_stretches(const Potential<float>&);
template bool add_stretch_hessian(const Potential<double>&, const Positions<double>&, BlockMatrix<double>&);
template bool add_stretch_hessian(const Potential<float>&, const Positions<float>&, BlockMatrix<float>&);

}  // namespace simbench
