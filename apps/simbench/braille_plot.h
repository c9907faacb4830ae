// A plot for a terminal: dots of Unicode's braille patterns, 2 × 4 in a character.
#pragma once

#include "simbench/error_curves.h"

namespace simbench {

struct PlotSize {
  int columns;  // characters of a line, axis and all
  int rows;     // lines that the curves take; the plot has three more and those of its legend
};

// The lines of a plot of the curves (26 at most), whose errors are drawn over iterations between whole decades. A letter at
// the end of each curve names it in the legend; with colours each has its own, too. Empty if there is no point, or if a line is
// too short for axis and letters.
std::vector<std::string> braille_plot(const std::string& title, const std::vector<ErrorCurve>& curves,
                                      const PlotSize& size, bool colours);

}  // namespace simbench
