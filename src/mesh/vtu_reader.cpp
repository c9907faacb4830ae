#include "mesh/vtu_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/evp.h>
#include <zlib.h>

#include <bit>
#include <cstdint>
#include <optional>

#include "base/counted.h"
#include "base/error.h"
#include "base/number_text.h"
#include "mesh/scanner.h"

namespace simbench {

namespace {

// The value of an attribute of a tag; empty if it has none.
std::string_view attribute(std::string_view tag, std::string_view key) {
  for (const char quote : {'"', '\''}) {
    const std::string begin = fmt::format(" {}={}", key, quote);
    const std::size_t found = tag.find(begin);
    if (found == std::string_view::npos) continue;
    const std::string_view rest = tag.substr(found + begin.size());
    return rest.substr(0, rest.find(quote));
  }
  return {};
}

class VtuFile {
 public:
  VtuFile(std::string_view contents, const std::string& name) : contents_(contents), name_(name) {
    const std::size_t begin = contents.find("<VTKFile");
    if (begin == std::string_view::npos) fail("this is not a file of VTK (no <VTKFile>)");
    if (contents.rfind("</VTKFile>") == std::string_view::npos) fail("ends before </VTKFile>");
    file_tag_ = tag_at(begin);
    if (attribute(file_tag_, "type") != "UnstructuredGrid")
      fail("expected an UnstructuredGrid, found " + shown(attribute(file_tag_, "type")));
    if (contents.find("<Piece", contents.find("<Piece") + 1) < contents.find("<AppendedData"))
      fail("has several pieces; write it as one");
  }

  // The array of this name in a section, <Points> or <PointData>; of any name if it is empty.
  std::optional<Positions<double>> array(std::string_view section, std::string_view wanted) const {
    std::optional<Positions<double>> result;
    for_each_array(section, [&](std::string_view tag, std::string_view text) {
      if (!result && (wanted.empty() || attribute(tag, "Name") == wanted)) result = vectors(tag, text);
    });
    return result;
  }

  std::vector<std::string_view> names(std::string_view section) const {
    std::vector<std::string_view> names;
    for_each_array(section,
                   [&](std::string_view tag, std::string_view) { names.push_back(attribute(tag, "Name")); });
    return names;
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw Error(ExitCode::mesh, name_ + ": " + message);
  }

 private:
  std::string_view tag_at(std::size_t begin) const {
    return contents_.substr(begin, contents_.find('>', begin) - begin);
  }

  // Calls visit(tag, text between the tags).
  template <class Visit>
  void for_each_array(std::string_view section, const Visit& visit) const {
    const std::size_t begin = std::min(contents_.find(fmt::format("<{}", section)), contents_.size());
    const std::string_view within =
        contents_.substr(begin, contents_.find(fmt::format("</{}>", section), begin) - begin);
    for (std::size_t at = 0; (at = within.find("<DataArray", at)) != std::string_view::npos;) {
      const std::size_t end = std::min(within.find('>', at), within.size() - 1);
      const std::string_view tag = within.substr(at, end - at);
      const std::size_t close = tag.ends_with('/') ? end : within.find("</DataArray>", end);
      visit(tag, within.substr(end + 1, close - std::min(close, end + 1)));
      at = end;
    }
  }

  Positions<double> vectors(std::string_view tag, std::string_view text) const {
    const std::string_view type = attribute(tag, "type"), components = attribute(tag, "NumberOfComponents");
    const std::string_view format = attribute(tag, "format");
    if (components != "3")
      fail(fmt::format("the array {} has {} components; expected 3", shown(attribute(tag, "Name")),
                       components.empty() ? "1" : components));
    if (type != "Float32" && type != "Float64")
      fail(fmt::format("the array {} is of type {}; expected Float32 or Float64",
                       shown(attribute(tag, "Name")), shown(type)));
    if (format == "ascii") return from_text(text);
    const std::string bytes = format == "appended" ? appended(attribute(tag, "offset")) : decoded(text);
    return type == "Float32" ? from_bytes<float>(bytes) : from_bytes<double>(bytes);
  }

  Positions<double> from_text(std::string_view text) const {
    Scanner in(text, name_, Layout::words);
    std::vector<double> numbers;
    while (!in.at_end()) {
      const std::string_view word = in.word("a number");
      const std::optional<double> number = parse_number(word);
      if (!number) fail("expected a number, found " + shown(word));
      numbers.push_back(*number);
    }
    return from_numbers(numbers);
  }

