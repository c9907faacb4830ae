// The 6 × 6 system of one body in body descent, H (dx, dθ) = −g, in blocks of positions and rotations:
//
//   H = ( A  Eᵀ )   A = m 1 + Σ s l lᵀ,   E = Σ s a lᵀ,   C = R I₀ Rᵀ + Σ s a aᵀ
//       ( E  C  )
//
// where l = ∂c/∂dx and a = ∂c/∂dθ of a row with penalty s. The numbers are plain (bodies/plain.h), because
// each body waits for the poses of the last one.
#pragma once

#include "rigid/bodies/inertia.h"
#include "rigid/bodies/plain.h"

namespace simbench::rigid {

// `linear`, as in the published 3-D code of AVBD: q ⊞ dθ is q + (0, dθ) q/2, normalised, and q ⊖ p is
// 2 vec(q p⁻¹). Both differ from the exact ones in the third order.
enum class RotationUpdate { exponential, linear };

// vec(q p⁻¹), which is the axis times the sine of half the angle.
inline plain::Vector<double> half_sine(const plain::Pose<double>& now, const plain::Pose<double>& before) {
  return (before.w * now.q - now.w * before.q) - cross(now.q, before.q);
}

// What the inertial term of a body needs in a step: the prediction and the masses.
struct BodyInertia {
  plain::Pose<double> predicted;
  plain::Symmetric<double> predicted_inertia;  // Ĩ, in the world frame
  double mass;
  plain::Vector<double> principal;  // I₀
  bool rotates;

  BodyInertia(const Inertia& inertia, const Pose& at_prediction)
      : predicted(plain::plain_pose(at_prediction)),
        mass(inertia.translates() ? 1 / inertia.inverse_mass : 0),
        principal(inertia.rotates() ? Vector3<double>(inertia.inverse_principal.cwiseInverse())
                                    : Vector3<double>(Vector3<double>::Zero())),
        rotates(inertia.rotates()) {
    predicted_inertia = plain::Symmetric<double>::of(predicted.rotation(), principal);
  }

  plain::Vector<double> turning_gradient(const plain::Pose<double>& now, RotationUpdate rotation) const {
    return rotation == RotationUpdate::linear ? predicted_inertia * (2.0 * half_sine(now, predicted))
                                              : turning_gradient(now);
  }
  // J_L(w)⁻ᵀ Ĩ w with w = log(q q̃⁻¹), as in inertial_gradient().
  plain::Vector<double> turning_gradient(const plain::Pose<double>& now) const {
    const plain::Vector<double>& q = now.q;
    const plain::Vector<double>& p = predicted.q;
    const double cosine = now.w * predicted.w + dot(q, p);
    const plain::Vector<double> sine = half_sine(now, predicted);
    const double square = dot(sine, sine);  // of sin |w|/2
    double scale, second;                   // w divided by its half sine; the factor of [w]² in J_L⁻¹
    if (square < 0.004) {
      scale =
          2 * (1 + square * (1.0 / 6 + square * (3.0 / 40 + square * (5.0 / 112 + square * 35.0 / 1152))));
      const double angle2 = scale * scale * square;
      second = 1.0 / 12 + angle2 * (1.0 / 720 + angle2 * (1.0 / 30240 + angle2 / 1209600));
      if (cosine < 0) scale = -scale;
    } else {
      const double size = std::sqrt(square), half = std::atan2(size, std::abs(cosine));
      scale = (cosine < 0 ? -2 : 2) * half / size;
      second = (1 - half * std::abs(cosine) / size) / (4 * half * half);
    }
    const plain::Vector<double> w = scale * sine, momentum = predicted_inertia * w,
                                turned = cross(w, momentum);
    return momentum + (0.5 * turned + second * cross(w, turned));
  }
};

class BodySystem {
 public:
  using Vector = plain::Vector<double>;

  // Begins with the inertial term ½ ‖X ⊖ X̃‖²_M at this pose.
  BodySystem(const BodyInertia& body, const plain::Pose<double>& now, RotationUpdate rotation)
      : rotates_(body.rotates),
        rotation_(rotation),
        gradient_(body.mass * (now.position - body.predicted.position)),
        A_{body.mass, body.mass, body.mass, 0, 0, 0},
        C_(plain::Symmetric<double>::of(now.rotation(), body.principal)) {
    if (rotates_) turning_ = body.turning_gradient(now, rotation);
  }

