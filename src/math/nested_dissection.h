// Nested dissection by METIS (Karypis and Kumar 1998), kept away from the signals of the process.
#pragma once

#include <vector>

#include "math/elimination_tree.h"

namespace simbench {

// order[k] is the k-th vertex that is eliminated. It is the same in every run. Several threads may call it.
// Throws std::bad_alloc.
std::vector<int> nested_dissection(AdjacencyGraph graph);

}  // namespace simbench
