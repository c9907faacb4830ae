// Reads the points of VTK's unstructured grids (.vtu) and their data, as VTK, ParaView, meshio and simbench
// write them: as text, in base64 or appended, and compressed by zlib or not.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "math/types.h"

namespace simbench {

// The points of the one piece of the file (3 × points), or the first of these arrays of its point data, with
// three components. `name` stands for the file in messages. Throws Error (mesh) if there is no such array or
// if it cannot be read; the message lists the arrays that are there.
Positions<double> vtu_points(std::string_view contents, const std::string& name);
Positions<double> vtu_point_data(std::string_view contents, const std::string& name,
                                 const std::vector<std::string_view>& arrays);

}  // namespace simbench
