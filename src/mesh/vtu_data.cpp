#include "mesh/vtu_data.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>

namespace simbench {

namespace {

constexpr std::uint64_t largest_array = std::uint64_t{1}
                                        << 28;       // [bytes]; a compressed one of 1 MB could hold 1 GB
constexpr std::uint64_t largest_compression = 1100;  // of zlib: to a thousandth and a bit

[[noreturn]] void fail(const std::string& message) {
  throw Error(ExitCode::mesh, message);
}

[[noreturn]] void fail_as_too_large() {
  fail(fmt::format("larger than {} bytes, the most that simbench reads", largest_array));
}

// A number of the header.
std::uint64_t header(std::string_view stored, std::uint64_t i, const VtuEncoding& encoding) {
  const char* place = stored.data() + i * encoding.header_size;
  return encoding.header_size == 4 ? Scanner::stored_number<std::uint32_t>(place, encoding.swap)
                                   : Scanner::stored_number<std::uint64_t>(place, encoding.swap);
}

// The header: number of blocks, bytes of a block, bytes of the last one if it is shorter, compressed bytes of each.
std::string decompressed(std::string_view stored, const VtuEncoding& encoding) {
  const std::uint64_t blocks = header(stored, 0, encoding), numbers = stored.size() / encoding.header_size;
  if (blocks == 0) return {};
  if (numbers < 3 || blocks > numbers - 3) {
    fail(fmt::format("its header says {} blocks, which are not there", blocks));
  }
  const std::uint64_t block_size = header(stored, 1, encoding), last_size = header(stored, 2, encoding);
  std::string_view rest = stored.substr((blocks + 3) * encoding.header_size);
  std::string bytes;
  for (std::uint64_t block = 0; block < blocks; ++block) {
    const std::uint64_t size = block + 1 == blocks && last_size > 0 ? last_size : block_size;
    const std::uint64_t compressed = header(stored, 3 + block, encoding);
    if (compressed > rest.size() || size > largest_compression * compressed) {
      fail(fmt::format("the header of block {} asks for more bytes than there are", block));
    }
    if (size > largest_array - bytes.size()) fail_as_too_large();
    const std::size_t begin = bytes.size();
    bytes.resize(begin + size);
    uLongf written = size;
    const int status = ::uncompress(reinterpret_cast<Bytef*>(bytes.data() + begin), &written,
                                    reinterpret_cast<const Bytef*>(rest.data()), compressed);
    if (status != Z_OK || written != size) fail(fmt::format("zlib cannot decompress block {}", block));
    rest.remove_prefix(compressed);
  }
  return bytes;
}

}  // namespace

// Any group of four characters may be padded, since a header and its data are encoded one by one.
std::string from_base64(std::string_view text) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::array<int, 256> value;
  value.fill(-1);
  for (int i = 0; i < 64; ++i) value[static_cast<unsigned char>(digits[i])] = i;

  constexpr std::string_view blanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  text = text.substr(0, text.find_last_not_of(blanks) + 1);
  if (text.size() % 4 != 0) fail("this is not base64: its length is no multiple of 4");
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (; !text.empty(); text.remove_prefix(4)) {
    const int padding = text[3] != '=' ? 0 : text[2] != '=' ? 1 : 2;
    unsigned group = 0;
    for (int i = 0; i < 4; ++i) {
      const int digit = i < 4 - padding ? value[static_cast<unsigned char>(text[i])] : 0;
      if (digit < 0) fail("this is not base64: " + shown(text.substr(0, 4)));
      group = group << 6 | static_cast<unsigned>(digit);
    }
    for (int i = 0; i < 3 - padding; ++i) bytes += static_cast<char>(group >> (16 - 8 * i) & 0xff);
  }
  return bytes;
}

std::string array_bytes(std::string_view stored, const VtuEncoding& encoding) {
  if (stored.size() < encoding.header_size) fail("too short for its header");
  if (encoding.compressed) return decompressed(stored, encoding);
  const std::uint64_t size = header(stored, 0, encoding);
  if (size > stored.size() - encoding.header_size) {
    fail(fmt::format("its header says {} bytes, but there are fewer", size));
  }
  if (size > largest_array) fail_as_too_large();
  return std::string(stored.substr(encoding.header_size, size));
}

}  // namespace simbench
