#include "simbench/sparkline.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace simbench {

std::string sparkline(const ErrorCurve& curve, int columns, const Decades& decades) {
  constexpr std::array<const char*, 8> blocks = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  if (curve.points.empty()) return "";
  const double first = curve.points.front().iteration;
  const double last = curve.points.back().iteration;
  std::string text;
  auto point = curve.points.begin();
  for (int column = 0; column < columns; ++column) {
    const double iteration = first + (last - first) * column / std::max(1, columns - 1);
    while (point + 1 != curve.points.end() && (point + 1)->iteration <= iteration) ++point;
    text += blocks[static_cast<std::size_t>(std::lround(7 * decades.height(point->error)))];
  }
  return text;
}

}  // namespace simbench
