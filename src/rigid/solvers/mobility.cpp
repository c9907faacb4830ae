#include "rigid/solvers/mobility.h"

#include <algorithm>

namespace simbench::rigid {

namespace {

using plain::Pack, plain::packed_numbers, plain::packed_poses, plain::packed_vectors;

// The bodies from `first` on. The last of all bodies fills the lanes that are left.
SIMBENCH_FLATTEN void move_pack(std::size_t first, std::span<const Inertia> inertias, const Poses& poses,
                                std::span<const Displacement> moves, Poses& moved,
                                std::vector<Mobility>& mobilities) {
  const auto body = [&](int lane) { return std::min(first + lane, poses.size() - 1); };
  const auto move_of = [&](int lane) -> const Displacement& { return moves[body(lane)]; };
  const auto inertia = [&](int lane) -> const Inertia& { return inertias[body(lane)]; };

  const auto turn = packed_vectors([&](int lane) -> const auto& { return move_of(lane).angular; });
  if (!all_of(SmallHalfAngle<Pack>::holds(dot(turn, turn)))) {
    for (int lane = 0; lane < plain::pack_width; ++lane) {
      const std::size_t b = body(lane);
      moved[b] = poses[b];
      move(moved[b], moves[b]);
      mobilities[b] = mobility_at(inertias[b], moved[b]);
    }
    return;
  }
  auto pose = packed_poses([&](int lane) -> const Pose& { return poses[body(lane)]; });
  pose.move_exactly(packed_vectors([&](int lane) -> const auto& { return move_of(lane).linear; }), turn);
  const MobilityOf<Pack> mobility = mobility_at(
      packed_numbers([&](int lane) { return inertia(lane).inverse_mass; }),
      packed_vectors([&](int lane) -> const auto& { return inertia(lane).inverse_principal; }), pose);
  for (int lane = 0; lane < plain::pack_width; ++lane) {
    const std::size_t b = body(lane);
    moved[b] = lane_of(pose, lane);
    mobilities[b] = {inertias[b].inverse_mass, lane_of(mobility.inverse_inertia, lane)};
  }
}

}  // namespace

void move_bodies(std::span<const Inertia> inertias, const Poses& poses, std::span<const Displacement> moves,
                 Poses& moved, std::vector<Mobility>& mobilities) {
  for (std::size_t b = 0; b < poses.size(); b += plain::pack_width)
    move_pack(b, inertias, poses, moves, moved, mobilities);
}

}  // namespace simbench::rigid
