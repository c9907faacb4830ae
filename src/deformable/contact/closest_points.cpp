#include "deformable/contact/closest_points.h"

#include <Eigen/LU>

namespace simbench {

namespace {

using Vector4 = Eigen::Vector4d;

// Replaces `best` if the other points are closer.
void keep_closer(const ClosestPoints& other, const FourPoints& x, ClosestPoints& best, double& square) {
  const double other_square = other.difference(x).squaredNorm();
  if (other_square >= square) return;
  best = other;
  square = other_square;
}

// Of vertex `point` and the edge from `begin` to `end`; `sign` is that of the point.
ClosestPoints of_point_and_edge(const FourPoints& x, int point, int begin, int end, double sign) {
  const Vector3<double> edge = x.col(end) - x.col(begin);
  const double t = (x.col(point) - x.col(begin)).dot(edge) / edge.squaredNorm();
  ClosestPoints result{.weights = Vector4::Zero(), .free = t > 0 && t < 1 ? 1 : 0, .derivatives = {}};
  const double on_edge = t > 0 ? std::min(t, 1.0) : 0.0;
  result.weights[point] = sign;
  result.weights[begin] = -sign * (1 - on_edge);
  result.weights[end] = -sign * on_edge;
  result.derivatives[0] = Vector4::Zero();
  result.derivatives[0][begin] = sign;
  result.derivatives[0][end] = -sign;
  return result;
}

}  // namespace

ClosestPoints closest_points_of_triangle(const FourPoints& x) {
  ClosestPoints best = of_point_and_edge(x, 0, 1, 2, 1);
  double square = best.difference(x).squaredNorm();
  keep_closer(of_point_and_edge(x, 0, 2, 3, 1), x, best, square);
  keep_closer(of_point_and_edge(x, 0, 3, 1, 1), x, best, square);
  const Vector3<double> u = x.col(2) - x.col(1), v = x.col(3) - x.col(1), d = x.col(0) - x.col(1);
  const double uu = u.dot(u), uv = u.dot(v), vv = v.dot(v), ud = u.dot(d), vd = v.dot(d);
  const double determinant = uu * vv - uv * uv;
  const double s = (vv * ud - uv * vd) / determinant, t = (uu * vd - uv * ud) / determinant;
  if (determinant > 0 && s > 0 && t > 0 && s + t < 1)
    keep_closer({{1, -(1 - s - t), -s, -t}, 2, {Vector4{0, 1, -1, 0}, Vector4{0, 1, 0, -1}}}, x, best,
                square);
  return best;
}

ClosestPoints closest_points_of_edges(const FourPoints& x) {
  constexpr double parallel = 2.5e-16;  // squared sine of the angle between edges
  ClosestPoints best = of_point_and_edge(x, 0, 2, 3, 1);
  double square = best.difference(x).squaredNorm();
  keep_closer(of_point_and_edge(x, 1, 2, 3, 1), x, best, square);
  keep_closer(of_point_and_edge(x, 2, 0, 1, -1), x, best, square);
  keep_closer(of_point_and_edge(x, 3, 0, 1, -1), x, best, square);
  const Vector3<double> u = x.col(1) - x.col(0), v = x.col(3) - x.col(2), d = x.col(0) - x.col(2);
  const double uu = u.dot(u), uv = u.dot(v), vv = v.dot(v), ud = u.dot(d), vd = v.dot(d);
  const double determinant = uu * vv - uv * uv;
  const double s = (uv * vd - vv * ud) / determinant, t = (uu * vd - uv * ud) / determinant;
  if (determinant > parallel * uu * vv && s > 0 && s < 1 && t > 0 && t < 1)
    keep_closer({{1 - s, s, -(1 - t), -t}, 2, {Vector4{-1, 1, 0, 0}, Vector4{0, 0, 1, -1}}}, x, best, square);
  return best;
}

Matrix12 squared_distance_hessian(const ClosestPoints& closest, const FourPoints& x) {
  const Vector4& c = closest.weights;
  const Vector3<double> r = closest.difference(x);
  Matrix12 result;
  for (int j = 0; j < 4; ++j) {
    for (int i = 0; i < 4; ++i)
      result.block<3, 3>(3 * i, 3 * j) = 2 * c[i] * c[j] * Matrix3<double>::Identity();
  }
  if (closest.free == 0) return result;
  Eigen::Matrix<double, 12, 2> A = Eigen::Matrix<double, 12, 2>::Zero();
  Eigen::Matrix2d H = Eigen::Matrix2d::Identity();
  std::array<Vector3<double>, 2> slopes;  // r_k
  for (int k = 0; k < closest.free; ++k) {
    slopes[k] = x * closest.derivatives[k];
    for (int i = 0; i < 4; ++i)
      A.block<3, 1>(3 * i, k) = 2 * (c[i] * slopes[k] + closest.derivatives[k][i] * r);
  }
  for (int k = 0; k < closest.free; ++k) {
    for (int l = 0; l < closest.free; ++l) H(k, l) = 2 * slopes[k].dot(slopes[l]);
  }
  result -= A * H.inverse() * A.transpose();
  return result;
}

}  // namespace simbench
