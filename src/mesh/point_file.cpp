#include "mesh/point_file.h"

#include <fmt/format.h>

#include <bit>

#include "base/atomic_file.h"
#include "base/counted.h"
#include "base/number_text.h"
#include "base/sha256.h"
#include "base/split.h"
#include "mesh/mesh_file.h"
#include "mesh/scanner.h"
#include "mesh/vtu_reader.h"

namespace simbench {

namespace {

[[noreturn]] void fail(const std::string& name, const std::string& message) {
  throw Error(ExitCode::mesh, name + ": " + message);
}

// The value of a key of NumPy's header, a literal dict of Python in one line.
std::string_view header_value(std::string_view header, std::string_view key, const std::string& name) {
  const std::size_t found = header.find(fmt::format("'{}':", key));
  if (found == std::string_view::npos) fail(name, fmt::format("its header has no '{}'", key));
  const std::size_t begin = header.find_first_not_of(' ', found + key.size() + 3);
  return begin == std::string_view::npos ? std::string_view() : header.substr(begin);
}

// The count of points of "(120, 3)".
std::size_t point_count(std::string_view shape, const std::string& name) {
  const std::size_t comma = shape.find(','), end = shape.find(')');
  const std::string_view text = shape.substr(0, end == std::string_view::npos ? shape.size() : end + 1);
  if (shape.starts_with("(") && comma != std::string_view::npos && text.substr(comma) == ", 3)") {
    const std::optional<std::int64_t> count = parse_integer(shape.substr(1, comma - 1));
    if (count && *count >= 0) return static_cast<std::size_t>(*count);
  }
  fail(name, fmt::format("an array of shape {}; expected (points, 3), a row of x, y, z for each vertex",
                         shown(text)));
}

template <class Number>
Positions<double> numbers_of(std::string_view data, std::size_t points, bool swap, bool by_columns,
                             const std::string& name) {
  if (data.size() / (3 * sizeof(Number)) != points || data.size() % (3 * sizeof(Number)) != 0)
    fail(name, fmt::format("has {} bytes of numbers, but its header announces {} points of {} bytes",
                           data.size(), points, 3 * sizeof(Number)));
  Positions<double> vectors(3, static_cast<Index>(points));
  for (std::size_t i = 0; i < 3 * points; ++i) {
    const double number = Scanner::stored_number<Number>(data.data() + i * sizeof(Number), swap);
    const std::size_t point = by_columns ? i % points : i / 3, axis = by_columns ? i / points : i % 3;
    vectors(static_cast<Index>(axis), static_cast<Index>(point)) = number;
  }
  return vectors;
}

// NumPy's format 1, 2 or 3 (numpy.lib.format).
Positions<double> parse_npy(std::string_view contents, const std::string& name) {
  constexpr std::string_view magic = "\x93NUMPY";
  if (!contents.starts_with(magic) || contents.size() < 12)
    fail(name, "this is not an array of NumPy (.npy)");
  const bool is_short = contents[6] == 1;
  constexpr bool swap_length = std::endian::native == std::endian::big;
  const std::size_t length = is_short ? Scanner::stored_number<std::uint16_t>(&contents[8], swap_length)
                                      : Scanner::stored_number<std::uint32_t>(&contents[8], swap_length);
  const std::size_t begin = is_short ? 10 : 12;
  if (contents.size() - begin < length) fail(name, "ends within its header");
  const std::string_view header = contents.substr(begin, length), data = contents.substr(begin + length);
  const std::string_view type = header_value(header, "descr", name);
  const bool by_columns = header_value(header, "fortran_order", name).starts_with("True");
  const std::size_t points = point_count(header_value(header, "shape", name), name);
  const char order = type.size() > 1 ? type[1] : ' ';
  const bool swap = (order == '>') == (std::endian::native == std::endian::little);
  const std::string_view kind =
      type.substr(0, type.find('\'', 1)).substr(std::min<std::size_t>(2, type.size()));
  if (order == '<' || order == '>') {
    if (kind == "f8") return numbers_of<double>(data, points, swap, by_columns, name);
    if (kind == "f4") return numbers_of<float>(data, points, swap, by_columns, name);
  }
  std::string written(type.substr(0, type.find(',')));
  std::erase(written, '\'');
  fail(name, fmt::format("numbers of type {}; expected float64 ('<f8') or float32 ('<f4')", shown(written)));
}

Positions<double> parse_csv(std::string_view contents, const std::string& name) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // spreadsheets write it
  if (contents.starts_with(byte_order_mark)) contents.remove_prefix(byte_order_mark.size());
  std::vector<double> numbers;
  std::size_t number_of_line = 0;
  for (std::string_view line : lines_of(contents)) {
    ++number_of_line;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    const std::vector<std::string_view> cells = split(line, ',');
    const std::string place = fmt::format("{}:{}", name, number_of_line);
    if (cells.size() != 3) fail(place, "expected x,y,z; found " + counted(cells.size(), "cell"));
    for (std::string_view cell : cells) {
      while (cell.starts_with(' ')) cell.remove_prefix(1);
      while (cell.ends_with(' ')) cell.remove_suffix(1);
      const std::optional<double> value = parse_number(cell);
      if (value)
        numbers.push_back(*value);
      else if (number_of_line > 1)
        fail(place, "expected a number; found " + shown(cell));
    }
  }
  if (numbers.size() % 3 != 0) fail(name + ":1", "expected three numbers or three names");
  return Eigen::Map<const Positions<double>>(numbers.data(), 3, static_cast<Index>(numbers.size() / 3));
}

}  // namespace

Positions<double> parse_points(std::string_view contents, const std::filesystem::path& file,
                               PointQuantity quantity) {
  const std::string name = file.string(), ending = extension_of(file);
  const auto parsed = [&] {
    if (ending == ".npy") return parse_npy(contents, name);
    if (ending == ".csv") return parse_csv(contents, name);
    if (ending != ".vtu")
      fail(name, "expected a file that ends in .npy, .csv or .vtu, or a checkpoint of a run (.json)");
    if (quantity == PointQuantity::positions) return vtu_points(contents, name);
    return vtu_point_data(contents, name, {"velocities", "velocity"});
  };
  Positions<double> vectors = parsed();
  for (Index i = 0; i < vectors.cols(); ++i) {
    if (!vectors.col(i).allFinite())
      fail(name, fmt::format("the {} of vertex {} (counted from 0) is not finite",
                             quantity == PointQuantity::positions ? "position" : "velocity", i));
  }
  return vectors;
}

PointFile read_point_file(const std::filesystem::path& file, PointQuantity quantity) {
  const std::string contents = read_file(file, largest_mesh_file, ExitCode::mesh);
  return {parse_points(contents, file, quantity), Sha256().update(contents).hex()};
}

}  // namespace simbench
