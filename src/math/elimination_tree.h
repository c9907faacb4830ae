// The elimination tree of a sparse symmetric matrix: the parent of a column of the Cholesky factor is the row
// of its first entry below the diagonal. Both the tree and the number of entries in each column are found in
// nearly linear time in the entries of the matrix, not of the factor.
#pragma once

#include <vector>

namespace simbench {

// The pattern of a symmetric matrix without its diagonal: the neighbours of each vertex.
struct AdjacencyGraph {
  std::vector<int> start;  // where each vertex's neighbours start; vertices + 1 entries
  std::vector<int> neighbour;

  int vertex_count() const { return static_cast<int>(start.size()) - 1; }
};

// In postorder: children come before parents, and the nodes of each subtree are consecutive.
struct EliminationTree {
  std::vector<int> parent;   // −1 for a root
  std::vector<int> entries;  // of each column of the factor, with its diagonal
};

// Renumbers `order`, whose k-th entry is the k-th vertex that is eliminated, so that its elimination tree is
// in postorder, and returns the tree. The factor has as many entries as before.
EliminationTree put_in_postorder(const AdjacencyGraph& graph, std::vector<int>& order);

}  // namespace simbench
