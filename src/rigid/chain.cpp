#include "rigid/chain.h"

#include <fmt/format.h>

namespace simbench::rigid {

namespace {

// With the world at the end.
ChainSystem at_rest(std::vector<Body> bodies, Poses<double> poses) {
  bodies.push_back({"world", {}});
  poses.emplace_back();
  const std::size_t count = bodies.size();
  return {{.bodies = std::move(bodies), .constraints = {}},
          {std::move(poses), std::vector<Displacement<double>>(count)}};
}

bool is_end(int body, int bodies) {
  return body == 0 || body == bodies - 1;
}

}  // namespace

ChainSystem straight_chain(const StraightChain& chain) {
  std::vector<Body> bodies;
  Poses<double> poses(static_cast<std::size_t>(chain.bodies));
  for (int i = 0; i < chain.bodies; ++i) {
    const double mass = chain.mass * (is_end(i, chain.bodies) ? chain.end_mass_ratio : 1);
    bodies.push_back({fmt::format("body{}", i), {.inverse_mass = 1 / mass}});
    poses[i].position.x() = i;
  }
  ChainSystem result = at_rest(std::move(bodies), std::move(poses));
  const auto join = [&](int i, int j) {
    Axial<double> joint;
    joint.bodies = {i, j};
    const auto& where = result.state.poses;
    joint.offset = chain.violation - (where[i].position.x() - where[j].position.x());
    result.system.constraints.push_back(joint);
  };
  if (chain.anchored) join(result.system.world(), 0);
  for (int i = 0; i + 1 < chain.bodies; ++i) join(i, i + 1);
  return result;
}

ChainSystem jointed_boxes(const Vector3<double>& edges, double mass, double end_mass_ratio,
                          const Poses<double>& poses) {
  std::vector<Body> bodies;
  const int count = static_cast<int>(poses.size());
  for (int i = 0; i < count; ++i) {
    const double own = mass * (is_end(i, count) ? end_mass_ratio : 1);
    bodies.push_back({fmt::format("body{}", i), {1 / own, box_inertia(own, edges).cwiseInverse()}});
  }
  ChainSystem result = at_rest(std::move(bodies), poses);
  const Vector3<double> end = edges.x() / 2 * Vector3<double>::UnitX();
  for (int i = 0; i + 1 < count; ++i) {
    Point<double> joint;
    joint.bodies = {i, i + 1};
    joint.points = {end, -end};
    result.system.constraints.push_back(joint);
  }
  return result;
}

}  // namespace simbench::rigid
