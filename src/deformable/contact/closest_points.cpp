#include "deformable/contact/closest_points.h"

#include <Eigen/LU>
#include <algorithm>

namespace simbench {

namespace {

using Vector4 = Eigen::Vector4d;

// The place t on the line of an edge that is nearest to a point, and the squared distance of the point and
// the edge.
struct OnEdge {
  double t, square;
};

OnEdge nearest_on_edge(const Vector3<double>& point, const Vector3<double>& begin,
                       const Vector3<double>& end) {
  const Vector3<double> edge = end - begin, way = point - begin;
  const double t = way.dot(edge) / edge.squaredNorm();
  const double on_edge = t > 0 ? std::min(t, 1.0) : 0.0;
  return {t, (way - on_edge * edge).squaredNorm()};
}

// Of vertex `point` and the edge from `begin` to `end`, and the sign of the point.
struct PointAndEdge {
  int point, begin, end;
  double sign;

  OnEdge nearest(const FourPoints& x) const {
    return nearest_on_edge(x.col(point), x.col(begin), x.col(end));
  }
  ClosestPoints at(double t) const {
    const double on_edge = t > 0 ? std::min(t, 1.0) : 0.0;
    ClosestPoints result{.weights = Vector4::Zero(), .free = t > 0 && t < 1 ? 1 : 0, .derivatives = {}};
    result.weights[point] = sign;
    result.weights[begin] = -sign * (1 - on_edge);
    result.weights[end] = -sign * on_edge;
    result.derivatives[0] = Vector4::Zero();
    result.derivatives[0][begin] = sign;
    result.derivatives[0][end] = -sign;
    return result;
  }
};

// The points inside of both primitives, which are the closest ones if they exist: d + s u − t v is smallest
// there. The system of equations for s and t has the determinant uu vv − uv².
struct Inside {
  bool exists;
  double s, t;
  double square;             // of their distance [m²]
  bool is_well_conditioned;  // otherwise another case may be closer in floating point
};

template <class IsInside>
Inside inside(const Vector3<double>& u, const Vector3<double>& v, const Vector3<double>& d,
              const IsInside& is_inside) {
  constexpr double parallel = 2.5e-16, nearly_parallel = 1e-6;  // squared sines of the angle
  const double uu = u.dot(u), uv = u.dot(v), vv = v.dot(v), ud = u.dot(d), vd = v.dot(d);
  const double determinant = uu * vv - uv * uv;
  const double s = (uv * vd - vv * ud) / determinant, t = (uu * vd - uv * ud) / determinant;
  const bool exists = determinant > parallel * uu * vv && is_inside(s, t);
  return {exists, s, t, exists ? (d + s * u - t * v).squaredNorm() : 0,
          determinant > nearly_parallel * uu * vv};
}

// The case with the smallest distance, the first one of equal ones.
template <std::size_t N>
ClosestPoints closest_of(const std::array<PointAndEdge, N>& cases, const FourPoints& x, const Inside& inside,
                         const ClosestPoints& points_inside) {
  if (inside.exists && inside.is_well_conditioned) return points_inside;
  OnEdge best = cases[0].nearest(x);
  std::size_t chosen = 0;
  for (std::size_t i = 1; i < N; ++i) {
    const OnEdge other = cases[i].nearest(x);
    if (other.square < best.square) best = other, chosen = i;
  }
  return inside.exists && inside.square < best.square ? points_inside : cases[chosen].at(best.t);
}

}  // namespace

ClosestPoints closest_points_of_triangle(const FourPoints& x) {
  constexpr std::array<PointAndEdge, 3> edges = {{{0, 1, 2, 1}, {0, 2, 3, 1}, {0, 3, 1, 1}}};
  const Vector3<double> u = x.col(1) - x.col(2), v = x.col(3) - x.col(1), d = x.col(0) - x.col(1);
  const Inside both = inside(u, v, d, [](double s, double t) { return s > 0 && t > 0 && s + t < 1; });
  const double s = both.s, t = both.t;
  return closest_of(edges, x, both,
                    {{1, -(1 - s - t), -s, -t}, 2, {Vector4{0, 1, -1, 0}, Vector4{0, 1, 0, -1}}});
}

ClosestPoints closest_points_of_edges(const FourPoints& x) {
  constexpr std::array<PointAndEdge, 4> ends = {{{0, 2, 3, 1}, {1, 2, 3, 1}, {2, 0, 1, -1}, {3, 0, 1, -1}}};
  const Vector3<double> u = x.col(1) - x.col(0), v = x.col(3) - x.col(2), d = x.col(0) - x.col(2);
  const Inside both = inside(u, v, d, [](double s, double t) { return s > 0 && s < 1 && t > 0 && t < 1; });
  const double s = both.s, t = both.t;
  return closest_of(ends, x, both,
                    {{1 - s, s, -(1 - t), -t}, 2, {Vector4{-1, 1, 0, 0}, Vector4{0, 0, 1, -1}}});
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
