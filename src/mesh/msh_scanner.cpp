#include "mesh/msh_scanner.h"

#include <fmt/format.h>

namespace simbench {

void MshScanner::refuse_version(std::string_view version) const {
  fail(
      fmt::format("version {} of the format: simbench reads 2.2 and 4.1; Gmsh converts it: "
                  "gmsh OLD.msh -save -format msh41 -o NEW.msh",
                  shown(version)));
}

int MshScanner::tag_of(std::int64_t number) const {
  if (number != static_cast<int>(number)) fail(fmt::format("the tag {} does not fit into 32 bits", number));
  return static_cast<int>(number);
}

MshScanner::MshScanner(std::string_view contents, const std::string& name)
    : Scanner(contents, name, Layout::words) {
  const std::string_view first = word("'$MeshFormat'");
  if (first == "$NOD") refuse_version("1");  // which has no $MeshFormat
  if (first != "$MeshFormat") fail("expected '$MeshFormat', found " + shown(first));
  const std::string_view version = word("the version");
  if (version != "2.2" && version != "4.1") refuse_version(version);
  version_4_ = version == "4.1";
  const std::int64_t type = integer("the file type");
  if (type != 0 && type != 1) fail("expected the file type 0 (ASCII) or 1 (binary)");
  binary_ = type == 1;
  if (integer("the size of a number") != 8) fail("numbers must have 8 bytes");
  if (binary_) {
    start_binary();
    const auto one = binary<std::uint32_t>("the number 1");
    if (one == 0x01000000u) {
      swap_bytes();
    } else if (one != 1) {
      fail("expected the number 1, which tells the byte order");
    }
    start_text();
  }
  expect("$EndMeshFormat");
}

}  // namespace simbench
