// Packs of bodies or joints: their vectors and poses as plain numbers, one of them in each lane.
#pragma once

#include "rigid/bodies/plain.h"

namespace simbench::rigid::plain {

using Pack = NarrowLanes<double>;
inline constexpr int pack_width = lane_count<Pack>;

// Lane k gets of(k): a number, an Eigen vector or a pose.
template <class Of>
Pack packed_numbers(const Of& of) {
  return Pack([&](auto lane) { return of(static_cast<int>(lane)); });
}
template <class Of>
Vector<Pack> packed_vectors(const Of& of) {
  const auto entry = [&](int i) { return packed_numbers([&](int lane) { return of(lane)[i]; }); };
  return {entry(0), entry(1), entry(2)};
}
template <class Of>
Pose<Pack> packed_poses(const Of& of) {
  const auto entry = [&](int i) {
    return packed_numbers([&](int lane) { return of(lane).orientation.coeffs()[i]; });
  };
  return {packed_vectors([&](int lane) -> const auto& { return of(lane).position; }),
          entry(3),
          {entry(0), entry(1), entry(2)}};
}

inline void set_lane(Vector<Pack>& v, int lane, const Vector3<double>& value) {
  v.x[lane] = value.x();
  v.y[lane] = value.y();
  v.z[lane] = value.z();
}
inline Vector<double> lane_of(const Vector<Pack>& v, int lane) {
  return {v.x[lane], v.y[lane], v.z[lane]};
}
inline Symmetric<double> lane_of(const Symmetric<Pack>& m, int lane) {
  return {m.xx[lane], m.yy[lane], m.zz[lane], m.xy[lane], m.xz[lane], m.yz[lane]};
}
inline rigid::Pose lane_of(const Pose<Pack>& pose, int lane) {
  return eigen_pose({lane_of(pose.position, lane), pose.w[lane], lane_of(pose.q, lane)});
}

}  // namespace simbench::rigid::plain
