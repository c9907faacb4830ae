// Reads Gmsh's .msh 2.2 and 4.1, ASCII and binary (Gmsh reference manual, chapter "Gmsh file formats"). It
// uses $Nodes, the 4-node tets of $Elements, and their physical groups. A group is a tag of the element in
// 2.2, and a tag of the element's volume in $Entities in 4.1.
#include <fmt/format.h>

#include <array>
#include <unordered_map>

#include "base/counted.h"
#include "mesh/mesh_file.h"
#include "mesh/msh_element_types.h"
#include "mesh/msh_scanner.h"

namespace simbench {

namespace {

class MshReader {
 public:
  MshReader(std::string_view contents, const std::string& name) : in_(contents, name) {}

  RawTets read() {
    while (!in_.at_end()) read_section(std::string(in_.word("a section")));
    if (raw_.positions.empty()) in_.fail("there is no $Nodes section with nodes");
    if (left_out_ > 0) {
      raw_.notes.push_back(
          counted(left_out_, "element of lower dimension was", "elements of lower dimension were") +
          " left out.");
    }
    if (in_.is_version_4()) tag_by_volumes();
    return std::move(raw_);
  }

 private:
  void read_section(const std::string& section) {
    if (section.size() < 2 || section[0] != '$')
      in_.fail("expected a section ('$…'), found " + shown(section));
    const bool v4 = in_.is_version_4();
    if (section == "$Nodes") {
      v4 ? read_nodes_4() : read_nodes_2();
    } else if (section == "$Elements") {
      v4 ? read_elements_4() : read_elements_2();
    } else if (section == "$Entities" && v4) {
      read_entities_4();
    } else {
      return in_.skip_past("$End" + section.substr(1));
    }
    in_.start_text();
    in_.expect("$End" + section.substr(1));
  }

  void add_node(std::int64_t number) {
    if (!index_of_.emplace(number, static_cast<int>(index_of_.size())).second) {
      in_.fail(fmt::format("node {} occurs twice", number));
    }
  }

  void add_position() {
    for (const char* axis : {"x", "y", "z"}) raw_.positions.push_back(in_.stored_double(axis));
  }

  // Reads the nodes of one element, and keeps them if it is a tet.
  void read_element(std::int64_t type, std::int64_t tag, bool nodes_are_sizes) {
    for (int i = 0; i < node_count(type); ++i) {
      const std::int64_t node = nodes_are_sizes ? in_.stored_size("a node") : in_.stored_int("a node");
      if (type != tet_type) continue;
      const auto found = index_of_.find(node);
      if (found == index_of_.end()) in_.fail(fmt::format("there is no node {}", node));
      raw_.tets.push_back(found->second);
    }
    if (type == tet_type) {
      raw_.tags.push_back(as_int(tag));
    } else {
      ++left_out_;
    }
  }

  int as_int(std::int64_t tag) const {
    if (tag != static_cast<int>(tag)) in_.fail(fmt::format("the tag {} does not fit into 32 bits", tag));
    return static_cast<int>(tag);
  }

  std::int64_t read_type() {
    const std::int64_t type = in_.stored_int("an element's type");
    if (node_count(type) == 0) {
      in_.fail(fmt::format("{} (type {}): simbench takes linear tets only (type 4)", type_name(type), type));
    }
    return type;
  }

  void read_nodes_2() {
    const std::int64_t nodes = in_.integer("the number of nodes");
    in_.start_data();
    in_.possible(nodes, 8, 28, "nodes");  // "1 0 0 0\n"
    for (std::int64_t i = 0; i < nodes; ++i) {
      add_node(in_.stored_int("a node's number"));
      add_position();
    }
  }

  // In binary, elements of the same type come in blocks, each with a header. The first tag is the physical
  // group, 0 for none.
  void read_elements_2() {
    const std::int64_t elements = in_.integer("the number of elements");
    in_.start_data();
    in_.possible(elements, 8, 8, "elements");  // "1 15 0 1"; in binary: number, node
    const bool in_blocks = in_.is_binary();
    for (std::int64_t done = 0; done < elements;) {
      if (!in_blocks) in_.stored_int("an element's number");
      const std::int64_t type = read_type();
      const std::int64_t following = in_blocks ? in_.stored_int("the number of elements that follow") : 1;
      if (following < 1 || following > elements - done) {
        in_.fail(fmt::format("a block of {} elements; expected 1 to {}", following, elements - done));
      }
      const std::int64_t tags = in_.possible(in_.stored_int("the number of tags"), 2, 4, "tags");
      for (std::int64_t i = 0; i < following; ++i) {
        if (in_blocks) in_.stored_int("an element's number");
        std::int64_t group = 0;
        for (std::int64_t tag = 0; tag < tags; ++tag) {
          const std::int64_t value = in_.stored_int("a tag");
          if (tag == 0) group = value;
        }
        read_element(type, group, false);
      }
      done += following;
    }
  }

