// Springs with a damper (bodies/softness.h), on the vector δp between two points or on its length.
#pragma once

#include "rigid/constraints/distance.h"
#include "rigid/constraints/point.h"

namespace simbench::rigid {

// Acts on the vector δp.
struct Spring : Point {
  static constexpr std::string_view name = "spring";
  Spring() { is_spring = true; }
};

// Acts on |δp| − L.
struct LengthSpring : Distance {
  static constexpr std::string_view name = "spring";
  LengthSpring() { is_spring = true; }
};

}  // namespace simbench::rigid
