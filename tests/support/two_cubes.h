// Two cubes above each other, whose surfaces are tested for contact.
#pragma once

#include <Eigen/Geometry>

#include "deformable/contact/contact_term.h"
#include "mesh/structured_beam.h"
#include "tests/support/random.h"

namespace simbench::test {

inline Positions<double> random_positions(Index count, unsigned seed) {
  Random random(seed);
  return Positions<double>::NullaryExpr(3, count, [&] { return random.uniform(-1, 1); });
}

// Two unit cubes, the upper one turned, lifted by `gap`, and moved sideways.
inline TetMesh two_cubes(double gap, double angle) {
  TetMesh low = structured_beam({.cells = {2, 2, 2}}), high = structured_beam({.cells = {2, 3, 2}});
  const Matrix3<double> turn =
      Eigen::AngleAxisd(angle, Vector3<double>(0.3, 0.2, 1).normalized()).toRotationMatrix();
  high.rest_positions = (turn * high.rest_positions).eval();
  high.rest_positions.row(2).array() += 1 + gap - high.rest_positions.row(2).minCoeff();
  TetMesh both;
  const Index n = low.vertex_count();
  both.rest_positions.resize(3, n + high.vertex_count());
  both.rest_positions << low.rest_positions, high.rest_positions;
  both.tets.resize(4, low.tet_count() + high.tet_count());
  both.tets.leftCols(low.tet_count()) = low.tets;
  both.tets.rightCols(high.tet_count()) = high.tets.array() + static_cast<int>(n);
  return both;
}

inline std::shared_ptr<const ContactTerm> shared_term_of(const TetMesh& mesh, std::string_view law,
                                                         double distance) {
  const auto surface = std::make_shared<const ContactSurface>(contact_surface(mesh));
  return std::make_shared<const ContactTerm>(surface, std::vector<char>(), law, distance, 7);
}

inline ContactTerm term_of(const TetMesh& mesh, std::string_view law, double distance) {
  return {std::make_shared<const ContactSurface>(contact_surface(mesh)), {}, law, distance, 7};
}

}  // namespace simbench::test
