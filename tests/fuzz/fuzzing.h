// What the fuzz targets share. A target is a libFuzzer program for one reader: whatever ends it but a return is a bug, and of
// the exceptions only Error, by which a reader refuses its input, is none.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace simbench::fuzz {

// The files that an input stands for: "%%" on a line of its own separates them. Those that it does not have are empty.
inline std::vector<std::string> files_of(const std::uint8_t* data, std::size_t size, std::size_t count) {
  constexpr std::string_view separator = "\n%%\n";
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  std::vector<std::string> files(count);
  for (std::string& file : files) {
    const std::size_t end = std::min(rest.find(separator), rest.size());
    file = rest.substr(0, end);
    rest.remove_prefix(std::min(end + separator.size(), rest.size()));
  }
  return files;
}

// Whether `read` accepts its input.
template <class Read>
bool accepts(const Read& read) {
  try {
    read();
    return true;
  } catch (const Error&) {
    return false;
  }
}

// What must hold whatever the input is. Not assert(), which other builds leave out.
inline void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace simbench::fuzz
