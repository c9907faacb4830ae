// Gmsh's .msh 2.2 and 4.1, ASCII and binary (Gmsh reference manual, chapter "Gmsh file formats"). Only $Nodes and the 4-node
// tets of $Elements are used.
#include <fmt/format.h>

#include <unordered_map>

#include "base/counted.h"
#include "mesh/mesh_file.h"
#include "mesh/scanner.h"

namespace simbench {

namespace {

constexpr int tet_type = 4;

// Nodes of an element of dimension below 3 and first order (which is left out), or of a tet; 0 for all others.
int node_count(std::int64_t type) {
  switch (type) {
    case 15:
      return 1;  // point
    case 1:
      return 2;  // line
    case 2:
      return 3;  // triangle
    case 3:      // quadrangle
    case tet_type:
      return 4;
    default:
      return 0;
  }
}

std::string type_name(std::int64_t type) {
  switch (type) {
    case 5:
      return "hexahedra";
    case 6:
      return "prisms";
    case 7:
      return "pyramids";
    case 11:
      return "second-order tets (10 nodes)";
    default:
      return "elements that are neither linear tets nor linear points, lines, triangles or quadrangles";
  }
}

class MshReader {
 public:
  MshReader(std::string_view contents, const std::string& name) : in_(contents, name, Layout::words) {}

  RawTets read() {
    read_format();
    while (!in_.at_end()) {
      const std::string section(in_.word("a section"));
      if (section.size() < 2 || section[0] != '$') {
        in_.fail("expected a section ('$…'), found " + shown(section));
      }
      if (section == "$Nodes") {
        version_4_ ? read_nodes_4() : read_nodes_2();
      } else if (section == "$Elements") {
        version_4_ ? read_elements_4() : read_elements_2();
      } else {
        in_.skip_past("$End" + section.substr(1));
        continue;
      }
      in_.start_text();
      in_.expect("$End" + section.substr(1));
    }
    if (raw_.positions.empty()) in_.fail("there is no $Nodes section with nodes");
    if (left_out_ > 0) {
      raw_.notes.push_back(
          counted(left_out_, "element of lower dimension was", "elements of lower dimension were") +
          " left out.");
    }
    return std::move(raw_);
  }

 private:
  void read_format() {
    in_.expect("$MeshFormat");
    const std::string_view version = in_.word("the version");
    if (version != "2.2" && version != "4.1") {
      in_.fail(fmt::format("version {} of the format: simbench reads 2.2 and 4.1 (gmsh -format msh41)",
                           shown(version)));
    }
    version_4_ = version == "4.1";
    const std::int64_t type = in_.integer("the file type");
    if (type != 0 && type != 1) in_.fail("expected the file type 0 (ASCII) or 1 (binary)");
    binary_ = type == 1;
    if (in_.integer("the size of a number") != 8) in_.fail("numbers must have 8 bytes");
    if (binary_) {
      in_.start_binary();
      const auto one = in_.binary<std::uint32_t>("the number 1");
      if (one == 0x01000000u) {
        in_.swap_bytes();
      } else if (one != 1) {
        in_.fail("expected the number 1, which tells the byte order");
      }
      in_.start_text();
    }
    in_.expect("$EndMeshFormat");
  }

  // What C++ calls int and size_t, and double.
  std::int64_t integer(std::string_view what) {
    return binary_ ? in_.binary<std::int32_t>(what) : in_.integer(what);
  }
  std::int64_t size(std::string_view what) {
    return binary_ ? in_.binary<std::int64_t>(what) : in_.integer(what);
  }
  double number(std::string_view what) { return binary_ ? in_.binary<double>(what) : in_.number(what); }
  std::int64_t count(std::int64_t value, std::size_t ascii, std::size_t binary, std::string_view what) {
    return in_.checked_count(value, binary_ ? binary : ascii, what);
  }

  void add_tag(std::int64_t tag) {
    if (!index_of_.emplace(tag, static_cast<int>(index_of_.size())).second) {
      in_.fail(fmt::format("node {} is there twice", tag));
    }
  }

  void add_position() {
    for (const char* axis : {"x", "y", "z"}) raw_.positions.push_back(number(axis));
  }

  // The nodes of one element.
  void read_element(std::int64_t type, bool nodes_are_sizes) {
    for (int i = 0; i < node_count(type); ++i) {
      const std::int64_t tag = nodes_are_sizes ? size("a node") : integer("a node");
      if (type != tet_type) continue;
      const auto found = index_of_.find(tag);
      if (found == index_of_.end()) in_.fail(fmt::format("there is no node {}", tag));
      raw_.tets.push_back(found->second);
    }
    left_out_ += type != tet_type;
  }

