// Functions that the fuzz targets share. A target is a libFuzzer program for one reader. A reader may return,
// or refuse its input by throwing Error. Any other exception and any crash is a bug.
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

// Splits an input into files at lines "%%". Missing files are empty.
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

// Aborts unless a property holds that must hold for every input. Unlike assert(), it also works in release
// builds.
inline void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace simbench::fuzz
