// The symbolic half of a sparse Cholesky factorisation: an order of elimination, and supernodes, runs of consecutive
// columns of the factor that share their rows and are kept and worked on as dense matrices (Ng and Peyton 1993).
#pragma once

#include <span>
#include <vector>

#include "math/types.h"

namespace simbench {

// A symmetric matrix's pattern without its diagonal: the neighbours of each vertex.
struct AdjacencyGraph {
  std::vector<int> start;  // vertices + 1
  std::vector<int> neighbour;

  int vertex_count() const { return static_cast<int>(start.size()) - 1; }
};

struct Supernodes {
  const char* ordering = "";  // how the order was found
  std::vector<int> order;     // the unknown that is eliminated as number k
  std::vector<int> first;     // first column of each supernode, and the number of columns
  std::vector<int> parent;    // of each supernode in the elimination tree, a postorder; −1: a root
  std::vector<int> first_child, sibling;  // the same tree downwards; −1: none
  std::vector<int> row_start;             // supernodes + 1
  std::vector<int> row;  // the rows of each supernode, ascending: its own columns, then those below

  int count() const { return static_cast<int>(parent.size()); }
  Index width(int s) const { return first[s + 1] - first[s]; }
  Index height(int s) const { return row_start[s + 1] - row_start[s]; }
  const int* rows(int s) const { return row.data() + row_start[s]; }
  std::span<const int> rows_below(int s) const {
    return {rows(s) + width(s), static_cast<std::size_t>(height(s) - width(s))};
  }
};

// Orders the graph so that the factor has few entries and finds its supernodes. Each vertex stands for `block`
// consecutive unknowns, coupled with one another and with all of its neighbours' unknowns.
Supernodes find_supernodes(const AdjacencyGraph& graph, int block);

}  // namespace simbench
