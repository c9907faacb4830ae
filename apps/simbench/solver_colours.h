// The colours of solvers in the terminal, near those in figures and reports.
#pragma once

#include <string>

namespace simbench {

// The escape sequence for the colour of a solver. Empty for greys and for solvers of the user's own: these
// have the colour of the terminal's text, which is readable on every background.
std::string colour_of(const std::string& solver);

}  // namespace simbench
