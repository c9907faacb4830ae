// AVBD's sweep over bodies if all constraints are ball joints: the sums of body_descent.cpp, specialised for
// Point. It stores the world points of all joints, so that a body need not read other bodies, and solves the
// 6 × 6 system by eliminating the diagonal block of positions.
#pragma once

#include "rigid/bodies/plain.h"
#include "rigid/problem/step_problem.h"

namespace simbench::rigid {

template <class Real>
class PointDescent {
 public:
  // Starts at these poses, with one target per row.
  void begin(const StepProblem<Real>& problem, const Poses<Real>& poses, const VectorX<Real>& targets) {
    bodies_.clear();
    uses_.clear();
    points_.clear();
    offsets_.clear();
    const auto& joints = std::get<std::vector<Point<Real>>>(problem.constraints.runs.front());
    std::vector<std::vector<Use>> uses(poses.size());
    for (int k = 0; k < static_cast<int>(joints.size()); ++k) {
      for (int place = 0; place < 2; ++place) {
        const int body = joints[k].bodies[place];
        uses[body].push_back({k, place, joints[k].compliance > 0, Vector(joints[k].points[place])});
        points_.push_back(Vector(Vector3<Real>(poses[body].position + joints[k].arm(place, poses))));
      }
      offsets_.push_back(
          Vector(Vector3<Real>(joints[k].offset + joints[k].target + targets.template segment<3>(3 * k))));
    }
    for (std::size_t b = 0; b < poses.size(); ++b) {
      bodies_.emplace_back(poses[b], problem.predicted[b], problem.inertias[b]);
      bodies_.back().first_use = uses_.size();
      uses_.insert(uses_.end(), uses[b].begin(), uses[b].end());
      bodies_.back().last_use = uses_.size();
    }
  }

  // c of a joint minus its target.
  Vector3<Real> error(Index joint) const { return difference(joint).eigen(); }

  void operator()(Real relaxation, const VectorX<Real>& penalties, const VectorX<Real>& multipliers) {
    for (Body& body : bodies_) {
      if (body.mass > 0) improve(body, relaxation, penalties.data(), multipliers.data());
    }
  }

  void write(Poses<Real>& poses) const {
    for (std::size_t b = 0; b < bodies_.size(); ++b) poses[b] = plain::eigen_pose(bodies_[b].now);
  }

 private:
  using Vector = plain::Vector<Real>;
  struct Use {
    int joint, place;
    bool is_soft;
    Vector point;  // r₀
  };
  struct Body {
    plain::Pose<Real> now, predicted;
    plain::Symmetric<Real> predicted_inertia;  // Ĩ, in the world frame
    Real mass;
    Vector principal;  // I₀
    bool rotates;
    std::size_t first_use = 0, last_use = 0;

    Body(const Pose<Real>& pose, const Pose<Real>& at_prediction, const Inertia<Real>& inertia)
        : now(plain::plain_pose(pose)),
          predicted(plain::plain_pose(at_prediction)),
          mass(inertia.translates() ? 1 / inertia.inverse_mass : 0),
          principal(inertia.rotates() ? Vector3<Real>(inertia.inverse_principal.cwiseInverse())
                                      : Vector3<Real>(Vector3<Real>::Zero())),
          rotates(inertia.rotates()) {
      predicted_inertia = plain::Symmetric<Real>::of(predicted.rotation(), principal);
    }
    // J_L(w)⁻ᵀ Ĩ w, w = log(q q̃⁻¹).
    Vector turning_gradient() const {
      const Vector& q = now.q;
      const Vector& p = predicted.q;
      const Real cosine = now.w * predicted.w + dot(q, p);
      const Vector sine = (predicted.w * q - now.w * p) - cross(q, p);
      const Real square = dot(sine, sine);  // of sin |w|/2
      Real scale, second;                   // w divided by its half sine; the factor of [w]² in J_L⁻¹
      if (square < Real(0.004)) {
        scale =
            2 * (1 + square * (Real(1) / 6 + square * (Real(3) / 40 +
                                                       square * (Real(5) / 112 + square * Real(35) / 1152))));
        const Real angle2 = scale * scale * square;
        second = Real(1) / 12 + angle2 * (Real(1) / 720 + angle2 * (Real(1) / 30240 + angle2 / 1209600));
        if (cosine < 0) scale = -scale;
      } else {
        const Real size = std::sqrt(square), half = std::atan2(size, std::abs(cosine));
        scale = (cosine < 0 ? -2 : 2) * half / size;
        second = (1 - half * std::abs(cosine) / size) / (4 * half * half);
      }
      const Vector w = scale * sine, momentum = predicted_inertia * w, turned = cross(w, momentum);
      return momentum + (Real(0.5) * turned + second * cross(w, turned));
    }
  };

