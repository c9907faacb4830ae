// A batch of elements of the same kind (tets of a law, springs, anchors), with the functions that solvers
// share:
//
//   E(q) = Σ_j w_j Ψ(y_j),   y_j = D_j q − b_j
//
// A call is virtual once per batch; elements.h has the typed loops over the elements. A function that only
// one solver needs, such as its local step, is in solvers/ and gets the typed elements from visit.h.
#pragma once

#include <Eigen/SparseCore>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "deformable/energy/forms.h"
#include "math/block_matrix.h"
#include "math/types.h"

namespace simbench {

template <class Real>
class Potential {
 public:
  virtual ~Potential() = default;

  virtual std::string_view law() const = 0;  // "strain", …; "spring", "anchor"
  // True if the body consists of these elements (tets, springs); false if they hold it (anchors).
  // Gauss–Seidel sweeps visit the elements that hold the body first, and ADMM's weight factor does not scale
  // them.
  virtual bool is_material() const = 0;
  virtual Index element_count() const = 0;
  // True if the elements are hard constraints C = 0 (α = 0). They have no energy: value, gradient, Hessian
  // and stiffnesses are zero.
  virtual bool is_hard() const { return false; }

  // E with every element undeformed [J]; some laws contain such a constant.
  virtual Real rest_energy() const { return 0; }
  // E(q) [J].
  virtual Real value(const Positions<Real>& positions) const = 0;
  // Adds Ψ of each element that is a tet to the tet's entry in `densities` [J/m³]. Potentials without tets
  // add nothing.
  virtual void add_tet_densities(const Positions<Real>& /*positions*/, VectorX<Real>& /*densities*/) const {}
  // Adds ∂E/∂q [N] to `gradient` and returns E, in one pass.
  virtual Real add_gradient(const Positions<Real>& positions, Positions<Real>& gradient) const = 0;
  virtual void add_hessian(const Positions<Real>& positions, const HessianForm& form,
                           BlockMatrix<Real>& hessian) const = 0;
  // dᵀ ∂²E/∂q² d [J] with the exact Hessian, without a matrix; d: 3 × vertices [m].
  virtual Real curvature(const Positions<Real>& positions, const Positions<Real>& direction) const = 0;
  // The vertices that each element couples (the Hessian's pattern).
  virtual void append_elements(std::vector<std::span<const int>>& elements) const = 0;

  // Size of y_j: 9 for a tet (its F, column by column), 6 for a triangle, 3 for a spring or an anchor.
  virtual Index reduced_size() const = 0;
  // Stiffness of each element: k V_j [J] of a tet, k L² [J] of a spring, k_s of an anchor. PD and the matrix
  // S of L-BFGS use them as weights.
  virtual const VectorX<Real>& stiffnesses() const = 0;
  // Adds Σ_j w_j D_jᵀ D_j, an n × n matrix that acts on each coordinate in the same way (lower and upper
  // triangle).
  virtual void add_normal_matrix(const VectorX<Real>& weights,
                                 std::vector<Eigen::Triplet<Real>>& entries) const = 0;
  // Whether all D_j are those of `other`, to the bit; offsets b_j may differ. If it returns false, they may
  // nevertheless be the same.
  virtual bool has_same_shape(const Potential& other) const { return this == &other; }
  // Computes y_j = D_j q − b_j for all elements; y is elements × reduced_size.
  virtual void reduce(const Positions<Real>& positions, Reduced<Real>& y) const = 0;
  // Adds Σ_j w_j D_jᵀ y_j to `result`.
  virtual void add_transposed(const VectorX<Real>& weights, const Reduced<Real>& y,
                              Positions<Real>& result) const = 0;

  // The same batch with all of its arithmetic in single precision.
  virtual std::shared_ptr<const Potential<float>> single_precision() const = 0;
};

}  // namespace simbench
