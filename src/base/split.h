// Splits text at a separator: the cells of a CSV line (ours contain no quotes), the keys of a dotted path.
#pragma once

#include <string_view>
#include <vector>

namespace simbench {

// Returns at least one part. Parts may be empty; they are views of `text`.
std::vector<std::string_view> split(std::string_view text, char separator);

// The lines of a text that ends with a line feed.
std::vector<std::string_view> lines_of(std::string_view text);

}  // namespace simbench
