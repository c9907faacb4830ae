// The ball joints of all bodies in body descent, with plain numbers:
//
//   uses  │ those of body 0 │ those of body 1 │ …     a joint is used by two bodies
#pragma once

#include "rigid/solvers/joined_points.h"

namespace simbench::rigid {

// `diagonal` adds the column norms of the curvature of each row to the diagonal of H; the curvature is the
// symmetric matrix f (½ (e rᵀ + r eᵀ) − (e·r) 1). `diagonal_of_sum` has r fᵀ − (r·f) 1 with the force f of a
// ball joint in its place, as in the published 3-D code; other constraints have the same as with `diagonal`.
enum class GeometricStiffness { none, diagonal, diagonal_of_sum };

class BallJoints {
 public:
  using Vector = plain::Vector<double>;

  void begin(const Constraints& constraints, std::size_t body_count) {
    std::vector<std::vector<Use>> uses(body_count);
    Index joint = 0;
    constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
      if constexpr (std::is_same_v<Constraint, Point>) {
        for (int place = 0; place < 2; ++place)
          uses[constraint.bodies[place]].push_back(
              {joint, row, place, constraint.compliance > 0, offset(constraint)});
      }
      if constexpr (JoinedPoints::lists<Constraint>) ++joint;
    });
    uses_.clear();
    first_use_ = {0};
    for (const auto& own : uses) {
      uses_.insert(uses_.end(), own.begin(), own.end());
      first_use_.push_back(uses_.size());
    }
  }
  // δp of a joint without error.
  static Vector offset(const Point& joint) { return Vector(Vector3<double>(joint.offset + joint.target)); }
  // Adds the joints of a body to its system. Penalties, multipliers and targets have one entry per row.
  void add(int body, const Vector& position, const JoinedPoints& points, const double* penalties,
           const double* multipliers, const double* targets, GeometricStiffness curvature,
           BodySystem& system) const {
    for (std::size_t u = first_use_[body]; u < first_use_[body + 1]; ++u) {
      const Use& use = uses_[u];
      const auto of_rows = [&](const double* all) {
        return Vector(all[use.row], all[use.row + 1], all[use.row + 2]);
      };
      const Vector error = points.difference(use.joint) - use.offset;
      const Vector s = of_rows(penalties), pull = s * (error - of_rows(targets));
      const Vector force = use.is_soft ? -1.0 * pull : of_rows(multipliers) - pull;
      const Vector r = points.arm(use.joint, use.place, position);
      system.add_force(use.place == 0 ? force : -1.0 * force, r);
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
    Index joint, row;  // `joint` is the number in JoinedPoints
    int place;
    bool is_soft;
    Vector offset;
  };
  std::vector<Use> uses_;
  std::vector<std::size_t> first_use_;  // of each body, and the number of all uses
};

}  // namespace simbench::rigid
