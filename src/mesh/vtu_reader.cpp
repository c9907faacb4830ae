// VTK's .vtu (docs.vtk.org, "VTK XML formats"): data arrays as text, in base64, or appended to the XML raw or in base64, all of
// them compressed by zlib or not.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <pugixml.hpp>

#include "mesh/mesh_file.h"
#include "mesh/scanner.h"
#include "mesh/vtu_data.h"

namespace simbench {

namespace {

// VTK's cells of dimension below 3: vertices, lines, triangles, strips, polygons, pixels, quads, and their second order.
bool is_of_lower_dimension(std::int64_t type) {
  return (type >= 1 && type <= 9) || (type >= 21 && type <= 23);
}

class VtuReader {
 public:
  VtuReader(std::string_view contents, const std::string& name) : contents_(contents), name_(name) {}

  RawTets read() {
    parse_xml();
    const pugi::xml_node file = document_.child("VTKFile");
    const std::string_view type = file.attribute("type").value();
    if (type != "UnstructuredGrid") {
      fail(file, "expected <VTKFile type=\"UnstructuredGrid\">, found type " + shown(type));
    }
    const std::string_view order = file.attribute("byte_order").value();
    if (order != "LittleEndian" && order != "BigEndian") {
      fail(file, "byte_order must be LittleEndian or BigEndian");
    }
    encoding_.swap = (order == "LittleEndian") != (std::endian::native == std::endian::little);
    const std::string_view header = file.attribute("header_type").as_string("UInt32");
    if (header != "UInt32" && header != "UInt64") fail(file, "header_type must be UInt32 or UInt64");
    encoding_.header_size = header == "UInt32" ? 4 : 8;
    const std::string_view compressor = file.attribute("compressor").value();
    encoding_.compressed = !compressor.empty();
    if (encoding_.compressed && compressor != "vtkZLibDataCompressor") {
      fail(file, "compressor " + shown(compressor) + ": simbench reads vtkZLibDataCompressor or none");
    }
    const pugi::xml_node piece = file.child("UnstructuredGrid").child("Piece");
    if (!piece) fail(file, "there is no <Piece> in an <UnstructuredGrid>");
    if (piece.next_sibling("Piece")) {
      fail(piece, "several pieces, which do not share their vertices: write one");
    }
    return read_piece(piece);
  }

 private:
  // Raw appended data is no XML: only what stands before it is parsed.
  void parse_xml() {
    std::string xml(contents_);
    if (const std::size_t tag = contents_.find("<AppendedData"); tag != std::string_view::npos) {
      const std::size_t end_of_tag = contents_.find('>', tag), end = contents_.rfind("</AppendedData>");
      const std::size_t begin = contents_.find('_', std::min(end_of_tag, contents_.size()));
      if (begin == std::string_view::npos || end == std::string_view::npos || end <= begin) {
        throw Error(ExitCode::mesh,
                    fmt::format("mesh file '{}': <AppendedData> has no '_' or no end", name_));
      }
      appended_ = contents_.substr(begin + 1, end - begin - 1);
      xml = std::string(contents_.substr(0, end_of_tag + 1)) + "</AppendedData></VTKFile>";
    }
    const pugi::xml_parse_result result = document_.load_buffer(xml.data(), xml.size());
    if (!result) {
      throw Error(ExitCode::mesh, fmt::format("mesh file '{}', line {}: no XML: {}", name_,
                                              line_of(result.offset), result.description()));
    }
  }

  std::size_t line_of(std::ptrdiff_t offset) const {
    const auto length = std::clamp<std::ptrdiff_t>(offset, 0, static_cast<std::ptrdiff_t>(contents_.size()));
    return 1 + std::count(contents_.begin(), contents_.begin() + length, '\n');
  }