  // A force f on the body at r from its centre; g = −Σ (f, r × f).
  void add_force(const Vector& f, const Vector& r) {
    gradient_ = gradient_ - f;
    turning_ = turning_ - cross(r, f);
  }
  // A multiplier f of a row (l, a).
  void add_force(double f, const Vector& l, const Vector& a) {
    gradient_ = gradient_ - f * l;
    turning_ = turning_ - f * a;
  }
  // The rows (1, −[r]) of a point, with a penalty per row. The signs of the rows do not matter.
  void add_stiffness_of_point(const Vector& s, const Vector& r) {
    A_.xx += s.x;
    A_.yy += s.y;
    A_.zz += s.z;
    E_.a = E_.a - Vector(0, -s.x * r.z, s.x * r.y);
    E_.b = E_.b - Vector(s.y * r.z, 0, -s.y * r.x);
    E_.c = E_.c - Vector(-s.z * r.y, s.z * r.x, 0);
    C_.xx += s.y * r.z * r.z + s.z * r.y * r.y;
    C_.yy += s.x * r.z * r.z + s.z * r.x * r.x;
    C_.zz += s.x * r.y * r.y + s.y * r.x * r.x;
    C_.xy -= s.z * r.x * r.y;
    C_.xz -= s.y * r.x * r.z;
    C_.yz -= s.x * r.y * r.z;
  }
  void add_stiffness(double s, const Vector& l, const Vector& a) {
    has_rows_ = true;
    add_square(A_, s, l);
    add_square(C_, s, a);
    E_.a = E_.a + (s * l.x) * a;
    E_.b = E_.b + (s * l.y) * a;
    E_.c = E_.c + (s * l.z) * a;
  }
  // The column norms of the curvature f (½ (e rᵀ + r eᵀ) − (e·r) 1) of e·R r₀ on the diagonal.
  void add_curvature(double f, const Vector& e, const Vector& r) {
    const double product = dot(e, r), half = f / 2;
    C_.xx += norm(half * (r.x * e + e.x * r) - Vector(f * product, 0, 0));
    C_.yy += norm(half * (r.y * e + e.y * r) - Vector(0, f * product, 0));
    C_.zz += norm(half * (r.z * e + e.z * r) - Vector(0, 0, f * product));
  }

  // The column norms of the curvature r fᵀ − (r·f) 1 of a point with the force f, as in the published 3-D
  // code of AVBD.
  void add_curvature_of_force(const Vector& f, const Vector& r) {
    const double product = dot(f, r);
    C_.xx += norm(f.x * r - Vector(product, 0, 0));
    C_.yy += norm(f.y * r - Vector(0, product, 0));
    C_.zz += norm(f.z * r - Vector(0, 0, product));
  }

  // X ⊞= −ξ H⁻¹ g. A body without moments of inertia does not turn.
  void move(plain::Pose<double>& pose, double relaxation) {
    Vector turn(0, 0, 0);
    if (!has_rows_) {  // then A is diagonal
      const Vector inverse(1 / A_.xx, 1 / A_.yy, 1 / A_.zz);
      if (rotates_)
        turn = (C_ - plain::Symmetric<double>::of(E_, inverse)).solve(turning_ - E_ * (inverse * gradient_));
      displace(pose, -relaxation * (inverse * (gradient_ - E_.transposed_times(turn))), -relaxation * turn);
      return;
    }
    const plain::Factor<double> factor(A_);
    if (rotates_) {
      // The columns of A⁻¹ Eᵀ.
      const Vector x = factor.solve({E_.a.x, E_.b.x, E_.c.x}), y = factor.solve({E_.a.y, E_.b.y, E_.c.y}),
                   z = factor.solve({E_.a.z, E_.b.z, E_.c.z});
      const Vector xe = E_ * x, ye = E_ * y, ze = E_ * z;
      const plain::Symmetric<double> complement =
          C_ - plain::Symmetric<double>{xe.x, ye.y, ze.z, xe.y, xe.z, ye.z};
      const Vector right = turning_ - Vector(dot(x, gradient_), dot(y, gradient_), dot(z, gradient_));
      turn = plain::Factor<double>(complement).solve(right);
    }
    displace(pose, -relaxation * factor.solve(gradient_ - E_.transposed_times(turn)), -relaxation * turn);
  }

 private:
  static double norm(const Vector& v) { return std::sqrt(dot(v, v)); }
  void displace(plain::Pose<double>& pose, const Vector& dx, const Vector& turn) const {
    rotation_ == RotationUpdate::linear ? pose.move_linearly(dx, turn) : pose.move(dx, turn);
  }
  static void add_square(plain::Symmetric<double>& m, double s, const Vector& v) {
    const Vector w = s * v;
    m.xx += w.x * v.x;
    m.yy += w.y * v.y;
    m.zz += w.z * v.z;
    m.xy += w.x * v.y;
    m.xz += w.x * v.z;
    m.yz += w.y * v.z;
  }

  bool rotates_, has_rows_ = false;
  RotationUpdate rotation_;
  Vector gradient_, turning_{0, 0, 0};  // g
  plain::Symmetric<double> A_;
  plain::Matrix<double> E_{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  plain::Symmetric<double> C_;
};

}  // namespace simbench::rigid
