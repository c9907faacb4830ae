#include "deformable/solvers/coordinate_condensation.h"

#include <Eigen/Cholesky>

namespace simbench {

template <class Real>
Vector3<Real> CoordinateCondensation<Real>::move(const Model& model) const {
  // U is W with R in the rows of vertex i.
  const Matrix3<Real>& R = model.turn;
  const Matrix3<Real> HW = model.coupling - model.own_hessian * R;  // H_iW
  const Matrix3<Real> WHW = model.curvature - R.transpose() * model.coupling -
                            model.coupling.transpose() * R + R.transpose() * model.own_hessian * R;
  const Vector3<Real> Wg = model.slope - R.transpose() * model.own_slope;
  const Eigen::LLT<Matrix3<Real>> others(WHW);
  if (others.info() != Eigen::Success)  // no other vertex answers
    return -model.own_hessian.llt().solve(model.own_slope);
  const Matrix3<Real> condensed = model.own_hessian - HW * others.solve(HW.transpose());
  const Vector3<Real> slope = model.own_slope - HW * others.solve(Wg);
  return -condensed.llt().solve(slope);
}

template class CoordinateCondensation<double>;
template class CoordinateCondensation<float>;

}  // namespace simbench
