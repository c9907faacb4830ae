// The ball joints of all bodies in body descent. The world points of all joints are stored, so that a body
// does not read the poses of other bodies:
//
//   uses    │ those of body 0 │ those of body 1 │ …     a joint is used by two bodies
//   points  │ p_i p_j │ p_i p_j │ …                     two per joint, in the world frame
//   offsets │ L + target │ …                            one per joint
#pragma once

#include "rigid/constraints/constraint_list.h"
#include "rigid/solvers/body_system.h"

namespace simbench::rigid {

// `diagonal` adds the column norms of the curvature of each row to the diagonal of H; the curvature is the
// symmetric matrix f (½ (e rᵀ + r eᵀ) − (e·r) 1). `diagonal_of_sum` has r fᵀ − (r·f) 1 with the force f of a
// ball joint in its place, as in the published 3-D code; other constraints have the same as with `diagonal`.
enum class GeometricStiffness { none, diagonal, diagonal_of_sum };

template <class Real>
class BallJoints {
 public:
  using Vector = plain::Vector<Real>;

  void begin(const Constraints<Real>& constraints, const Poses<Real>& poses) {
    offsets_.clear();
    std::vector<std::vector<Use>> uses(poses.size());
    constraints.for_each([&]<class Constraint>(const Constraint& joint, Index row) {
      if constexpr (std::is_same_v<Constraint, Point<Real>>) {
        for (int place = 0; place < 2; ++place)
          uses[joint.bodies[place]].push_back({static_cast<Index>(offsets_.size()), row, place,
                                               joint.compliance > 0, Vector(joint.points[place])});
        offsets_.push_back(Vector(Vector3<Real>(joint.offset + joint.target)));
      }
    });
    uses_.clear();
    first_use_ = {0};
    for (const auto& own : uses) {
      uses_.insert(uses_.end(), own.begin(), own.end());
      first_use_.push_back(uses_.size());
    }
    points_.resize(2 * offsets_.size());
    follow(poses);
  }
  // Moves the world points with a body, or with all bodies.
  void follow(int body, const plain::Pose<Real>& now) {
    const plain::Matrix<Real> R = now.rotation();
    for (std::size_t u = first_use_[body]; u < first_use_[body + 1]; ++u)
      points_[2 * uses_[u].joint + uses_[u].place] = now.position + R * uses_[u].point;
  }
  void follow(const Poses<Real>& poses) {
    for (std::size_t b = 0; b < poses.size(); ++b) follow(static_cast<int>(b), plain::plain_pose(poses[b]));
  }
  // c of a joint minus its target in the problem.
  Vector error(Index joint) const { return (points_[2 * joint] - points_[2 * joint + 1]) - offsets_[joint]; }
  // Adds the joints of a body to its system. Penalties, multipliers and targets have one entry per row.
  void add(int body, const Vector& position, const Real* penalties, const Real* multipliers,
           const Real* targets, GeometricStiffness curvature, BodySystem<Real>& system) const {
    for (std::size_t u = first_use_[body]; u < first_use_[body + 1]; ++u) {
      const Use& use = uses_[u];
      const auto of_rows = [&](const Real* all) {
        return Vector(all[use.row], all[use.row + 1], all[use.row + 2]);
      };
      const Vector s = of_rows(penalties), pull = s * (error(use.joint) - of_rows(targets));
      const Vector force = use.is_soft ? Real(-1) * pull : of_rows(multipliers) - pull;
      const Vector r = points_[2 * use.joint + use.place] - position;
      system.add_force(use.place == 0 ? force : Real(-1) * force, r);
      system.add_stiffness_of_point(s, r);
      if (curvature == GeometricStiffness::diagonal_of_sum) system.add_curvature_of_force(force, r);
      if (curvature != GeometricStiffness::diagonal) continue;
      system.add_curvature(force.x, {1, 0, 0}, r);
      system.add_curvature(force.y, {0, 1, 0}, r);
      system.add_curvature(force.z, {0, 0, 1}, r);
    }
  }

 private:
  struct Use {
    Index joint, row;
    int place;
    bool is_soft;
    Vector point;  // r₀
  };
  std::vector<Use> uses_;
  std::vector<std::size_t> first_use_;  // of each body, and the number of all uses
  std::vector<Vector> points_, offsets_;
};

}  // namespace simbench::rigid
