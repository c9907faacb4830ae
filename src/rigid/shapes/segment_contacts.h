// Points where segments with a radius touch each other or a box.
#pragma once

#include "rigid/shapes/manifold.h"

namespace simbench::rigid {

std::vector<TouchingPoint> segment_and_segment(const ShapeAt& first, const ShapeAt& second, double reach);
std::vector<TouchingPoint> segment_and_box(const ShapeAt& segment, const ShapeAt& box, double reach);

}  // namespace simbench::rigid
