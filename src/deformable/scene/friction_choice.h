// The members of a scene's "contact" that say which friction pairs have: a coefficient, others between some
// parts of the surface, and how often a step is posed with the forces and directions of its last minimum.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "config/fields.h"
#include "deformable/contact/friction_coefficients.h"
#include "mesh/point_selection.h"

namespace simbench {

// A part of the surface with a name.
struct SurfacePart {
  std::string name;
  PointSelection vertices;
  void describe(config::Fields& fields);
};

// The coefficient between two parts, or within a part if both are the same.
struct FrictionOfParts {
  std::vector<std::string> parts;
  double friction = 0;
  void describe(config::Fields& fields);
  bool is_of(const std::string& a, const std::string& b) const {
    return (parts[0] == a && parts[1] == b) || (parts[0] == b && parts[1] == a);
  }
};

struct FrictionChoice {
  double friction = 0;  // μ of all other pairs
  std::vector<SurfacePart> parts;
  std::vector<FrictionOfParts> friction_of_parts;
  double slip_speed = 1e-3;  // ε_v [m/s]
  int friction_lags = 1;     // problems of a step

  void describe(config::Fields& fields);
  bool has_friction() const;
  // How many problems a step poses one after the other.
  int lags() const { return has_friction() ? friction_lags : 1; }
  // Of the vertices at these positions at rest [m]. A vertex of several parts is in the last one. Throws
  // Error (usage) for a part that selects nothing.
  FrictionCoefficients coefficients(const Positions<double>& rest_positions) const;

 private:
  int number_of(const std::string& part) const;  // −1 if there is none
  // Refuses names that no part has, and pairs that another item has.
  void check(const FrictionOfParts& pair, std::size_t place, config::Fields& fields) const;
};

}  // namespace simbench
