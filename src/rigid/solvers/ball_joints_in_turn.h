// The rows of hard ball joints for a sweep over joints at poses that it does not change.
#pragma once

#include <algorithm>

#include "rigid/bodies/plain_lanes.h"
#include "rigid/solvers/fixed_rows.h"

namespace simbench::rigid {

// Whether the rows of a ball joint only say that J ΔX is zero.
inline bool is_hard_ball_joint(const Point& joint) {
  return !joint.is_spring && !joint.is_motor && !joint.is_inequality();
}

// Hands out the rows in the order in which the joints were listed. A pack of joints is computed side by side
// when its first one is asked for. Rows derives from FixedRows<3, 2, true>; all else in it keeps its default,
// and the error is zero.
template <class Rows>
class BallJointsInTurn {
 public:
  void clear() {
    packs_.clear();
    lane_ = 0;
  }
  void push_back(const Point& joint) {
    if (lane_ == 0) packs_.emplace_back();
    // The lanes that no joint follows get the last one.
    for (int lane = lane_; lane < plain::pack_width; ++lane) {
      for (int b = 0; b < 2; ++b) {
        packs_.back().bodies[b][lane] = joint.bodies[b];
        set_lane(packs_.back().points[b], lane, joint.points[b]);
      }
    }
    lane_ = (lane_ + 1) % plain::pack_width;
  }
  // The next call of next() begins with the first joint.
  void begin() {
    pack_ = packs_.data();
    lane_ = 0;
  }
  const Rows& next(const Poses& poses, std::span<const Mobility> mobilities) {
    if (lane_ == 0) fix(*pack_++, poses, mobilities);
    const Rows& own = rows_[lane_];
    lane_ = (lane_ + 1) % plain::pack_width;
    return own;
  }

 private:
  template <class Type>
  using Both = std::array<Type, 2>;  // of both bodies of a joint
  struct Pack {
    Both<std::array<int, plain::pack_width>> bodies;
    Both<plain::Vector<plain::Pack>> points;
  };
  SIMBENCH_APART SIMBENCH_FLATTEN void fix(const Pack& pack, const Poses& poses,
                                           std::span<const Mobility> mobilities) {
    const auto poses_of = [&](int b) {
      return plain::packed_poses([&](int lane) -> const Pose& { return poses[pack.bodies[b][lane]]; });
    };
    const auto mobilities_of = [&](int b) {
      return packed_mobilities([&](int lane) -> const Mobility& { return mobilities[pack.bodies[b][lane]]; });
    };
    const BallJointRows<plain::Pack> all({poses_of(0), poses_of(1)}, pack.points,
                                         {mobilities_of(0), mobilities_of(1)}, plain::Pack(0));
    for (int lane = 0; lane < plain::pack_width; ++lane) {
      Rows& own = rows_[lane];
      own.inverse = lane_of(all.inverse, lane);
      for (int b = 0; b < 2; ++b) {
        own.bodies[b] = pack.bodies[b][lane];
        own.arms[b] = lane_of(all.arms[b], lane);
      }
    }
  }

  std::vector<Pack> packs_;
  const Pack* pack_ = nullptr;                // the next one
  int lane_ = 0;                              // of the next joint
  std::array<Rows, plain::pack_width> rows_;  // of the present pack
};

}  // namespace simbench::rigid
