// The sections $Entities and $PartitionedEntities of a .msh 4.1: the physical groups of volumes.
#pragma once

#include <unordered_map>

#include "mesh/msh_scanner.h"

namespace simbench {

struct VolumeGroups {
  std::unordered_map<std::int64_t, int> group;  // the first physical group by the number of a volume
  std::int64_t in_several_groups = 0;           // number of volumes with more than one
};

// Reads the section's data, and adds its volumes. Throws Error(ExitCode::mesh).
void read_entities(MshScanner& in, bool partitioned, VolumeGroups& volumes);

}  // namespace simbench
