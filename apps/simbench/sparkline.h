// A small curve in a cell of a table.
#pragma once

#include "simbench/error_curves.h"

namespace simbench {

// Draws a curve with blocks of eight heights: "█▆▄▂▁". The `columns` iterations are evenly spaced from the
// first to the last one; each shows the error of the last record up to it. Empty for a curve without points.
std::string sparkline(const ErrorCurve& curve, int columns, const Decades& decades);

}  // namespace simbench
