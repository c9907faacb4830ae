// Reads TetGen's .node and .ele (TetGen 1.5 manual, sections 5.2.1 and 5.2.4): a header line, then one line
// per vertex or tet. Numbers start at 0 or at 1; the first vertex tells which. The first attribute of a tet
// is the attribute of its region (TetGen's -A), and becomes its tag.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "mesh/mesh_file.h"
#include "mesh/scanner.h"

namespace simbench {

namespace {

// Reads an optional word of the header: the number of attributes or markers per line.
std::int64_t optional_count(Scanner& in, std::string_view what) {
  const std::int64_t count = in.line_has_word() ? in.integer(what) : 0;
  if (count < 0 || count > 1000) in.fail(fmt::format("expected {} (0 to 1000), found {}", what, count));
  return count;
}

void start_record(Scanner& in, std::int64_t number, std::string_view what) {
  const std::string expected = fmt::format("{} {}", what, number);
  if (in.at_end()) in.fail(fmt::format("expected {}, found the end of the file", expected));
  if (const std::int64_t found = in.integer("its number"); found != number) {
    in.fail(fmt::format("expected {}, found number {}: they must be numbered without gaps", expected, found));
  }
}

bool is_int(double value) {
  return std::trunc(value) == value && std::abs(value) <= std::numeric_limits<int>::max();
}

// Skips unused attributes and markers.
void finish_record(Scanner& in, std::int64_t extra) {
  for (std::int64_t i = 0; i < extra; ++i) in.number("an attribute or a marker");
  in.end_line();
}

void finish_file(Scanner& in, std::string_view what) {
  if (!in.at_end()) {
    in.fail(
        fmt::format("expected the end of the file after the last {}, found {}", what, shown(in.word(""))));
  }
}

// Returns the number of the first vertex.
std::int64_t parse_node(Scanner in, RawTets& raw) {
  in.at_end();
  const std::int64_t count = in.integer("the number of vertices");
  if (in.integer("the dimension") != 3) in.fail("the dimension must be 3");
  const std::int64_t attributes = optional_count(in, "the number of attributes");
  const std::int64_t extra = attributes + optional_count(in, "the number of boundary markers");
  in.end_line();
  in.checked_count(count, 7, "vertices");  // "1 0 0 0"
  raw.positions.reserve(3 * static_cast<std::size_t>(count));
  std::int64_t first = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    if (i == 0) {
      Scanner look = in;
      if (!look.at_end()) first = look.integer("its number") == 1 ? 1 : 0;
    }
    start_record(in, first + i, "vertex");
    for (const char* axis : {"x", "y", "z"}) raw.positions.push_back(in.number(axis));
    finish_record(in, extra);
  }
  finish_file(in, "vertex");
  return first;
}

void parse_ele(Scanner in, std::int64_t first, RawTets& raw) {
  in.at_end();
  const std::int64_t count = in.integer("the number of tets");
  const std::int64_t nodes = in.integer("the number of nodes of a tet");
  if (nodes == 10) in.fail("second-order tets (10 nodes); simbench has linear ones: run TetGen without -o2");
  if (nodes != 4) in.fail(fmt::format("expected 4 nodes per tet, found {}", nodes));
  const std::int64_t attributes = optional_count(in, "the number of attributes");
  in.end_line();
  in.checked_count(count, 9, "tets");  // "1 1 2 3 4"
  raw.tets.reserve(4 * static_cast<std::size_t>(count));
  const auto vertices = static_cast<std::int64_t>(raw.positions.size() / 3);
  std::vector<double> region;  // the first attribute of each tet, if there are any
  for (std::int64_t i = 0; i < count; ++i) {
    start_record(in, first + i, "tet");
    for (int corner = 0; corner < 4; ++corner) {
      const std::int64_t vertex = in.integer("a vertex");
      if (vertex < first || vertex - first >= vertices) {
        in.fail(fmt::format("there is no vertex {}: they are numbered {} to {}", vertex, first,
                            first + vertices - 1));
      }
      raw.tets.push_back(static_cast<int>(vertex - first));
    }
    if (attributes > 0) region.push_back(in.number("the attribute of its region"));
    finish_record(in, std::max<std::int64_t>(attributes - 1, 0));
  }
  finish_file(in, "tet");
  if (std::ranges::all_of(region, is_int)) {
    raw.tags.assign(region.begin(), region.end());
  } else {
    raw.notes.emplace_back(
        "The attributes of tets are not used as tags, because not all of them are integers.");
  }
}

}  // namespace

RawTets parse_tetgen_text(std::string_view node, std::string_view ele, const std::string& name) {
  RawTets raw;
  const std::int64_t first = parse_node({node, name + ".node", Layout::lines}, raw);
  parse_ele({ele, name + ".ele", Layout::lines}, first, raw);
  return raw;
}

}  // namespace simbench
