// Text cut at every separator: the cells of a CSV line (ours hold no quotes), the keys of a dotted path.
#pragma once

#include <string_view>
#include <vector>

namespace simbench {

// At least one part; parts may be empty and live as long as the text.
std::vector<std::string_view> split(std::string_view text, char separator);

// The lines of a file that ends with a line feed.
std::vector<std::string_view> lines_of(std::string_view text);

}  // namespace simbench
