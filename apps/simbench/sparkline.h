// A curve in a cell of a table.
#pragma once

#include "simbench/error_curves.h"

namespace simbench {

// The errors of a curve at `columns` iterations that are evenly spaced from its first to its last one (of each the last record
// up to it), as blocks of eight heights: "█▆▄▂▁". Empty for a curve without points.
std::string sparkline(const ErrorCurve& curve, int columns, const Decades& decades);

}  // namespace simbench
