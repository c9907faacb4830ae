// Estimates how far anchors let a body move. Anchors are springs, so they yield.
#pragma once

#include <string>
#include <vector>

#include "deformable/scene/scene.h"

namespace simbench {

// The stiffness of one group of anchors.
struct Hold {
  std::string selection;
  Index vertices;
  double stiffness;  // k_s of each vertex [N/m]; infinite if the vertices are held exactly
  // The displacement of the group divided by the elongation of the body, when a force pulls at the body's far
  // side. Group and body act as two springs in series: share = K / Σ k_s with the stiffness K = E A/L of the
  // body. L is the distance from the group to the far side, and A = V/L. The estimate is exact for a
  // prismatic bar.
  double share;
};

// In the order of the groups.
std::vector<Hold> holds(const Anchors& anchors, double material_stiffness, const TetMesh& mesh);

// The mean displacement of the held vertices from their anchors at rest under gravity: m g / Σ k_s [m]. It is
// exact for any material, because the springs carry the whole weight.
double sag(const std::vector<Hold>& holds, double mass, const Vector3<double>& gravity);

// The number of the body's components without a held vertex.
int loose_components(const Anchors& anchors, const TetMesh& mesh);

}  // namespace simbench
