#include "deformable/scene/start_change.h"

#include <cstdint>
#include <numbers>

#include "math/random.h"

namespace simbench {

void StartChange::describe(config::Fields& fields) {
  config::object(fields, "vertices", vertices,
                 {.doc = "the vertices that move, by their places at rest", .required = true});
  fields.unused(!fields.is_given("degrees"), {"axis"}, "degrees", "there are no degrees");
  fields.unused(!fields.is_given("noise"), {"seed"}, "noise", "there is no noise");
  fields.vector("origin", origin, {.unit = "m", .doc = "the point that stretch and rotation keep"});
  fields.vector("stretch", stretch, {.unit = "1", .doc = "factors along x, y and z, about the origin"});
  fields.vector("axis", axis, {.doc = "direction of the axis through the origin"});
  fields.require(axis.cwiseAbs().maxCoeff() > 0, "axis", "the axis needs a direction; (0, 0, 0) has none");
  fields.number("degrees", degrees,
                {.unit = "deg", .doc = "rotation about the axis, right-handed, after the stretch"});
  fields.number("noise", noise,
                {.unit = "m",
                 .doc = "each coordinate also moves by a random number between -noise and noise",
                 .range = {.minimum = 0}});
  fields.integer(
      "seed", seed,
      {.doc = "seed of the random numbers; changes with the same seed add the same ones", .minimum = 0});
  fields.optional_vector("velocity", velocity,
                         {.unit = "m/s",
                          .doc = "start velocity of these vertices; if left out, it stays as it is",
                          .example = "[0, 0, -1]"});
}

void StartChange::apply(const Positions<double>& rest_positions, const std::vector<int>& numbers,
                        Positions<double>& positions) const {
  const Matrix3<double> map =
      Eigen::AngleAxisd(degrees * std::numbers::pi / 180, axis.stableNormalized()).toRotationMatrix() *
      stretch.asDiagonal();
  for (const int vertex : vertices.of(rest_positions, "vertex")) {
    const auto number = static_cast<std::uint64_t>(numbers[static_cast<std::size_t>(vertex)]);
    Random random(Random(static_cast<std::uint64_t>(seed)).next() ^ number);
    Vector3<double> moved = origin + map * (positions.col(vertex) - origin);
    for (double& coordinate : moved) coordinate += noise * (2 * random.uniform() - 1);
    positions.col(vertex) = moved;
  }
}

void StartChange::set_velocity(const Positions<double>& rest_positions, Positions<double>& velocities) const {
  if (!velocity) return;
  for (const int vertex : vertices.of(rest_positions, "vertex")) velocities.col(vertex) = *velocity;
}

}  // namespace simbench
