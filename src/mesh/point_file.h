// Reads a vector for each vertex from a file that NumPy, a spreadsheet or VTK's tools write: positions or
// velocities of a state.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "math/types.h"

namespace simbench {

// What a file is read for. A .vtu has points, and data of points by name.
enum class PointQuantity { positions, velocities };

struct PointFile {
  Positions<double> vectors;  // 3 × points
  std::string sha256;         // of the contents
};

// .npy: an array (points, 3) of float32 or float64. .csv: three numbers in each line, perhaps after a line of
// names. .vtu: the points, or the point data "velocities" or "velocity" (vtu_reader.h). Throws Error (mesh)
// that names the file and the place if it is none of these, or if a number is not finite.
PointFile read_point_file(const std::filesystem::path& file, PointQuantity quantity);
// The same for the contents of a file; its name tells the format.
Positions<double> parse_points(std::string_view contents, const std::filesystem::path& file,
                               PointQuantity quantity);

}  // namespace simbench
