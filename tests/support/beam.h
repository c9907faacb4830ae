// A small beam and its twisted shape.
#pragma once

#include <memory>
#include <vector>

#include "mesh/structured_beam.h"
#include "tests/support/random.h"

namespace simbench::test {

// A beam of cubic cells with edges of 0.1 m.
std::shared_ptr<const TetMesh> beam_mesh(const Eigen::Vector3i& cells, CellSplit split);

// The rest positions with every cross section rotated about the beam's axis, by angles from −twist to +twist.
Positions<double> twisted(const TetMesh& mesh, double twist_degrees);

std::vector<int> end_vertices(const TetMesh& mesh);

// Random offsets of the size of `amplitude` at every vertex.
Positions<double> jittered(const Positions<double>& positions, double amplitude, unsigned seed);

// 0, 1, …, count − 1.
std::vector<int> mesh_order(Index count);

}  // namespace simbench::test