  [[noreturn]] void fail(pugi::xml_node node, const std::string& message) const {
    const std::string_view array = node.attribute("Name").value();
    throw Error(ExitCode::mesh,
                fmt::format("mesh file '{}', line {}: {}{}", name_, line_of(node.offset_debug()),
                            array.empty() ? "" : "data array " + shown(array) + ": ", message));
  }

  std::int64_t integer(pugi::xml_node node, const char* attribute) const {
    if (!node.attribute(attribute)) fail(node, fmt::format("<{}> has no {}", node.name(), attribute));
    Scanner in(node.attribute(attribute).value(), name_, Layout::words, line_of(node.offset_debug()));
    return in.integer(attribute);
  }

  // The bytes of an array that is not text.
  std::string bytes_of(pugi::xml_node array, bool appended) const {
    std::string_view stored = array.text().get();
    bool base64 = true;
    if (appended) {
      const auto offset = static_cast<std::uint64_t>(integer(array, "offset"));
      if (offset > appended_.size()) fail(array, "its offset lies outside of the appended data");
      stored = appended_.substr(offset);
      const std::string_view encoding =
          document_.child("VTKFile").child("AppendedData").attribute("encoding").value();
      if (encoding != "raw" && encoding != "base64") {
        fail(array, "encoding must be raw or base64, not " + shown(encoding));
      }
      base64 = encoding == "base64";
    }
    try {
      return base64 ? array_bytes(from_base64(stored), encoding_) : array_bytes(stored, encoding_);
    } catch (const Error& error) {
      fail(array, error.what());
    }
  }

  template <class Stored, class Number>
  std::vector<Number> converted(pugi::xml_node array, std::string_view bytes) const {
    if (bytes.size() % sizeof(Stored) != 0) {
      fail(array, fmt::format("{} bytes are no whole numbers", bytes.size()));
    }
    std::vector<Number> values(bytes.size() / sizeof(Stored));
    for (std::size_t i = 0; i < values.size(); ++i) {
      // An Int8 is a number, no character. NOLINTNEXTLINE(bugprone-signed-char-misuse)
      values[i] = static_cast<Number>(
          Scanner::stored_number<Stored>(bytes.data() + i * sizeof(Stored), encoding_.swap));
    }
    return values;
  }

  // Numbers of an array: double or std::int64_t.
  template <class Number>
  std::vector<Number> values(pugi::xml_node array) const {
    const std::string_view format = array.attribute("format").value(), type = array.attribute("type").value();
    if (format != "ascii" && format != "binary" && format != "appended") {
      fail(array, "format must be ascii, binary or appended, not " + shown(format));
    }
    if (format == "ascii") {
      std::vector<Number> result;
      const std::string text = array.text().get();
      Scanner in(text, name_, Layout::words, line_of(array.offset_debug()));
      while (!in.at_end()) {
        if constexpr (std::is_same_v<Number, double>) {
          result.push_back(in.number("a number"));
        } else {
          result.push_back(in.integer("a number"));
        }
      }
      return result;
    }
    const std::string bytes = bytes_of(array, format == "appended");
    if constexpr (std::is_same_v<Number, double>) {
      if (type == "Float32") return converted<float, Number>(array, bytes);
      if (type == "Float64") return converted<double, Number>(array, bytes);
      fail(array, "its type must be Float32 or Float64, not " + shown(type));
    } else {
      if (type == "Int8") return converted<std::int8_t, Number>(array, bytes);
      if (type == "UInt8") return converted<std::uint8_t, Number>(array, bytes);
      if (type == "Int16") return converted<std::int16_t, Number>(array, bytes);
      if (type == "UInt16") return converted<std::uint16_t, Number>(array, bytes);
      if (type == "Int32") return converted<std::int32_t, Number>(array, bytes);
      if (type == "UInt32") return converted<std::uint32_t, Number>(array, bytes);
      if (type == "Int64") return converted<std::int64_t, Number>(array, bytes);
      // A number of 2⁶³ or more becomes negative, which no index is.
      if (type == "UInt64") return converted<std::uint64_t, Number>(array, bytes);
      fail(array, "its type must be one of Int8 … UInt64, not " + shown(type));
    }
  }

