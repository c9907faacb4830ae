#include "simbench/braille_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace simbench {

namespace {

constexpr int axis_width = 7;  // "1e-16 ┤"
constexpr int min_width = 16;

constexpr const char* end_of_colour = "\x1b[0m";

std::string coloured(const std::string& text, const std::string& colour) {
  return colour.empty() ? text : colour + text + end_of_colour;
}

// A grid of characters, which show dots or letters. A character has the colour of the first curve in it.
class Canvas {
 public:
  Canvas(int columns, int rows) : columns_(columns), rows_(rows), cells_(columns * rows) {}

  int dots_across() const { return 2 * columns_; }
  int dots_down() const { return 4 * rows_; }

  // x counts dots from the left, y from the top.
  void dot(int x, int y, std::size_t curve) {
    constexpr unsigned char bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    Cell& cell = at(x / 2, y / 4);
    if (!cell.dots) cell.curve = curve;
    cell.dots |= bits[y % 4][x % 2];
  }

  // Puts the letter of a curve to the right of a dot and of other letters.
  void letter(int x, int y, std::size_t curve) {
    int column = x / 2 + 1;
    while (column + 1 < columns_ && at(column, y / 4).letter) ++column;
    Cell& cell = at(std::min(column, columns_ - 1), y / 4);
    cell.letter = letter_of(curve);
    cell.curve = curve;
  }

  // `colours` has the colour of each curve; without it, the row has none.
  std::string row(int y, const std::vector<std::string>& colours) const {
    std::string text;
    int blanks = 0;
    std::string colour;
    for (int x = 0; x < columns_; ++x) {
      const Cell& cell = cells_[y * columns_ + x];
      if (!cell.dots && !cell.letter) {
        ++blanks;
        continue;
      }
      text.append(std::exchange(blanks, 0), ' ');
      if (!colours.empty() && colour != colours[cell.curve]) {
        if (!colour.empty()) text += end_of_colour;
        text += colour = colours[cell.curve];
      }
      text += cell.letter ? std::string(1, cell.letter) : braille(cell.dots);
    }
    return colour.empty() ? text : text + end_of_colour;
  }

  static char letter_of(std::size_t curve) { return static_cast<char>('a' + curve); }

 private:
  struct Cell {
    unsigned char dots = 0;
    char letter = 0;
    std::size_t curve = 0;
  };

  Cell& at(int column, int row) { return cells_[row * columns_ + column]; }

  // U+2800 and the dots, in UTF-8.
  static std::string braille(unsigned char dots) {
    return {'\xe2', static_cast<char>(0xa0 | dots >> 6), static_cast<char>(0x80 | (dots & 0x3f))};
  }

  int columns_, rows_;
  std::vector<Cell> cells_;
};

struct Dot {
  int x, y;
};

// Draws a straight line with one dot per step in its longer direction.
void draw_line(Canvas& canvas, const Dot& from, const Dot& to, std::size_t curve) {
  const int length = std::max({std::abs(to.x - from.x), std::abs(to.y - from.y), 1});
  const auto between = [&](int a, int b, int i) {
    return a + static_cast<int>(std::lround(static_cast<double>(b - a) * i / length));
  };
  for (int i = 0; i <= length; ++i) canvas.dot(between(from.x, to.x, i), between(from.y, to.y, i), curve);
}

// The text to the left of each row. A decade is labelled in the row of its dot; some decades have no label if
// rows are few.
std::vector<std::string> axis_labels(const Decades& decades, int rows) {
  std::vector<std::string> labels(rows, fmt::format("{:>{}}", "│", axis_width));
  const int all = decades.highest - decades.lowest;
  const int every = 1 + (all - 1) / std::max(1, rows - 1);  // so that no two labels share a row
  for (int below = 0; below <= all; below += every) {
    const double dot = static_cast<double>(below) / all * (4 * rows - 1);
    labels[std::lround(dot) / 4] =
        fmt::format("{:>{}} ┤", fmt::format("1e{}", decades.highest - below), axis_width - 2);
  }
  return labels;
}

// "a qn  b admm", in columns of equal width.
void add_legend(std::vector<std::string>& lines, const std::vector<ErrorCurve>& curves, int columns,
                bool colours) {
  std::size_t width = 0;
  for (const ErrorCurve& curve : curves) width = std::max(width, curve.name.size() + 4);
  const std::size_t a_line = std::max<std::size_t>(1, (columns - axis_width) / width);
  for (std::size_t i = 0; i < curves.size(); ++i) {
    if (i % a_line == 0) lines.emplace_back(axis_width, ' ');
    const std::string entry = fmt::format("{} {}", Canvas::letter_of(i), curves[i].name);
    const bool ends = i % a_line + 1 == a_line || i + 1 == curves.size();
    lines.back() += coloured(entry, colours ? curves[i].colour : "");
    if (!ends) lines.back().append(width - entry.size(), ' ');
  }
}

}  // namespace

std::vector<std::string> braille_plot(const std::string& title, const std::vector<ErrorCurve>& curves,
                                      const PlotSize& size, bool colours) {
  const int letters = static_cast<int>(curves.size());
  const int width = size.columns - axis_width - letters;  // for the curves
  double last = 0;
  for (const ErrorCurve& curve : curves) {
    if (!curve.points.empty()) last = std::max(last, curve.points.back().iteration);
  }
  if (last == 0 || width < min_width || letters > 26) return {};

  const Decades decades = decades_of(curves);
  Canvas canvas(width + letters, size.rows);
  const auto dot_of = [&](const ErrorPoint& point) {
    return Dot{static_cast<int>(std::lround(point.iteration / last * (2 * width - 1))),
               static_cast<int>(std::lround((1 - decades.height(point.error)) * (4 * size.rows - 1)))};
  };
  for (std::size_t i = 0; i < curves.size(); ++i) {
    if (curves[i].points.empty()) continue;
    Dot before = dot_of(curves[i].points.front());
    for (const ErrorPoint& point : curves[i].points) {
      const Dot now = dot_of(point);
      draw_line(canvas, before, now, i);
      before = now;
    }
    canvas.letter(before.x, before.y, i);
  }

  std::vector<std::string> of_curves;
  for (const ErrorCurve& curve : curves) {
    if (colours) of_curves.push_back(curve.colour);
  }
  std::vector<std::string> lines = {title};
  const std::vector<std::string> labels = axis_labels(decades, size.rows);
  for (int row = 0; row < size.rows; ++row) lines.push_back(labels[row] + canvas.row(row, of_curves));
  std::string axis(axis_width - 1, ' ');
  axis += "└";
  for (int column = 0; column < width; ++column) axis += "─";
  lines.push_back(axis);
  lines.push_back(
      fmt::format("{:>{}}{:>{}}", "0", axis_width + 1, fmt::format("{:.0f} iterations", last), width - 1));
  add_legend(lines, curves, size.columns, colours);
  return lines;
}

}  // namespace simbench
