// Reads Gmsh's .msh 2.2 and 4.1, ASCII and binary (Gmsh reference manual, chapter "Gmsh file formats"). It
// uses $Nodes (or 2.2's $ParametricNodes), the 4-node tets, triangles and quadrangles of $Elements, and the
// physical groups of tets. A group is a tag of the element in 2.2, and a tag of the element's volume in
// $Entities in 4.1.
#include <fmt/format.h>

#include <unordered_map>

#include "base/counted.h"
#include "mesh/mesh_file.h"
#include "mesh/msh_element_types.h"
#include "mesh/msh_entities.h"
#include "mesh/msh_scanner.h"

namespace simbench {

namespace {

class MshReader {
 public:
  MshReader(std::string_view contents, const std::string& name) : in_(contents, name) {}

  RawTets read() {
    while (!in_.at_end()) read_section(std::string(in_.word("a section")));
    if (raw_.positions.empty()) in_.fail("there is no section $Nodes or $ParametricNodes with nodes");
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
      v4 ? read_nodes_4() : read_nodes_2(false);
    } else if (section == "$ParametricNodes" && !v4) {
      read_nodes_2(true);
    } else if (section == "$Elements") {
      v4 ? read_elements_4() : read_elements_2();
    } else if (section == "$Entities" && v4) {
      read_entities(in_, false, volumes_);
    } else if (section == "$PartitionedEntities" && v4) {
      read_entities(in_, true, volumes_);
    } else {
      // $NodeData, $ElementData and $ElementNodeData
      if (section.ends_with("Data")) raw_.notes.push_back("A section " + shown(section) + " was left out.");
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

  // Reads the nodes of one element, and keeps them if it is a tet or a facet.
  void read_element(std::int64_t type, std::int64_t tag, bool nodes_are_sizes) {
    const int nodes = node_count(type);
    std::vector<int>& kept = type == tet_type ? raw_.tets : raw_.facets;
    if (is_facet(type)) kept.push_back(nodes);
    for (int i = 0; i < nodes; ++i) {
      const std::int64_t node = nodes_are_sizes ? in_.stored_size("a node") : in_.stored_int("a node");
      if (type != tet_type && !is_facet(type)) continue;
      const auto found = index_of_.find(node);
      if (found == index_of_.end()) in_.fail(fmt::format("there is no node {}", node));
      kept.push_back(found->second);
    }
    if (type == tet_type) {
      raw_.tags.push_back(in_.tag_of(tag));
    } else {
      ++left_out_;
    }
  }

  std::int64_t read_type() {
    const std::int64_t type = in_.stored_int("an element's type");
    if (node_count(type) == 0) {
      in_.fail(fmt::format("{} (type {}): simbench takes linear tets only (type 4)", type_name(type), type));
    }
    return type;
  }

  // Parametric nodes also have the dimension and the number of their entity; those on a curve or a face have
  // their parameters on it, too.
  void read_nodes_2(bool parametric) {
    const std::int64_t nodes = in_.integer("the number of nodes");
    in_.start_data();
    in_.possible(nodes, 8, 28, "nodes");  // "1 0 0 0\n"
    for (std::int64_t i = 0; i < nodes; ++i) {
      add_node(in_.stored_int("a node's number"));
      add_position();
      if (!parametric) continue;
      const std::int64_t dimension = read_dimension();
      in_.stored_int("the number of an entity");
      for (int j = 0; dimension < 3 && j < dimension; ++j) in_.stored_double("a parameter of a node");
    }
  }

  std::int64_t read_dimension() {
    const std::int64_t dimension = in_.stored_int("the dimension of an entity");
    if (dimension < 0 || dimension > 3)
      in_.fail(fmt::format("an entity of dimension {}; expected 0 to 3", dimension));
    return dimension;
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

  // While reading, the tag of a tet is the number of its volume, because $Entities may come after $Elements.
  // Replaces it by the physical group of that volume.
  void tag_by_volumes() {
    for (int& tag : raw_.tags) {
      const auto found = volumes_.group.find(tag);
      tag = found == volumes_.group.end() ? 0 : found->second;
    }
    if (volumes_.in_several_groups > 0) {
      raw_.notes.push_back(counted(volumes_.in_several_groups, "volume is", "volumes are") +
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
      const std::int64_t dimension = read_dimension();
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
  VolumeGroups volumes_;
  std::int64_t left_out_ = 0;
  RawTets raw_;
};

}  // namespace

RawTets parse_msh(std::string_view contents, const std::string& name) {
  return MshReader(contents, name).read();
}

}  // namespace simbench
