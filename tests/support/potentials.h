// Potentials of given elements. A scene selects elements of a mesh instead. Their loops (elements.h) take
// seconds to compile, so they are compiled once for all tests, in potentials.cpp.
#pragma once

#include <array>

#include "deformable/energy/potential.h"
#include "mesh/tet_mesh.h"

namespace simbench::test {

// Springs between pairs of vertices; lengths: at rest [m], stiffness: k [N/m].
std::shared_ptr<const Potential<double>> springs(std::vector<std::array<int, 2>> pairs,
                                                 VectorX<double> lengths, double stiffness);
// Springs on the volumes of all tets; stiffness: k [Pa].
std::shared_ptr<const Potential<double>> volumes(const std::shared_ptr<const TetMesh>& mesh,
                                                 double stiffness);
// Contacts of vertices with a horizontal plane below them; height [m], stiffness: k [N/m].
std::shared_ptr<const Potential<double>> floor_below(std::vector<int> vertices, double height,
                                                     double stiffness);

}  // namespace simbench::test
