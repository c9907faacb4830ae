#include "simbench/ascii.h"

#include <array>
#include <string_view>
#include <utility>

namespace simbench {

std::string in_ascii(const std::string& text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 13> symbols = {{{"▁", "_"},
                                                                                      {"▂", "."},
                                                                                      {"▃", "-"},
                                                                                      {"▄", "="},
                                                                                      {"▅", "+"},
                                                                                      {"▆", "*"},
                                                                                      {"▇", "%"},
                                                                                      {"█", "#"},
                                                                                      {"│", "|"},
                                                                                      {"┤", "+"},
                                                                                      {"└", "+"},
                                                                                      {"─", "-"},
                                                                                      {"±", "+/-"}}};
  constexpr std::string_view braille = "\xe2\xa0";  // to "\xe2\xa3": the first bytes of U+2800 to U+28FF
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = std::string_view(text).substr(i);
    if (rest.size() >= 3 && rest[0] == braille[0] && rest[1] >= braille[1] && rest[1] <= '\xa3') {
      result += '*';
      i += 3;
      continue;
    }
    std::string_view found = rest.substr(0, 1), shown = found;
    for (const auto& [symbol, replacement] : symbols) {
      if (rest.starts_with(symbol)) found = symbol, shown = replacement;
    }
    result += shown;
    i += found.size();
  }
  return result;
}

}  // namespace simbench
