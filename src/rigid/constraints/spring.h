// Springs with a damper (bodies/softness.h), on the vector δp between two points or on its length.
#pragma once

#include "rigid/constraints/distance.h"
#include "rigid/constraints/point.h"

namespace simbench::rigid {

// Acts on the vector δp.
template <class Real>
struct Spring : Point<Real> {
  static constexpr std::string_view name = "spring";
  Spring() { this->is_spring = true; }
};

// Acts on |δp| − L.
template <class Real>
struct LengthSpring : Distance<Real> {
  static constexpr std::string_view name = "spring";
  LengthSpring() { this->is_spring = true; }
};

}  // namespace simbench::rigid