  void check_type(std::int64_t type) const {
    if (node_count(type) == 0) {
      in_.fail(fmt::format("{} (type {}): simbench takes linear tets only (type 4)", type_name(type), type));
    }
  }

  void read_nodes_2() {
    const std::int64_t nodes = in_.integer("the number of nodes");
    if (binary_) in_.start_binary();
    count(nodes, 8, 28, "nodes");  // "1 0 0 0\n"
    for (std::int64_t i = 0; i < nodes; ++i) {
      add_tag(integer("a node's number"));
      add_position();
    }
  }

  // In binary, elements of a type come in blocks with a header of their own.
  void read_elements_2() {
    const std::int64_t elements = in_.integer("the number of elements");
    if (binary_) in_.start_binary();
    count(elements, 8, 8, "elements");  // "1 15 0 1"; number, node
    for (std::int64_t done = 0; done < elements;) {
      if (!binary_) integer("an element's number");
      const std::int64_t type = integer("an element's type");
      check_type(type);
      const std::int64_t following = binary_ ? integer("the number of elements that follow") : 1;
      if (following < 1 || following > elements - done) {
        in_.fail(fmt::format("a block of {} elements", following));
      }
      const std::int64_t tags = count(integer("the number of tags"), 2, 4, "tags");
      for (std::int64_t i = 0; i < following; ++i) {
        if (binary_) integer("an element's number");
        for (std::int64_t tag = 0; tag < tags; ++tag) integer("a tag");
        read_element(type, false);
      }
      done += following;
    }
  }

  // Blocks, one an entity: the numbers of all its nodes, then their positions (and parameters on the entity).
  void read_nodes_4() {
    if (binary_) in_.start_binary();
    const std::int64_t blocks = count(size("the number of blocks"), 8, 20, "blocks");
    const std::int64_t nodes = count(size("the number of nodes"), 8, 32, "nodes");
    size("the lowest number of a node");
    size("the highest number of a node");
    for (std::int64_t block = 0; block < blocks; ++block) {
      const std::int64_t dimension = integer("the dimension of an entity");
      if (dimension < 0 || dimension > 3) in_.fail(fmt::format("an entity of dimension {}", dimension));
      integer("the number of an entity");
      const bool parametric = integer("whether there are parameters") != 0;
      const std::int64_t block_nodes = count(size("the number of nodes of a block"), 8, 32, "nodes");
      for (std::int64_t i = 0; i < block_nodes; ++i) add_tag(size("a node's number"));
      for (std::int64_t i = 0; i < block_nodes; ++i) {
        add_position();
        for (int j = 0; parametric && j < dimension; ++j) number("a parameter of a node");
      }
    }
    check_total("nodes", nodes, static_cast<std::int64_t>(index_of_.size()));
  }

  void read_elements_4() {
    if (binary_) in_.start_binary();
    const std::int64_t blocks = count(size("the number of blocks"), 8, 20, "blocks");
    const std::int64_t elements = count(size("the number of elements"), 4, 16, "elements");
    size("the lowest number of an element");
    size("the highest number of an element");
    std::int64_t done = 0;
    for (std::int64_t block = 0; block < blocks; ++block) {
      integer("the dimension of an entity");
      integer("the number of an entity");
      const std::int64_t type = integer("an element's type");
      check_type(type);
      const std::int64_t block_elements = count(size("the number of elements of a block"), 4, 16, "elements");
      for (std::int64_t i = 0; i < block_elements; ++i) {
        size("an element's number");
        read_element(type, true);
      }
      done += block_elements;
    }
    check_total("elements", elements, done);
  }

  void check_total(std::string_view what, std::int64_t said, std::int64_t found) const {
    if (said != found) {
      in_.fail(fmt::format("{} {} are announced, but the blocks have {}", said, what, found));
    }
  }

  Scanner in_;
  bool version_4_ = false;
  bool binary_ = false;
  std::unordered_map<std::int64_t, int> index_of_;  // of a node's number, which may be any
  std::int64_t left_out_ = 0;
  RawTets raw_;
};

}  // namespace

RawTets parse_msh(std::string_view contents, const std::string& name) {
  return MshReader(contents, name).read();
}

}  // namespace simbench