  template <class Number>
  Positions<double> from_bytes(const std::string& bytes) const {
    std::vector<double> numbers(bytes.size() / sizeof(Number));
    for (std::size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = Scanner::stored_number<Number>(bytes.data() + i * sizeof(Number), swaps());
    return from_numbers(numbers);
  }

  Positions<double> from_numbers(const std::vector<double>& numbers) const {
    if (numbers.size() % 3 != 0)
      fail(counted(numbers.size(), "number is", "numbers are") + " no vectors of three");
    return Eigen::Map<const Positions<double>>(numbers.data(), 3, static_cast<Index>(numbers.size() / 3));
  }

  bool swaps() const {
    return (attribute(file_tag_, "byte_order") == "BigEndian") ==
           (std::endian::native == std::endian::little);
  }
  std::size_t header_bytes() const { return attribute(file_tag_, "header_type") == "UInt64" ? 8 : 4; }

  // A number of the header before the bytes of an array.
  std::size_t header_number(std::string_view bytes, std::size_t index) const {
    const std::size_t size = header_bytes();
    if (bytes.size() < (index + 1) * size) fail("an array ends within its header");
    const char* const place = bytes.data() + index * size;
    return size == 8 ? Scanner::stored_number<std::uint64_t>(place, swaps())
                     : Scanner::stored_number<std::uint32_t>(place, swaps());
  }

  std::string appended(std::string_view offset) const {
    const std::size_t section = contents_.find("<AppendedData");
    const std::optional<std::int64_t> from = parse_integer(offset);
    if (section == std::string_view::npos || !from || *from < 0) fail("an appended array has no data");
    const std::size_t begin = contents_.find('_', contents_.find('>', section));
    const std::string_view all = begin == std::string_view::npos ? "" : contents_.substr(begin + 1);
    if (static_cast<std::size_t>(*from) > all.size()) fail("an appended array begins behind the file");
    const std::string_view data = all.substr(static_cast<std::size_t>(*from));
    if (attribute(tag_at(section), "encoding") == "raw") return unpacked(data, header_size(data), data);
    return decoded(data);
  }

  // The bytes of an array in base64: the header, then the data, which follows in base64 of its own if it is
  // compressed.
  std::string decoded(std::string_view text) const {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    const std::string start = from_base64(text, header_bytes());
    const std::size_t header = header_size(start);
    if (!is_compressed()) return unpacked(start, header, from_base64(text, header + header_number(start, 0)));
    const std::string whole = from_base64(text, header);
    std::size_t compressed = 0;
    for (std::size_t block = 0; block < header_number(whole, 0); ++block)
      compressed += header_number(whole, 3 + block);
    const std::size_t behind = (header + 2) / 3 * 4;  // characters of the header
    if (behind > text.size()) fail("an array ends within its header");
    return unpacked(whole, header, whole + from_base64(text.substr(behind), compressed));
  }

  bool is_compressed() const { return !attribute(file_tag_, "compressor").empty(); }
  std::size_t header_size(std::string_view bytes) const {
    return is_compressed() ? (3 + std::min(header_number(bytes, 0), contents_.size())) * header_bytes()
                           : header_bytes();
  }

  // The bytes behind the header, uncompressed. `header` has the numbers of the header, `bytes` everything.
  std::string unpacked(std::string_view header, std::size_t header_size, std::string_view bytes) const {
    const auto part = [&](std::size_t begin, std::size_t size) {
      if (begin > bytes.size() || bytes.size() - begin < size)
        fail("an array is shorter than its header says");
      return bytes.substr(begin, size);
    };
    if (!is_compressed()) return std::string(part(header_size, header_number(header, 0)));
    if (attribute(file_tag_, "compressor") != "vtkZLibDataCompressor")
      fail(fmt::format("is compressed by {}; write it with zlib or without compression",
                       shown(attribute(file_tag_, "compressor"))));
    const std::size_t blocks = header_number(header, 0), last = header_number(header, 2);
    std::string result;
    std::size_t begin = header_size;
    for (std::size_t block = 0; block < blocks; ++block) {
      const std::size_t size = header_number(header, 3 + block);
      const std::string_view packed = part(begin, size);
      // zlib makes at most 1032 bytes of one, so that a wrong header asks for no more memory than this.
      uLongf length = block + 1 == blocks && last > 0 ? last : header_number(header, 1);
      if (length > 1040 * (packed.size() + 1)) fail("the header of a compressed array is wrong");
      std::string block_bytes(length, '\0');
      if (uncompress(reinterpret_cast<Bytef*>(block_bytes.data()), &length,
                     reinterpret_cast<const Bytef*>(packed.data()), packed.size()) != Z_OK)
        fail("a compressed array cannot be read");
      result.append(block_bytes, 0, length);
      begin += size;
    }
    return result;
  }

  // The first `bytes` bytes of a text in base64.
  std::string from_base64(std::string_view text, std::size_t bytes) const {
    const std::size_t characters = (bytes + 2) / 3 * 4;
    if (bytes > text.size() || characters > text.size())
      fail("an array in base64 is shorter than its header says");
    std::string result(characters / 4 * 3 + 1, '\0');
    const int length =
        EVP_DecodeBlock(reinterpret_cast<unsigned char*>(result.data()),
                        reinterpret_cast<const unsigned char*>(text.data()), static_cast<int>(characters));
    if (length < 0 || static_cast<std::size_t>(length) < bytes) fail("an array is not in base64");
    result.resize(bytes);
    return result;
  }

  std::string_view contents_;
  std::string name_;
  std::string_view file_tag_;
};

}  // namespace

Positions<double> vtu_points(std::string_view contents, const std::string& name) {
  const VtuFile file(contents, name);
  if (const auto points = file.array("Points", {})) return *points;
  file.fail("has no points");
}

Positions<double> vtu_point_data(std::string_view contents, const std::string& name,
                                 const std::vector<std::string_view>& arrays) {
  const VtuFile file(contents, name);
  for (const std::string_view array : arrays) {
    if (const auto values = file.array("PointData", array)) return *values;
  }
  const std::vector<std::string_view> there = file.names("PointData");
  file.fail(fmt::format("has no point data '{}'; it has {}", fmt::join(arrays, "' or '"),
                        there.empty() ? "none" : fmt::format("{}", fmt::join(there, ", "))));
}

}  // namespace simbench
