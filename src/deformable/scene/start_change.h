// A change of the start state: some vertices begin the steps elsewhere.
#pragma once

#include <optional>
#include <vector>

#include "config/fields.h"
#include "mesh/point_selection.h"

namespace simbench {

// Each selected vertex at x [m] moves to o + R diag(stretch) (x − o) + ε with the origin o, the rotation R by
// `degrees` about `axis`, and the noise ε. Each coordinate of ε is uniform in [−noise, noise]. It depends on
// the seed and on the vertex's number in the scene as it is written, so that neither the unit of length nor
// an instance changes it.
struct StartChange {
  PointSelection vertices;                            // at rest
  Vector3<double> origin = Vector3<double>::Zero();   // [m]
  Vector3<double> stretch = Vector3<double>::Ones();  // along x, y and z
  Vector3<double> axis = Vector3<double>::UnitX();
  double degrees = 0;  // right-handed about the axis
  double noise = 0;    // [m]
  int seed = 1;
  std::optional<Vector3<double>> velocity = {};  // [m/s]; empty: as it was

  void describe(config::Fields& fields);
  // Moves the selected ones of the body's vertices, whose numbers in the scene as it is written are
  // `numbers`. Throws Error (usage) if nothing is selected.
  void apply(const Positions<double>& rest_positions, const std::vector<int>& numbers,
             Positions<double>& positions) const;
  // Gives the same vertices their velocity, if there is one.
  void set_velocity(const Positions<double>& rest_positions, Positions<double>& velocities) const;
};

}  // namespace simbench
