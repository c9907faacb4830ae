#include "tests/support/pendulum.h"

#include <cmath>

#include "tests/support/potentials.h"

namespace simbench::test {

System particles(const Positions<double>& positions, std::vector<int> held,
                 std::vector<std::array<int, 2>> pairs, double at_rest, double stiffness) {
  auto mesh = std::make_shared<TetMesh>();
  mesh->rest_positions = positions;
  const auto count = static_cast<Index>(pairs.size());
  return {.mesh = mesh,
          .masses = VectorX<double>::Constant(positions.cols(), 2),
          .accelerations = Vector3<double>(0, 0, -standard_gravity).replicate(1, positions.cols()),
          .potentials = {springs(std::move(pairs), VectorX<double>::Constant(count, at_rest), stiffness)},
          .held_vertices = held,
          .held_positions = positions(Eigen::all, held)};
}

System pendulum(double stiffness) {
  Positions<double> positions = Positions<double>::Zero(3, 2);
  positions.col(1) << rod_length * std::sin(1.0), 0, -rod_length * std::cos(1.0);
  return particles(positions, {0}, {{0, 1}}, rod_length, stiffness);
}

}  // namespace simbench::test
