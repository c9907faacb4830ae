// The world points of all constraints that join two points, in body descent. They are stored, so that a body
// does not read the poses of other bodies:
//
//   ends    │ those of body 0 │ those of body 1 │ …     a constraint has two ends
//   points  │ p_i p_j │ p_i p_j │ …                     two per constraint, in the world frame
#pragma once

#include "rigid/constraints/constraint_list.h"
#include "rigid/solvers/body_system.h"

namespace simbench::rigid {

class JoinedPoints {
 public:
  using Vector = plain::Vector<double>;

  // Whether constraints of a type are listed here: ball joints, and rows along δp (Along).
  template <class Constraint>
  static constexpr bool has_row_along = requires(const Constraint& constraint, const Vector3<double>& delta) {
    constraint.along(delta);
  };
  template <class Constraint>
  static constexpr bool lists = std::is_same_v<Constraint, Point> || has_row_along<Constraint>;

  void begin(const Constraints& constraints, const Poses& poses) {
    std::vector<std::vector<End>> ends(poses.size());
    std::size_t slot = 0;
    constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index) {
      if constexpr (lists<Constraint>) {
        for (int place = 0; place < 2; ++place)
          ends[constraint.bodies[place]].push_back(end_of(constraint, place, slot++));
      }
    });
    ends_.clear();
    first_end_ = {0};
    for (const auto& own : ends) {
      ends_.insert(ends_.end(), own.begin(), own.end());
      first_end_.push_back(ends_.size());
    }
    points_.resize(slot);
    follow(poses);
  }
  // Moves the world points with a body, or with all bodies.
  void follow(int body, const plain::Pose<double>& now) {
    const plain::Matrix<double> R = now.rotation();
    for (std::size_t e = first_end_[body]; e < first_end_[body + 1]; ++e)
      points_[ends_[e].slot] = now.position + (R * ends_[e].turning + ends_[e].fixed);
  }
  void follow(const Poses& poses) {
    for (std::size_t b = 0; b < poses.size(); ++b) follow(static_cast<int>(b), plain::plain_pose(poses[b]));
  }
  // δp = p_i − p_j of the listed constraint of this number.
  Vector difference(Index joint) const { return points_[2 * joint] - points_[2 * joint + 1]; }
  // r of one of its bodies, which is at `position`.
  Vector arm(Index joint, int place, const Vector& position) const {
    return points_[2 * joint + place] - position;
  }

 private:
  // A body's point: x + R `turning` + `fixed`.
  struct End {
    std::size_t slot;
    Vector turning, fixed;
  };
  template <class Constraint>
  static End end_of(const Constraint& constraint, int place, std::size_t slot) {
    const Vector point(constraint.points[place]), zero(0, 0, 0);
    if constexpr (std::is_same_v<Constraint, Contact>) {
      const double radius = place == 0 ? -constraint.radii[0] : constraint.radii[1];
      const Vector surface = radius * Vector(constraint.normal);
      return constraint.turns[place] ? End{slot, point, surface} : End{slot, zero, point + surface};
    }
    return {slot, point, zero};
  }

  std::vector<End> ends_;
  std::vector<std::size_t> first_end_;  // of each body, and the number of all ends
  std::vector<Vector> points_;
};

}  // namespace simbench::rigid