  // Each point, curve, surface and volume has its number, its bounding box (for a point: its position), its
  // physical groups, and the entities that bound it.
  void read_entities_4() {
    in_.start_data();
    std::array<std::int64_t, 4> counts;
    for (std::int64_t& count : counts)
      count = in_.possible(in_.stored_size("the number of entities"), 10, 36, "entities");
    for (int dimension = 0; dimension < 4; ++dimension) {
      for (std::int64_t i = 0; i < counts[dimension]; ++i) {
        const std::int64_t number = in_.stored_int("the number of an entity");
        for (int j = 0; j < (dimension == 0 ? 3 : 6); ++j) in_.stored_double("a coordinate of an entity");
        const std::vector<std::int64_t> groups = read_numbers("physical groups");
        if (dimension > 0) read_numbers("bounding entities");
        if (dimension == 3 && !groups.empty()) group_of_volume_[number] = as_int(groups.front());
        in_several_groups_ += dimension == 3 && groups.size() > 1;
      }
    }
  }

  std::vector<std::int64_t> read_numbers(const std::string& what) {
    const std::int64_t count = in_.possible(in_.stored_size("the number of " + what), 2, 4, what);
    std::vector<std::int64_t> numbers;
    for (std::int64_t i = 0; i < count; ++i) numbers.push_back(in_.stored_int("one of the " + what));
    return numbers;
  }

  // While reading, the tag of a tet is the number of its volume, because $Entities may come after $Elements.
  // Replaces it by the physical group of that volume.
  void tag_by_volumes() {
    for (int& tag : raw_.tags) {
      const auto found = group_of_volume_.find(tag);
      tag = found == group_of_volume_.end() ? 0 : found->second;
    }
    if (in_several_groups_ > 0) {
      raw_.notes.push_back(counted(in_several_groups_, "volume is", "volumes are") +
                           " in several physical groups; the tag of its tets is the first of them.");
    }
  }

  // There is a block per entity: first the numbers of all its nodes, then their positions (and their
  // parameters on the entity).
  void read_nodes_4() {
    in_.start_data();
    const std::int64_t blocks = in_.possible(in_.stored_size("the number of blocks"), 8, 20, "blocks");
    const std::int64_t nodes = in_.possible(in_.stored_size("the number of nodes"), 8, 32, "nodes");
    in_.stored_size("the lowest number of a node");
    in_.stored_size("the highest number of a node");
    for (std::int64_t block = 0; block < blocks; ++block) {
      const std::int64_t dimension = in_.stored_int("the dimension of an entity");
      if (dimension < 0 || dimension > 3)
        in_.fail(fmt::format("an entity of dimension {}; expected 0 to 3", dimension));
      in_.stored_int("the number of an entity");
      const bool parametric = in_.stored_int("whether there are parameters") != 0;
      const std::int64_t block_nodes =
          in_.possible(in_.stored_size("the number of nodes of a block"), 8, 32, "nodes");
      for (std::int64_t i = 0; i < block_nodes; ++i) add_node(in_.stored_size("a node's number"));
      for (std::int64_t i = 0; i < block_nodes; ++i) {
        add_position();
        for (int j = 0; parametric && j < dimension; ++j) in_.stored_double("a parameter of a node");
      }
    }
    check_total("nodes", nodes, static_cast<std::int64_t>(index_of_.size()));
  }

  void read_elements_4() {
    in_.start_data();
    const std::int64_t blocks = in_.possible(in_.stored_size("the number of blocks"), 8, 20, "blocks");
    const std::int64_t elements = in_.possible(in_.stored_size("the number of elements"), 4, 16, "elements");
    in_.stored_size("the lowest number of an element");
    in_.stored_size("the highest number of an element");
    std::int64_t done = 0;
    for (std::int64_t block = 0; block < blocks; ++block) {
      in_.stored_int("the dimension of an entity");
      const std::int64_t entity = in_.stored_int("the number of an entity");
      const std::int64_t type = read_type();
      const std::int64_t block_elements =
          in_.possible(in_.stored_size("the number of elements of a block"), 4, 16, "elements");
      for (std::int64_t i = 0; i < block_elements; ++i) {
        in_.stored_size("an element's number");
        read_element(type, entity, true);
      }
      done += block_elements;
    }
    check_total("elements", elements, done);
  }

  void check_total(std::string_view what, std::int64_t announced, std::int64_t found) const {
    if (announced != found) {
      in_.fail(fmt::format("{} {} are announced, but the blocks have {}", announced, what, found));
    }
  }

  MshScanner in_;
  std::unordered_map<std::int64_t, int> index_of_;  // a node's index by its number, which may be any integer
  std::unordered_map<std::int64_t, int> group_of_volume_;
  std::int64_t in_several_groups_ = 0;
  std::int64_t left_out_ = 0;
  RawTets raw_;
};

}  // namespace

RawTets parse_msh(std::string_view contents, const std::string& name) {
  return MshReader(contents, name).read();
}

}  // namespace simbench
