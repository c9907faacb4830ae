// 3-vectors, rotations and poses as plain numbers, for sweeps. In a sweep, each pose depends on the previous
// one. Eigen's 3-vectors take more than twice the time there, because Eigen packs and shuffles them. A Number
// may be lanes (math/lanes.h).
#pragma once

#include "math/lanes.h"
#include "rigid/bodies/pose.h"

namespace simbench::rigid::plain {

template <class Number>
struct Vector {
  Number x, y, z;

  Vector() = default;
  Vector(const Number& x_, const Number& y_, const Number& z_) : x(x_), y(y_), z(z_) {}
  explicit Vector(const Vector3<Number>& v) : x(v.x()), y(v.y()), z(v.z()) {}
  Vector3<Number> eigen() const { return {x, y, z}; }

  friend Vector operator+(const Vector& a, const Vector& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Vector operator-(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Vector operator*(const Number& s, const Vector& a) { return {s * a.x, s * a.y, s * a.z}; }
  // Component-wise product.
  friend Vector operator*(const Vector& a, const Vector& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
};

template <class Number>
Vector<Number> cross(const Vector<Number>& a, const Vector<Number>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class Number>
Number dot(const Vector<Number>& a, const Vector<Number>& b) {
  return a.x * b.x + (a.y * b.y + a.z * b.z);
}

// A 3 × 3 matrix, stored by columns.
template <class Number>
struct Matrix {
  Vector<Number> a, b, c;

  friend Vector<Number> operator*(const Matrix& m, const Vector<Number>& v) {
    return v.x * m.a + (v.y * m.b + v.z * m.c);
  }
  Vector<Number> transposed_times(const Vector<Number>& v) const { return {dot(a, v), dot(b, v), dot(c, v)}; }
};

template <class Number>
struct Symmetric {
  Number xx, yy, zz, xy, xz, yz;

  // Σ d_k m_k m_kᵀ over the columns of m.
  static Symmetric of(const Matrix<Number>& m, const Vector<Number>& d) {
    const Vector<Number> a = d.x * m.a, b = d.y * m.b, c = d.z * m.c;
    return {a.x * m.a.x + (b.x * m.b.x + c.x * m.c.x), a.y * m.a.y + (b.y * m.b.y + c.y * m.c.y),
            a.z * m.a.z + (b.z * m.b.z + c.z * m.c.z), a.x * m.a.y + (b.x * m.b.y + c.x * m.c.y),
            a.x * m.a.z + (b.x * m.b.z + c.x * m.c.z), a.y * m.a.z + (b.y * m.b.z + c.y * m.c.z)};
  }
  friend Symmetric operator-(const Symmetric& a, const Symmetric& b) {
    return {a.xx - b.xx, a.yy - b.yy, a.zz - b.zz, a.xy - b.xy, a.xz - b.xz, a.yz - b.yz};
  }
  friend Vector<Number> operator*(const Symmetric& m, const Vector<Number>& v) {
    return {m.xx * v.x + (m.xy * v.y + m.xz * v.z), m.xy * v.x + (m.yy * v.y + m.yz * v.z),
            m.xz * v.x + (m.yz * v.y + m.zz * v.z)};
  }
  Symmetric cofactors() const {
    return {yy * zz - yz * yz, xx * zz - xz * xz, xx * yy - xy * xy,
            xz * yz - xy * zz, xy * yz - xz * yy, xy * xz - xx * yz};
  }
  // The inverse times b, computed with cofactors.
  Vector<Number> solve(const Vector<Number>& b) const {
    const Symmetric of = cofactors();
    const Number inverse = 1 / (xx * of.xx + (xy * of.xy + xz * of.xz));
    return inverse * (of * b);
  }
  Symmetric inverse() const {
    const Symmetric of = cofactors();
    const Number s = 1 / (xx * of.xx + (xy * of.xy + xz * of.xz));
    return {s * of.xx, s * of.yy, s * of.zz, s * of.xy, s * of.xz, s * of.yz};
  }
};

// L D Lᵀ of a positive definite matrix. It is backward stable, unlike the cofactors of Symmetric::solve,
// which wait for fewer divisions.
template <class Number>
struct Factor {
  Number x, y, z;     // 1/D
  Number yx, zx, zy;  // of L

  explicit Factor(const Symmetric<Number>& m) {
    x = 1 / m.xx;
    yx = x * m.xy;
    zx = x * m.xz;
    y = 1 / (m.yy - yx * m.xy);
    const Number rest = m.yz - yx * m.xz;
    zy = y * rest;
    z = 1 / (m.zz - (zx * m.xz + zy * rest));
  }
  Vector<Number> solve(const Vector<Number>& b) const {
    const Number by = b.y - yx * b.x, bz = b.z - (zx * b.x + zy * by);
    const Number vz = z * bz, vy = y * by - zy * vz;
    return {x * b.x - (yx * vy + zx * vz), vy, vz};
  }
};

// Position and quaternion (w, q).
template <class Number>
struct Pose {
  Vector<Number> position;
  Number w;
  Vector<Number> q;

  // R v.
  Vector<Number> turned(const Vector<Number>& v) const {
    const Vector<Number> twice = cross(q + q, v);
    return v + (w * twice + cross(q, twice));
  }
  Matrix<Number> rotation() const {
    const Vector<Number> twice = q + q, tw = w * twice;
    const Number xx = q.x * twice.x, xy = q.x * twice.y, xz = q.x * twice.z, yy = q.y * twice.y,
                 yz = q.y * twice.z, zz = q.z * twice.z, one = number<Number>(1);
    return {{one - (yy + zz), xy + tw.z, xz - tw.y},
            {xy - tw.z, one - (xx + zz), yz + tw.x},
            {xz + tw.y, yz - tw.x, one - (xx + yy)}};
  }
  // X ⊞ (dx, dθ). The old quaternion is normalised to first order before the product, because this can be
  // computed before dθ is known. Only the rounding error of one product remains.
  void move(const Vector<Number>& dx, const Vector<Number>& turn) {
    const auto constant = [](double value) { return number<Number>(value); };
    position = position + dx;
    const Number correction = constant(1.5) - constant(0.5) * (w * w + dot(q, q));
    const Number square = dot(turn, turn), x = constant(0.25) * square, x2 = x * x;
    Number cosine = (constant(1) - constant(0.5) * x) + x2 * (constant(1. / 24) - constant(1. / 720) * x);
    Number scale =
        (constant(0.5) - constant(1. / 12) * x) + x2 * (constant(1. / 240) - constant(1. / 10080) * x);
    const auto is_small = square < constant(0.01);
    if (!all_of(is_small)) {
      using std::cos, std::sin, std::sqrt;
      const Number angle = sqrt(select(is_small, constant(1), square)), half = constant(0.5) * angle;
      cosine = select(is_small, cosine, cos(half));
      scale = select(is_small, scale, sin(half) / angle);
    }
    const Vector<Number> u = scale * turn, old = correction * q;
    const Number old_w = correction * w;
    w = cosine * old_w - dot(u, old);
    q = cosine * old + (old_w * u + cross(u, old));
  }
  // The same with the bits of rigid::move(), for angles that are small (SmallHalfAngle): a product of
  // quaternions and a norm with the order of Eigen's sums.
  void move_exactly(const Vector<Number>& dx, const Vector<Number>& turn) {
    position = position + dx;
    const SmallHalfAngle<Number> half(dot(turn, turn));
    const Number c = half.cosine;
    const Vector<Number> u = half.scale * turn;
    const Vector<Number> product = {(c * q.x + u.y * q.z) - (u.z * q.y - u.x * w),
                                    (c * q.y + u.y * w) + (u.z * q.x - u.x * q.z),
                                    (c * q.z - u.y * q.x) + (u.z * w + u.x * q.y)};
    const Number product_w = (c * w - u.y * q.y) - (u.z * q.z + u.x * q.x);
    const Vector<Number> squares = product * product;
    const Number square = (squares.x + squares.z) + (squares.y + product_w * product_w);
    using std::sqrt;
    const Number norm = select(square > 0, sqrt(square), number<Number>(1));
    w = product_w / norm;
    q = {product.x / norm, product.y / norm, product.z / norm};
  }
  // The same with q + (0, dθ) q/2, normalised, in place of exp(dθ) q.
  void move_linearly(const Vector<Number>& dx, const Vector<Number>& turn) {
    position = position + dx;
    const Vector<Number> half = number<Number>(0.5) * turn;
    const Number new_w = w - dot(half, q);
    const Vector<Number> sum = q + (w * half + cross(half, q));
    using std::sqrt;
    const Number scale = number<Number>(1) / sqrt(new_w * new_w + dot(sum, sum));
    w = scale * new_w;
    q = scale * sum;
  }
};

inline Pose<double> plain_pose(const rigid::Pose& pose) {
  return {Vector<double>(pose.position), pose.orientation.w(),
          Vector<double>(Vector3<double>(pose.orientation.vec()))};
}
inline rigid::Pose eigen_pose(const Pose<double>& pose) {
  return {pose.position.eigen(), Quaternion(pose.w, pose.q.x, pose.q.y, pose.q.z)};
}

}  // namespace simbench::rigid::plain