  Vector difference(Index joint) const {
    return (points_[2 * joint] - points_[2 * joint + 1]) - offsets_[joint];
  }

  void improve(Body& body, Real relaxation, const Real* penalties, const Real* multipliers) {
    plain::Pose<Real>& now = body.now;
    Vector gradient = body.mass * (now.position - body.predicted.position);
    Vector turning = body.rotates ? body.turning_gradient() : Vector(0, 0, 0);
    // H = (D Eᵀ; E C) with a diagonal D.
    Vector D(body.mass, body.mass, body.mass);
    plain::Matrix<Real> E{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    plain::Symmetric<Real> C = plain::Symmetric<Real>::of(now.rotation(), body.principal);
    for (std::size_t u = body.first_use; u < body.last_use; ++u) {
      const Use& use = uses_[u];
      const Vector s(penalties[3 * use.joint], penalties[3 * use.joint + 1], penalties[3 * use.joint + 2]);
      const Real* own = multipliers + 3 * use.joint;
      const Vector pull = s * difference(use.joint);
      const Vector force = use.is_soft ? Real(-1) * pull : Vector(own[0], own[1], own[2]) - pull;
      const Vector signed_force = use.place == 0 ? force : Real(-1) * force;
      const Vector r = points_[2 * use.joint + use.place] - now.position;
      gradient = gradient - signed_force;
      D = D + s;
      if (!body.rotates) continue;
      turning = turning - cross(r, signed_force);
      E.a = E.a - Vector(0, -s.x * r.z, s.x * r.y);
      E.b = E.b - Vector(s.y * r.z, 0, -s.y * r.x);
      E.c = E.c - Vector(-s.z * r.y, s.z * r.x, 0);
      C.xx += s.y * r.z * r.z + s.z * r.y * r.y;
      C.yy += s.x * r.z * r.z + s.z * r.x * r.x;
      C.zz += s.x * r.y * r.y + s.y * r.x * r.x;
      C.xy -= s.z * r.x * r.y;
      C.xz -= s.y * r.x * r.z;
      C.yz -= s.x * r.y * r.z;
    }
    const Vector inverse(1 / D.x, 1 / D.y, 1 / D.z);
    Vector turn(0, 0, 0);
    if (body.rotates) {
      C = C - plain::Symmetric<Real>::of(E, inverse);
      turn = C.solve(turning - E * (inverse * gradient));
    }
    now.move(-relaxation * (inverse * (gradient - E.transposed_times(turn))), -relaxation * turn);
    const plain::Matrix<Real> R = now.rotation();
    for (std::size_t u = body.first_use; u < body.last_use; ++u)
      points_[2 * uses_[u].joint + uses_[u].place] = now.position + R * uses_[u].point;
  }

  std::vector<Body> bodies_;
  std::vector<Use> uses_;  // of all bodies, one body after the other
  // Two points per joint, and one offset (L plus the target), all in the world frame.
  std::vector<Vector> points_, offsets_;
};

}  // namespace simbench::rigid
