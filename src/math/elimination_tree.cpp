#include "math/elimination_tree.h"

#include <utility>

namespace simbench {

namespace {

std::vector<int> inverse(const std::vector<int>& order) {
  std::vector<int> number(order.size());
  for (int k = 0; k < static_cast<int>(order.size()); ++k) number[order[k]] = k;
  return number;
}

// The parent of each node in the elimination tree, −1 for a root. Paths to the root are compressed, so that
// the time is nearly linear in the entries of the matrix (Liu 1986; Davis 2006, section 4.1).
std::vector<int> elimination_tree(const AdjacencyGraph& graph, const std::vector<int>& order) {
  const int n = graph.vertex_count();
  const std::vector<int> number = inverse(order);
  std::vector<int> parent(n, -1), ancestor(n, -1);
  for (int row = 0; row < n; ++row) {
    for (int i = graph.start[order[row]]; i < graph.start[order[row] + 1]; ++i) {
      for (int column = number[graph.neighbour[i]]; column >= 0 && column < row;) {
        const int above = std::exchange(ancestor[column], row);
        if (above < 0) parent[column] = row;
        column = above;
      }
    }
  }
  return parent;
}

// An order with children before parents, in which the nodes of each subtree are consecutive.
std::vector<int> postorder(const std::vector<int>& parent) {
  const int n = static_cast<int>(parent.size());
  std::vector<int> first_child(n + 1, -1), sibling(n), result, stack;
  result.reserve(n);
  for (int k = n - 1; k >= 0; --k) {
    const int above = parent[k] < 0 ? n : parent[k];
    sibling[k] = first_child[above];
    first_child[above] = k;
  }
  for (int node = first_child[n]; node >= 0 || !stack.empty();) {
    while (node >= 0) {
      stack.push_back(node);
      node = first_child[node];
    }
    result.push_back(stack.back());
    node = sibling[stack.back()];
    stack.pop_back();
  }
  return result;
}

// The number of entries in each column of the factor, without a walk over these entries (Gilbert, Ng and
// Peyton 1994; Davis 2006, section 4.5). `parent` must be in postorder. A row of the factor is a subtree of
// the elimination tree, and its columns are counted at its leaves: +1 at each leaf, −1 where the paths of two
// leaves meet. A leaf of the tree counts its own diagonal, too, and a column takes −1 to its parent, whose
// column does not have its diagonal. The sum over a column and all its descendants is then the number of its
// entries.
std::vector<int> column_counts(const AdjacencyGraph& graph, const std::vector<int>& order,
                               const std::vector<int>& parent) {
  const int n = graph.vertex_count();
  const std::vector<int> number = inverse(order);
  std::vector<int> entries(n), first_descendant(n, -1), ancestor(n);
  for (int k = 0; k < n; ++k) {
    entries[k] = first_descendant[k] < 0;  // a leaf of the tree counts its diagonal
    ancestor[k] = k;
    for (int node = k; node >= 0 && first_descendant[node] < 0; node = parent[node])
      first_descendant[node] = k;
  }
  std::vector<int> last_leaf(n, -1), last_descendant(n, -1);  // in the subtree of each row
  for (int column = 0; column < n; ++column) {
    if (parent[column] >= 0) --entries[parent[column]];
    for (int i = graph.start[order[column]]; i < graph.start[order[column] + 1]; ++i) {
      const int row = number[graph.neighbour[i]];
      if (row <= column || first_descendant[column] <= last_descendant[row]) continue;  // not a leaf
      last_descendant[row] = first_descendant[column];
      ++entries[column];
      const int leaf = std::exchange(last_leaf[row], column);
      if (leaf < 0) continue;
      int meeting = leaf;  // of the paths of both leaves to the root
      while (meeting != ancestor[meeting]) meeting = ancestor[meeting];
      for (int node = leaf; node != meeting;) node = std::exchange(ancestor[node], meeting);
      --entries[meeting];
    }
    if (parent[column] >= 0) ancestor[column] = parent[column];
  }
  for (int k = 0; k < n; ++k) {
    if (parent[k] >= 0) entries[parent[k]] += entries[k];
  }
  return entries;
}

}  // namespace

EliminationTree put_in_postorder(const AdjacencyGraph& graph, std::vector<int>& order) {
  const std::vector<int> parent = elimination_tree(graph, order);
  const std::vector<int> nodes = postorder(parent), number = inverse(nodes);
  std::vector<int> permuted;
  permuted.reserve(order.size());
  EliminationTree tree;
  tree.parent.reserve(order.size());
  for (const int node : nodes) {
    permuted.push_back(order[node]);
    tree.parent.push_back(parent[node] < 0 ? -1 : number[parent[node]]);
  }
  order.swap(permuted);
  tree.entries = column_counts(graph, order, tree.parent);
  return tree;
}

}  // namespace simbench
