// Potentials of given elements, or as a scene makes them, and their derivatives. The loops over elements
// (elements.h) take seconds to compile, so they are compiled once for all tests, in potentials.cpp.
#pragma once

#include <array>
#include <string>

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

// A potential that a scene describes by the members of a JSON object. It throws Error if it has no element.
std::shared_ptr<const Potential<double>> scene_potential(std::string_view kind, const std::string& members,
                                                         const std::shared_ptr<const TetMesh>& mesh);

Eigen::MatrixXd hessian_of(const Potential<double>& potential, const Positions<double>& positions,
                           Definiteness definiteness);

// Also checks the value that add_gradient() returns.
Positions<double> gradient_of(const Potential<double>& potential, const Positions<double>& positions);

}  // namespace simbench::test
