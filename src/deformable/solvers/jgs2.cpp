#include "deformable/solvers/jgs2.h"

#include <Eigen/Cholesky>

namespace simbench {

template <class Real>
Vector3<Real> Jgs2<Real>::move(const Model& model) const {
  // U moves vertex i by the turn, so its own move is turned, too.
  return -(model.turn * model.curvature.llt().solve(model.slope));
}

template class Jgs2<double>;
template class Jgs2<float>;

}  // namespace simbench
