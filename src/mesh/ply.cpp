// Stanford's .ply, ASCII and binary of both byte orders: a header that describes elements by their properties, then the elements.
// Only the coordinates of vertices and the corners of faces are used.
#include <fmt/format.h>

#include <array>
#include <bit>
#include <map>

#include "mesh/surface_parsers.h"

namespace simbench {

namespace {

struct Property {
  std::string name;
  std::string type;
  std::string length_type;  // of a list; empty for a single number
};

struct Element {
  std::string name;
  std::int64_t count;
  std::vector<Property> properties;
};

// Bytes of a number; the names of the format and those that replaced them. 0 if it is no type.
std::size_t bytes_of(std::string_view type) {
  static const std::map<std::string_view, std::size_t> types = {
      {"char", 1},  {"uchar", 1},  {"short", 2},   {"ushort", 2}, {"int", 4},   {"uint", 4},
      {"float", 4}, {"double", 8}, {"int8", 1},    {"uint8", 1},  {"int16", 2}, {"uint16", 2},
      {"int32", 4}, {"uint32", 4}, {"float32", 4}, {"float64", 8}};
  const auto found = types.find(type);
  return found == types.end() ? 0 : found->second;
}

class PlyReader {
 public:
  PlyReader(std::string_view contents, const std::string& name) : in_(contents, name, Layout::lines) {}

  TriangleSoup read() {
    read_header();
    for (const Element& element : elements_) {
      for (std::int64_t i = 0; i < element.count; ++i) {
        if (!binary_ && in_.at_end()) {
          in_.fail(
              fmt::format("expected {} {} of {}, found the end of the file", element.name, i, element.count));
        }
        read_item(element);
        if (!binary_) in_.end_line();
      }
    }
    return std::move(soup_);
  }

 private:
  void read_header() {
    in_.expect("ply");
    for (std::string_view keyword; keyword != "end_header";) {
      in_.at_end();
      keyword = in_.word("a line of the header");
      if (keyword == "comment" || keyword == "obj_info") {
        in_.skip_line();
      } else if (keyword == "format") {
        read_format();
      } else if (keyword == "element") {
        const std::string name(in_.word("an element's name"));
        elements_.push_back({name, in_.integer("the number of elements"), {}});
      } else if (keyword == "property") {
        read_property();
      } else if (keyword != "end_header") {
        in_.fail("expected format, comment, element, property or end_header, found " + shown(keyword));
      }
      if (keyword != "end_header") in_.end_line();
    }
    if (binary_) in_.start_binary();
    for (const Element& element : elements_) {
      std::size_t bytes = 0;
      for (const Property& property : element.properties) {
        bytes += !binary_ ? 2 : bytes_of(property.length_type.empty() ? property.type : property.length_type);
      }
      if (bytes == 0) in_.fail("element " + shown(element.name) + " has no properties");
      in_.checked_count(element.count, bytes, element.name + " elements");
    }
  }

  void read_format() {
    const std::string_view format = in_.word("a format");
    if (format != "ascii" && format != "binary_little_endian" && format != "binary_big_endian") {
      in_.fail("expected ascii, binary_little_endian or binary_big_endian, found " + shown(format));
    }
    binary_ = format != "ascii";
    if (binary_ && (format == "binary_big_endian") != (std::endian::native == std::endian::big)) {
      in_.swap_bytes();
    }
    in_.expect("1.0");
  }

  std::string read_type() {
    const std::string type(in_.word("a type"));
    if (bytes_of(type) == 0) {
      in_.fail("expected a type (char, uchar, short, …, double), found " + shown(type));
    }
    return type;
  }

  void read_property() {
    if (elements_.empty()) in_.fail("a property before the first element");
    Property property;
    if (Scanner look = in_; look.word("a type or 'list'") == "list") {
      in_ = look;
      property.length_type = read_type();
    }
    property.type = read_type();
    property.name = in_.word("a property's name");
    elements_.back().properties.push_back(property);
  }

  // A number of any of the types: a double holds them all.
  double number(std::string_view type, const std::string& what) {
    const bool floating = type.starts_with("float") || type == "double";
    if (!binary_) return floating ? in_.number(what) : static_cast<double>(in_.integer(what));
    if (floating) return bytes_of(type) == 4 ? in_.binary<float>(what) : in_.binary<double>(what);
    const bool is_unsigned = type.starts_with('u');
    switch (bytes_of(type)) {
      case 1:
        return is_unsigned ? in_.binary<std::uint8_t>(what) : in_.binary<std::int8_t>(what);
      case 2:
        return is_unsigned ? in_.binary<std::uint16_t>(what) : in_.binary<std::int16_t>(what);
      default:
        return is_unsigned ? in_.binary<std::uint32_t>(what) : in_.binary<std::int32_t>(what);
    }
  }

  // An integer by its type; lengths and corners.
  std::int64_t integer(std::string_view type, const std::string& what) {
    if (bytes_of(type) == 8 || type.starts_with("float")) {
      in_.fail(what + " must be an integer, not a " + std::string(type));
    }
    return binary_ ? static_cast<std::int64_t>(number(type, what)) : in_.integer(what);
  }

  void read_item(const Element& element) {
    const bool is_vertex = element.name == "vertex", is_face = element.name == "face";
    std::array<double, 3> position = {};
    int coordinates = 0;
    for (const Property& property : element.properties) {
      if (property.length_type.empty()) {
        const double value = number(property.type, property.name);
        if (!is_vertex || property.name.size() != 1) continue;
        if (const char axis = property.name[0]; axis >= 'x' && axis <= 'z') {
          position[axis - 'x'] = value;
          ++coordinates;
        }
        continue;
      }
      const bool has_corners =
          is_face && (property.name == "vertex_indices" || property.name == "vertex_index");
      const std::size_t bytes = binary_ ? bytes_of(property.type) : 2;
      const std::int64_t length =
          in_.checked_count(integer(property.length_type, "a length"), bytes, "numbers in a list");
      std::vector<std::int64_t> corners;
      for (std::int64_t i = 0; i < length; ++i) {
        if (has_corners) {
          corners.push_back(integer(property.type, "a corner"));
        } else {
          number(property.type, property.name);
        }
      }
      if (has_corners) soup_.add_polygon(in_, corners);
    }
    if (!is_vertex) return;
    if (coordinates != 3) in_.fail("a vertex needs the properties x, y and z");
    soup_.add_vertex(in_, position[0], position[1], position[2]);
  }

  Scanner in_;
  bool binary_ = false;
  std::vector<Element> elements_;
  TriangleSoup soup_;
};

}  // namespace

TriangleSoup parse_ply(std::string_view contents, const std::string& name) {
  return PlyReader(contents, name).read();
}

}  // namespace simbench
