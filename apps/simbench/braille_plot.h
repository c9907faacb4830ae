// A plot for a terminal. It is drawn with Unicode's braille patterns, which have 2 × 4 dots per character.
#pragma once

#include "simbench/error_curves.h"

namespace simbench {

struct PlotSize {
  int columns;  // characters per line, including the axis
  int rows;     // lines for the curves; the plot has three more lines and its legend
};

// Returns the lines of a plot of at most 26 curves: errors over iterations, between whole decades. A letter
// at the end of each curve refers to the legend. With colours, each curve has its own `colour`. Empty if
// there is no point, or if a line is too short for the axis and the letters.
std::vector<std::string> braille_plot(const std::string& title, const std::vector<ErrorCurve>& curves,
                                      const PlotSize& size, bool colours);

}  // namespace simbench
