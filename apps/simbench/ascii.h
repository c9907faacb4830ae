// Text for terminals that show only ASCII.
#pragma once

#include <string>

namespace simbench {

// Replaces the symbols of plots, sparklines and ± by ASCII characters: '*' for braille patterns, eight
// characters for blocks of eight heights, and | + - for axes.
std::string in_ascii(const std::string& text);

}  // namespace simbench
