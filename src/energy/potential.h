// A batch of like elements (tets of a law, springs, anchors) and what every solver may ask of it:
//
//   E(q) = Σ_j w_j Ψ(y_j),   y_j = D_j q − b_j
//
// One virtual call a batch; the loops over elements are typed and written once, in elements.h. What serves one solver alone, its
// local step, stands beside that solver and reaches the typed elements through visit.h.
#pragma once

#include <Eigen/SparseCore>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "energy/forms.h"
#include "math/block_matrix.h"
#include "math/types.h"

namespace simbench {

template <class Real>
class Potential {
 public:
  virtual ~Potential() = default;

  virtual std::string_view law() const = 0;  // "strain", …; "spring", "anchor"
  // Whether the body is made of these elements (tets, springs) or held by them (anchors). Gauss–Seidel sweeps take what holds the
  // body first, and ADMM's weight factor does not scale it.
  virtual bool is_material() const = 0;
  virtual Index element_count() const = 0;

  // E where every element is undeformed [J]: a constant that some laws have in E.
  virtual Real rest_energy() const { return 0; }
  // E(q) [J].
  virtual Real value(const Positions<Real>& positions) const = 0;
  // Adds Ψ of each element that is a tet to the entry of that tet in `densities` [J/m³]; potentials without tets add nothing.
  virtual void add_tet_densities(const Positions<Real>& /*positions*/, VectorX<Real>& /*densities*/) const {}
  // Adds ∂E/∂q [N] to `gradient` and returns E, in one pass.
  virtual Real add_gradient(const Positions<Real>& positions, Positions<Real>& gradient) const = 0;
  virtual void add_hessian(const Positions<Real>& positions, Definiteness definiteness,
                           BlockMatrix<Real>& hessian) const = 0;
  // The vertices that each element couples (the Hessian's pattern).
  virtual void append_elements(std::vector<std::span<const int>>& elements) const = 0;

  virtual Index reduced_size()
      const = 0;  // of y_j: 9 for a tet (its F, column by column), 3 for a spring or an anchor
  // Stiffness of each element, k V_j [J] for a tet, k L² [J] for a spring and k_s for an anchor: the weights of PD and
  // of L-BFGS's S.
  virtual const VectorX<Real>& stiffnesses() const = 0;
  // Adds Σ_j w_j D_jᵀ D_j, an n × n matrix that acts on each coordinate alike (lower and upper triangle).
  virtual void add_normal_matrix(const VectorX<Real>& weights,
                                 std::vector<Eigen::Triplet<Real>>& entries) const = 0;
  // y_j = D_j q − b_j for all elements; y is elements × reduced_size.
  virtual void reduce(const Positions<Real>& positions, Reduced<Real>& y) const = 0;
  // Adds Σ_j w_j D_jᵀ y_j to `result`.
  virtual void add_transposed(const VectorX<Real>& weights, const Reduced<Real>& y,
                              Positions<Real>& result) const = 0;

  // The same batch with all of its arithmetic in single precision.
  virtual std::shared_ptr<const Potential<float>> single_precision() const = 0;
};

}  // namespace simbench
