#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "simbench/braille_plot.h"
#include "simbench/sparkline.h"

using namespace simbench;
using Lines = std::vector<std::string>;

namespace {

// A curve that starts at 1 and decreases by a factor of ten every `iterations_a_decade` iterations.
ErrorCurve straight(const std::string& name, int iterations, double iterations_a_decade) {
  ErrorCurve curve{name, {}};
  for (int i = 0; i <= iterations; ++i)
    curve.points.push_back({double(i), std::pow(10.0, -i / iterations_a_decade)});
  return curve;
}

std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

}  // namespace

TEST_CASE("Two straight lines, on a canvas of 32 by 12 dots, with a letter at the end of each") {
  const std::vector<ErrorCurve> curves = {{"qn", {{0, 1}, {10, 1e-2}}}, {"pd", {{0, 1}, {10, 1}}}};
  CHECK(joined(braille_plot("relative error", curves, {25, 3}, false)) == R"(relative error
  1e0 ┤⠉⠛⠫⠭⣉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉b
 1e-1 ┤     ⠉⠑⠒⠤⢄⣀
 1e-2 ┤           ⠉⠒⠢⠤⣀a
      └────────────────
       0  10 iterations
       a qn  b pd
)");
}

TEST_CASE("Letters of curves with the same end stand beside each other") {
  const Lines lines = braille_plot(
      "", {straight("qn", 10, 5), straight("admm", 20, 20), straight("pd", 20, 20)}, {40, 3}, false);
  CHECK_THAT(lines[2], Catch::EndsWith("bc"));
  CHECK_THAT(lines[3], Catch::EndsWith("a"));
  CHECK(lines.back() == "       a qn    b admm  c pd");
}

TEST_CASE("Decades that have a label are evenly spaced, however many there are") {
  for (int decades = 1; decades <= 16; ++decades) {
    const Lines lines = braille_plot("", {{"qn", {{0, 1}, {10, std::pow(10.0, -decades)}}}}, {40, 12}, false);
    std::vector<int> labels;
    for (const std::string& line : lines) {
      if (const std::size_t at = line.find("1e"); at < 5) labels.push_back(std::stoi(line.substr(at + 2)));
    }
    REQUIRE(labels.size() >= 2);
    CHECK(labels.front() == 0);
    for (std::size_t i = 1; i < labels.size(); ++i) CHECK(labels[i] - labels[i - 1] == labels[1]);
  }
}

TEST_CASE("With colours, each curve shares its own colour with its entry of the legend") {
  std::vector<ErrorCurve> curves = {straight("qn", 10, 5), straight("pd", 10, 50),
                                    straight("newton", 10, 20)};
  curves[0].colour = "\x1b[36m";
  curves[1].colour = "\x1b[33m";
  std::string text = joined(braille_plot("", curves, {40, 4}, true));
  CHECK(text.find("\x1b[36ma qn\x1b[0m") != std::string::npos);
  CHECK(text.find("\x1b[33mb pd\x1b[0m") != std::string::npos);
  CHECK(text.find("a\x1b[0m") != std::string::npos);
  CHECK(text.find("mc newton") == std::string::npos);  // without a colour of its own
  for (const char* escape : {"\x1b[36m", "\x1b[33m", "\x1b[0m"}) {
    for (std::size_t at = text.find(escape); at != std::string::npos; at = text.find(escape))
      text.erase(at, std::string(escape).size());
  }
  CHECK(text == joined(braille_plot("", curves, {40, 4}, false)));
}

TEST_CASE("Every line of every plot fits into the columns") {
  std::vector<ErrorCurve> curves;
  for (int i = 0; i < 14; ++i)
    curves.push_back(straight("admm-weight_factor=0." + std::to_string(i), 30 + i, 2));
  for (const int columns : {40, 63, 80}) {
    for (const std::string& line : braille_plot("relative error", curves, {columns, 12}, false)) {
      const auto characters =
          std::count_if(line.begin(), line.end(), [](char byte) { return (byte & 0xc0) != 0x80; });
      CHECK(characters <= columns);
    }
  }
}

TEST_CASE("There is no plot without points, with too many curves or without enough room") {
  CHECK(braille_plot("", {{"qn", {}}, {"pd", {}}}, {80, 12}, false).empty());
  CHECK(braille_plot("", {{"qn", {{0, 1}}}}, {80, 12}, false).empty());
  CHECK(braille_plot("", {straight("qn", 10, 5)}, {20, 12}, false).empty());
  CHECK(braille_plot("", std::vector<ErrorCurve>(27, straight("qn", 10, 5)), {100, 12}, false).empty());
}

TEST_CASE("Decades contain all errors from rounding to 1e4, beyond which a curve would flatten the others") {
  const auto decades = [](const std::vector<ErrorPoint>& points) {
    const Decades found = decades_of({{"qn", points}});
    return std::pair(found.lowest, found.highest);
  };
  CHECK(decades({{0, 1}, {1, 3e-4}}) == std::pair(-4, 0));
  CHECK(decades({{0, 1}, {1, 0}}) == std::pair(-16, 0));
  CHECK(decades({{0, 1}, {1, -1e-9}}) == std::pair(-16, 0));
  CHECK(decades({{0, 1}, {1, 1e30}}) == std::pair(0, 4));
  CHECK(decades({{0, 1}, {1, 1}}) == std::pair(0, 1));
  CHECK(Decades{-4, 0}.height(1e-1) == Approx(0.75));
  CHECK(Decades{-4, 0}.height(0) == 0);
  CHECK(Decades{-4, 0}.height(std::numeric_limits<double>::max()) == 1);
}

TEST_CASE("A sparkline samples its curve evenly on the decades that all curves share") {
  CHECK(sparkline(straight("qn", 7, 1), 8, {-7, 0}) == "█▇▆▅▄▃▂▁");
  CHECK(sparkline(straight("qn", 70, 10), 8, {-7, 0}) == "█▇▆▅▄▃▂▁");
  CHECK(sparkline(straight("qn", 7, 1), 8, {-14, 0}) == "██▇▇▆▆▅▅");
  CHECK(sparkline({"qn", {{0, 1}, {100, 1e-7}}}, 4, {-7, 0}) == "███▁");
  CHECK(sparkline({"qn", {{0, 1e-7}}}, 3, {-7, 0}) == "▁▁▁");
  CHECK(sparkline({"qn", {}}, 3, {-7, 0}).empty());
}
