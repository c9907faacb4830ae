// Small pieces of cloth.
#pragma once

#include <memory>
#include <string_view>

#include "mesh/sheet.h"
#include "tests/support/potentials.h"

namespace simbench::test {

SheetShape sheet_shape(double length, double width, int length_cells, int width_cells);

std::shared_ptr<const TetMesh> sheet(double length, double width, int length_cells, int width_cells);

// A potential of a surface, made as a scene makes it.
std::shared_ptr<const Potential<double>> surface_potential(std::string_view kind, double stiffness,
                                                           const std::shared_ptr<const TetMesh>& mesh);

// A flat sheet along x, rolled up to a cylinder of this radius about an axis along y. Distances on the
// surface stay the same.
Positions<double> rolled(const Positions<double>& flat, double radius);

// A flat sheet, and one that is curved at rest.
std::shared_ptr<const TetMesh> test_sheet(bool is_curved);

Positions<double> crumpled(const TetMesh& mesh);

}  // namespace simbench::test
