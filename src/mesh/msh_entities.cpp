#include "mesh/msh_entities.h"

#include <array>
#include <vector>

namespace simbench {

namespace {

void skip_ghosts(MshScanner& in) {
  in.stored_size("the number of partitions");
  const std::int64_t ghosts =
      in.possible(in.stored_size("the number of ghost entities"), 4, 8, "ghost entities");
  for (std::int64_t i = 0; i < ghosts; ++i) {
    for (const char* what : {"the number of a ghost entity", "its partition"}) in.stored_int(what);
  }
}

std::vector<std::int64_t> read_numbers(MshScanner& in, const std::string& what) {
  const std::int64_t count = in.possible(in.stored_size("the number of " + what), 2, 4, what);
  std::vector<std::int64_t> numbers;
  for (std::int64_t i = 0; i < count; ++i) numbers.push_back(in.stored_int("one of the " + what));
  return numbers;
}

// An entity has its number, its bounding box (a point: its position), its physical groups, and the entities
// that bound it. In a partitioned mesh, elements belong to the parts of entities, each of which also has its
// parent and its partitions.
void read_entity(MshScanner& in, int dimension, bool partitioned, VolumeGroups& volumes) {
  const std::int64_t number = in.stored_int("the number of an entity");
  if (partitioned) {
    for (const char* what : {"the dimension of a parent", "the number of a parent"}) in.stored_int(what);
    read_numbers(in, "partitions");
  }
  for (int i = 0; i < (dimension == 0 ? 3 : 6); ++i) in.stored_double("a coordinate of an entity");
  const std::vector<std::int64_t> groups = read_numbers(in, "physical groups");
  if (dimension > 0) read_numbers(in, "bounding entities");
  if (dimension < 3 || groups.empty()) return;
  volumes.group[number] = in.tag_of(groups.front());
  volumes.in_several_groups += groups.size() > 1;
}

}  // namespace

void read_entities(MshScanner& in, bool partitioned, VolumeGroups& volumes) {
  in.start_data();
  if (partitioned) skip_ghosts(in);
  std::array<std::int64_t, 4> counts;
  for (std::int64_t& count : counts)
    count = in.possible(in.stored_size("the number of entities"), 10, 36, "entities");
  for (int dimension = 0; dimension < 4; ++dimension) {
    for (std::int64_t i = 0; i < counts[dimension]; ++i) read_entity(in, dimension, partitioned, volumes);
  }
}

}  // namespace simbench
