// 3-vectors, rotations and poses as plain numbers, for sweeps over joints of points. There one body's pose waits for the last one's, and packets of
// Eigen's 3-vectors, with their shuffles in between, take twice the time.
#pragma once

#include "rigid/inertia.h"

namespace simbench::rigid::plain {

template <class Real>
struct Vector {
  Real x, y, z;

  Vector() = default;
  Vector(Real x_, Real y_, Real z_) : x(x_), y(y_), z(z_) {}
  explicit Vector(const Vector3<Real>& v) : x(v.x()), y(v.y()), z(v.z()) {}
  Vector3<Real> eigen() const { return {x, y, z}; }

  friend Vector operator+(const Vector& a, const Vector& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Vector operator-(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Vector operator*(Real s, const Vector& a) { return {s * a.x, s * a.y, s * a.z}; }
  // Component by component.
  friend Vector operator*(const Vector& a, const Vector& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
};

template <class Real>
Vector<Real> cross(const Vector<Real>& a, const Vector<Real>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class Real>
Real dot(const Vector<Real>& a, const Vector<Real>& b) {
  return a.x * b.x + (a.y * b.y + a.z * b.z);
}

// A 3 × 3 matrix by its columns.
template <class Real>
struct Matrix {
  Vector<Real> a, b, c;

  friend Vector<Real> operator*(const Matrix& m, const Vector<Real>& v) {
    return v.x * m.a + (v.y * m.b + v.z * m.c);
  }
  Vector<Real> transposed_times(const Vector<Real>& v) const { return {dot(a, v), dot(b, v), dot(c, v)}; }
};

template <class Real>
struct Symmetric {
  Real xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;

  // Σ d_k m_k m_kᵀ over the columns of m.
  void add(const Matrix<Real>& m, const Vector<Real>& d) {
    const Vector<Real> a = d.x * m.a, b = d.y * m.b, c = d.z * m.c;
    xx += a.x * m.a.x + (b.x * m.b.x + c.x * m.c.x);
    yy += a.y * m.a.y + (b.y * m.b.y + c.y * m.c.y);
    zz += a.z * m.a.z + (b.z * m.b.z + c.z * m.c.z);
    xy += a.x * m.a.y + (b.x * m.b.y + c.x * m.c.y);
    xz += a.x * m.a.z + (b.x * m.b.z + c.x * m.c.z);
    yz += a.y * m.a.z + (b.y * m.b.z + c.y * m.c.z);
  }
  friend Vector<Real> operator*(const Symmetric& m, const Vector<Real>& v) {
    return {m.xx * v.x + (m.xy * v.y + m.xz * v.z), m.xy * v.x + (m.yy * v.y + m.yz * v.z),
            m.xz * v.x + (m.yz * v.y + m.zz * v.z)};
  }
  // The inverse times b, by cofactors.
  Vector<Real> solve(const Vector<Real>& b) const {
    const Symmetric cofactors = {yy * zz - yz * yz, xx * zz - xz * xz, xx * yy - xy * xy,
                                 xz * yz - xy * zz, xy * yz - xz * yy, xy * xz - xx * yz};
    const Real inverse = 1 / (xx * cofactors.xx + (xy * cofactors.xy + xz * cofactors.xz));
    return inverse * (cofactors * b);
  }
};

// What a sweep reads and writes of a body, side by side.
template <class Real>
struct Body {
  Vector<Real> position;
  Real w;
  Vector<Real> q;  // the quaternion (w, q)
  Real inverse_mass;
  Vector<Real> inverse_principal;

  Body(const Pose<Real>& pose, const Inertia<Real>& inertia)
      : position(pose.position),
        w(pose.orientation.w()),
        q(Vector3<Real>(pose.orientation.vec())),
        inverse_mass(inertia.inverse_mass),
        inverse_principal(inertia.inverse_principal) {}
  Pose<Real> pose() const { return {position.eigen(), Quaternion<Real>(w, q.x, q.y, q.z).normalized()}; }

  Matrix<Real> rotation() const {
    const Vector<Real> twice = Real(2) * q, tw = w * twice;
    const Real xx = q.x * twice.x, xy = q.x * twice.y, xz = q.x * twice.z, yy = q.y * twice.y,
               yz = q.y * twice.z, zz = q.z * twice.z;
    return {{1 - (yy + zz), xy + tw.z, xz - tw.y},
            {xy - tw.z, 1 - (xx + zz), yz + tw.x},
            {xz + tw.y, yz - tw.x, 1 - (xx + yy)}};
  }
  // X ⊞ (dx, dθ). The quaternion is brought back to unit length by what it is off before the product, which need not wait for dθ: the error of one
  // product's rounding stays.
  void move(const Vector<Real>& dx, const Vector<Real>& turn) {
    position = position + dx;
    const Real correction = (3 - (w * w + dot(q, q))) / 2;
    const Real square = dot(turn, turn);
    Real cosine, scale;
    if (square < Real(0.01)) {
      const Real x = square / 4, x2 = x * x;
      cosine = (1 - x / 2) + x2 * (Real(1) / 24 - x / 720);
      scale = (Real(0.5) - x / 12) + x2 * (Real(1) / 240 - x / 10080);
    } else {
      const Real angle = std::sqrt(square);
      cosine = std::cos(angle / 2);
      scale = std::sin(angle / 2) / angle;
    }
    const Vector<Real> u = scale * turn, old = correction * q;
    const Real old_w = correction * w;
    w = cosine * old_w - dot(u, old);
    q = cosine * old + (old_w * u + cross(u, old));
  }
};

}  // namespace simbench::rigid::plain
