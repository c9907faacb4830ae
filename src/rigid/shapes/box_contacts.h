// Points where two boxes touch.
#pragma once

#include "rigid/shapes/manifold.h"

namespace simbench::rigid {

std::vector<TouchingPoint> box_and_box(const ShapeAt& first, const ShapeAt& second, double reach);

}  // namespace simbench::rigid
