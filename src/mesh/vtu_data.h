// The bytes of a .vtu's data arrays: out of base64, and out of zlib.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "mesh/scanner.h"

namespace simbench {

inline constexpr int vtk_tetra = 10;  // a linear tet among VTK's cell types

// How a file's arrays are stored.
struct VtuEncoding {
  std::size_t header_size = 4;  // [bytes] of a number in the header of an array: 4 or 8
  bool compressed = false;      // by zlib
  bool swap = false;            // numbers are in the other byte order than this machine's
};

// Errors of both are Error(ExitCode::mesh) with what is wrong, without the place. Blanks around the text are allowed.
std::string from_base64(std::string_view text);
// `stored` starts with the header of the array and may be longer than it. At most 2²⁸ bytes.
std::string array_bytes(std::string_view stored, const VtuEncoding& encoding);

}  // namespace simbench
