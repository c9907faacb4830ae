#include "deformable/contact/mollifier.h"

#include <Eigen/Geometry>

namespace simbench {

namespace {

double squared_cross_product(const FourPoints& x) {
  return (x.col(1) - x.col(0)).cross(x.col(3) - x.col(2)).squaredNorm();
}

}  // namespace

double mollifier_value(const FourPoints& x, double threshold) {
  const double part = squared_cross_product(x) / threshold;
  return part < 1 ? part * (2 - part) : 1;
}

Mollifier mollifier(const FourPoints& x, double threshold) {
  Mollifier result{1, true, Vector12::Zero(), Matrix12::Zero()};
  const double s = squared_cross_product(x), part = s / threshold;
  if (!(part < 1)) return result;
  const Vector3<double> u = x.col(1) - x.col(0), v = x.col(3) - x.col(2);
  const double uu = u.squaredNorm(), uv = u.dot(v), vv = v.squaredNorm();
  const Matrix3<double> I = Matrix3<double>::Identity();
  // s = |u|²|v|² − (u·v)² and its derivatives by u and v.
  Eigen::Matrix<double, 6, 1> slope;
  slope.head<3>() = 2 * (vv * u - uv * v);
  slope.tail<3>() = 2 * (uu * v - uv * u);
  Eigen::Matrix<double, 6, 6> curvature;
  curvature.block<3, 3>(0, 0) = 2 * (vv * I - v * v.transpose());
  curvature.block<3, 3>(3, 3) = 2 * (uu * I - u * u.transpose());
  curvature.block<3, 3>(0, 3) = 2 * (2 * u * v.transpose() - v * u.transpose() - uv * I);
  curvature.block<3, 3>(3, 0) = curvature.block<3, 3>(0, 3).transpose();
  const double first = 2 / threshold * (1 - part), second = -2 / (threshold * threshold);  // m', m''
  Eigen::Matrix<double, 6, 12> edges = Eigen::Matrix<double, 6, 12>::Zero();  // (u, v) from the vertices
  edges.block<3, 3>(0, 0) = edges.block<3, 3>(3, 6) = -I;
  edges.block<3, 3>(0, 3) = edges.block<3, 3>(3, 9) = I;
  result.value = part * (2 - part);
  result.is_constant = false;
  result.gradient = first * edges.transpose() * slope;
  result.hessian = edges.transpose() * (second * slope * slope.transpose() + first * curvature) * edges;
  return result;
}

}  // namespace simbench
