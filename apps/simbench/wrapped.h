// Fits text into the width of a terminal.
#pragma once

#include <string>

namespace simbench {

// The columns of the terminal on standard output; 100 for a file or a pipe.
int output_columns();

// Breaks lines that are wider than `columns` between words. What follows begins below the line's last column:
// behind its last gap of two or more spaces, or as far right as the line does. A last column without room for
// some words goes below the others. Lines that begin with "  simbench " are commands: without a gap they are
// broken only before options, by a backslash.
std::string wrapped(const std::string& text, int columns);

}  // namespace simbench
