// How firmly a scene's anchors hold its body: they are springs, and a face that is clamped by them moves.
#pragma once

#include <string>
#include <vector>

#include "scene/scene.h"

namespace simbench {

// One group of anchors.
struct Hold {
  std::string selection;
  Index vertices;
  double stiffness;  // k_s of each vertex [N/m]; infinite: held exactly
  // The way that the group gives, as a share of what the body is stretched by when something pulls at its far side: two springs in
  // a row, K / Σ k_s, with the body's K = E A/L, its length L across the group's face and the area A = V/L. An estimate; exact
  // for a prismatic bar.
  double share;
};

// In the order of the groups.
std::vector<Hold> holds(const Anchors& anchors, double material_stiffness, const TetMesh& mesh);

// How far all held vertices together hang away from where they are held, on average, when everything has come to rest under
// gravity: m g / Σ k_s [m]. Exact for any material: the springs carry the body.
double sag(const std::vector<Hold>& holds, double mass, const Vector3<double>& gravity);

// How many of the body's components have no vertex that the anchors hold.
int loose_components(const Anchors& anchors, const TetMesh& mesh);

}  // namespace simbench