  pugi::xml_node data_array(pugi::xml_node parent, const char* name) const {
    const pugi::xml_node array =
        *name ? parent.find_child_by_attribute("DataArray", "Name", name) : parent.child("DataArray");
    if (!array) fail(parent, fmt::format("<{}> has no data array {}", parent.name(), name));
    return array;
  }

  void check_size(pugi::xml_node array, std::size_t found, std::int64_t expected) const {
    if (static_cast<std::int64_t>(found) != expected) {
      fail(array, fmt::format("{} numbers, but the counts of the piece ask for {}", found, expected));
    }
  }

  RawTets read_piece(pugi::xml_node piece) const {
    RawTets raw;
    if (!piece.child("Points") || !piece.child("Cells")) fail(piece, "the piece needs <Points> and <Cells>");
    const std::int64_t vertices = integer(piece, "NumberOfPoints"), cells = integer(piece, "NumberOfCells");
    const pugi::xml_node points = data_array(piece.child("Points"), "");
    raw.positions = values<double>(points);
    if (integer(points, "NumberOfComponents") != 3) fail(points, "NumberOfComponents must be 3");
    if (raw.positions.size() % 3 != 0) {
      fail(points, fmt::format("{} numbers are no triples", raw.positions.size()));
    }
    check_size(points, raw.positions.size() / 3, vertices);

    const pugi::xml_node connectivity = data_array(piece.child("Cells"), "connectivity");
    const pugi::xml_node offsets = data_array(piece.child("Cells"), "offsets");
    const pugi::xml_node types = data_array(piece.child("Cells"), "types");
    const std::vector<std::int64_t> corners = values<std::int64_t>(connectivity);
    const std::vector<std::int64_t> ends = values<std::int64_t>(offsets);
    const std::vector<std::int64_t> type = values<std::int64_t>(types);
    check_size(offsets, ends.size(), cells);
    check_size(types, type.size(), cells);
    check_size(connectivity, corners.size(), ends.empty() ? 0 : ends.back());

    std::int64_t begin = 0, left_out = 0;
    for (std::size_t cell = 0; cell < ends.size(); begin = ends[cell++]) {
      if (ends[cell] < begin || ends[cell] > ends.back()) {
        fail(offsets, fmt::format("they do not ascend at cell {}", cell));
      }
      if (is_of_lower_dimension(type[cell])) {
        ++left_out;
        continue;
      }
      if (type[cell] != vtk_tetra) {
        fail(types, fmt::format("cell {} is of VTK's type {}{}: simbench takes linear tets only (type 10)",
                                cell, type[cell], type[cell] == 24 ? ", a second-order tet" : ""));
      }
      if (ends[cell] != begin + 4) {
        fail(offsets, fmt::format("cell {}, a tet, has {} corners", cell, ends[cell] - begin));
      }
      for (std::int64_t i = begin; i < ends[cell]; ++i) {
        if (corners[i] < 0 || corners[i] >= vertices) {
          fail(connectivity, fmt::format("cell {}: there is no vertex {}: they are numbered 0 to {}", cell,
                                         corners[i], vertices - 1));
        }
        raw.tets.push_back(static_cast<int>(corners[i]));
      }
    }
    if (left_out > 0) {
      raw.notes.push_back(fmt::format("{} cells of lower dimension were left out.", left_out));
    }
    return raw;
  }

  std::string_view contents_;
  const std::string& name_;
  pugi::xml_document document_;
  std::string_view appended_;  // between '_' and </AppendedData>
  VtuEncoding encoding_;
};

}  // namespace

RawTets parse_vtu(std::string_view contents, const std::string& name) {
  return VtuReader(contents, name).read();
}

}  // namespace simbench
