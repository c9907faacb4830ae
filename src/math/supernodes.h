// The symbolic part of a sparse Cholesky factorisation: an order of elimination, and supernodes. A supernode
// is a run of consecutive columns of the factor that share their rows; it is stored and computed as a dense
// matrix (Ng and Peyton 1993).
#pragma once

#include <span>
#include <vector>

#include "math/elimination_tree.h"
#include "math/types.h"

namespace simbench {

struct Supernodes {
  const char* ordering = "";  // how the order was found
  std::vector<int> order;     // order[k] is the k-th unknown that is eliminated
  std::vector<int> first;     // first column of each supernode; at the end, the number of columns
  std::vector<int> parent;    // in the elimination tree, whose supernodes are in postorder; −1 for a root
  std::vector<int> first_child, sibling;  // the same tree downwards; −1 if there is none
  std::vector<int> row_start;  // where each supernode's rows start in `row`; supernodes + 1 entries
  std::vector<int> row;  // the rows of each supernode, ascending: its own columns, then the rows below them

  int count() const { return static_cast<int>(parent.size()); }
  Index width(int s) const { return first[s + 1] - first[s]; }
  Index height(int s) const { return row_start[s + 1] - row_start[s]; }
  const int* rows(int s) const { return row.data() + row_start[s]; }
  std::span<const int> rows_below(int s) const {
    return {rows(s) + width(s), static_cast<std::size_t>(height(s) - width(s))};
  }
};

// Orders the graph so that the factor has few entries, and finds the supernodes. Each vertex stands for
// `block` consecutive unknowns, which are coupled with one another and with all unknowns of its neighbours.
Supernodes find_supernodes(const AdjacencyGraph& graph, int block);

}  // namespace simbench
