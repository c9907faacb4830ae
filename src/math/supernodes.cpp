#include "math/supernodes.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>

#include "math/nested_dissection.h"

namespace simbench {

namespace {

// Below this number of vertices, approximate minimum degree finds as good an order as nested dissection in a
// quarter of the time.
constexpr int nested_dissection_size = 10000;

// Eigen::AMDOrdering would copy the matrix twice before it calls the same function. Ties depend on the order
// of the rows in a column, which is ascending if that of the neighbours is.
std::vector<int> minimum_degree(const AdjacencyGraph& graph) {
  const int vertices = graph.vertex_count(), entries = vertices + static_cast<int>(graph.neighbour.size());
  Eigen::SparseMatrix<int> pattern(vertices, vertices);   // its numbers are not used
  pattern.reserve(entries + entries / 5 + 2 * vertices);  // the elbow room that Eigen takes
  pattern.resizeNonZeros(entries);
  int* row = pattern.innerIndexPtr();
  for (int vertex = 0; vertex < vertices; ++vertex) {
    pattern.outerIndexPtr()[vertex] = static_cast<int>(row - pattern.innerIndexPtr());
    const auto begin = graph.neighbour.begin() + graph.start[vertex],
               end = graph.neighbour.begin() + graph.start[vertex + 1],
               above = std::find_if(begin, end, [&](int other) { return other > vertex; });
    row = std::copy(begin, above, row);
    *row++ = vertex;
    row = std::copy(above, end, row);
  }
  pattern.outerIndexPtr()[vertices] = entries;
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::internal::minimum_degree_ordering(pattern, order);
  return {order.indices().begin(), order.indices().end()};
}

// The time that a solve takes for a supernode, in units of the time to read one entry of the factor: its
// entries with the padding of panels, the look-up of each row, and a constant per supernode. The coefficients
// are fitted to measurements.
double solve_cost(double width, double height) {
  return width * (height + 4 - width / 2) + 3 * height + 8;
}

// Merges columns into supernodes, and supernodes into their parents, as long as merging makes a solve faster
// (relaxed amalgamation, Ashcraft and Grimes 1989). Returns for each column the last column of its supernode.
std::vector<int> amalgamate(const EliminationTree& tree, int block) {
  const int n = static_cast<int>(tree.parent.size());
  std::vector<int> width(n, 1), top(n), next_child(n, -1), first_child(n, -1);
  const auto cost = [&](int columns, int rows_below) {
    return solve_cost(block * columns, block * (columns + rows_below));
  };
  for (int k = n - 1; k >= 0; --k) {
    top[k] = k;
    if (tree.parent[k] < 0) continue;
    next_child[k] = first_child[tree.parent[k]];
    first_child[tree.parent[k]] = k;
  }
  for (int k = 0; k < n; ++k) {  // children before parents
    for (int child = first_child[k]; child >= 0; child = next_child[child]) {
      const double apart = cost(width[child], tree.entries[child] - 1) + cost(width[k], tree.entries[k] - 1);
      if (cost(width[k] + width[child], tree.entries[k] - 1) > apart) continue;
      width[k] += width[child];
      top[child] = k;
    }
  }
  for (int k = n - 1; k >= 0; --k) top[k] = top[top[k]];
  return top;
}

Supernodes expanded(const Supernodes& supernodes, int block) {
  Supernodes result = supernodes;
  result.order.clear(), result.first.clear(), result.row_start.clear(), result.row.clear();
  for (const int start : supernodes.first) result.first.push_back(block * start);
  for (const int start : supernodes.row_start) result.row_start.push_back(block * start);
  for (const int vertex : supernodes.order) {
    for (int i = 0; i < block; ++i) result.order.push_back(block * vertex + i);
  }
  for (const int row : supernodes.row) {
    for (int i = 0; i < block; ++i) result.row.push_back(block * row + i);
  }
  return result;
}

}  // namespace

Supernodes find_supernodes(const AdjacencyGraph& graph, int block) {
  const int n = graph.vertex_count();
  const bool is_small = n < nested_dissection_size;
  std::vector<int> order = is_small ? minimum_degree(graph) : nested_dissection(graph);
  const EliminationTree tree = put_in_postorder(graph, order);
  const std::vector<int> top = amalgamate(tree, block);

  Supernodes result;
  result.ordering = is_small ? "minimum degree (AMD)" : "nested dissection (METIS)";
  std::vector<int> supernode_of_top(n, -1), number(n), next(1, 0);
  for (int k = 0; k < n; ++k) {
    if (top[k] == k) supernode_of_top[k] = static_cast<int>(next.size()) - 1, next.push_back(0);
  }
  for (int k = 0; k < n; ++k) ++next[supernode_of_top[top[k]] + 1];
  for (std::size_t s = 1; s < next.size(); ++s) next[s] += next[s - 1];
  result.first = next;
  result.order.resize(n);
  for (int k = 0; k < n; ++k) {
    const int place = next[supernode_of_top[top[k]]]++;
    result.order[place] = order[k];
    number[order[k]] = place;
    if (top[k] != k) continue;
    result.parent.push_back(tree.parent[k] < 0 ? -1 : supernode_of_top[top[tree.parent[k]]]);
  }

  result.first_child = result.sibling = std::vector<int>(result.parent.size(), -1);
  for (int s = 0; s < result.count(); ++s) {
    if (result.parent[s] < 0) continue;
    result.sibling[s] = result.first_child[result.parent[s]];
    result.first_child[result.parent[s]] = s;
  }

  // The rows of a supernode: its own columns, and below them those of its last column. A row of the factor is
  // a subtree of the elimination tree: the paths from the columns that the row has in A up to the diagonal.
  // The rows come one after the other, so each supernode gets its rows in ascending order.
  std::vector<int> supernode(n), next_row, last_row(result.parent.size(), -1);
  result.row_start.assign(1, 0);
  for (int k = 0, s = 0; k < n; ++k) {
    if (top[k] != k) continue;
    const int width = result.first[s + 1] - result.first[s];
    next_row.push_back(result.row_start.back() + width);
    result.row_start.push_back(next_row.back() + tree.entries[k] - 1);
    std::fill_n(supernode.begin() + result.first[s], width, s);
    ++s;
  }
  result.row.resize(result.row_start.back());
  for (int row = 0; row < n; ++row) {
    const int own = supernode[row];
    result.row[result.row_start[own] + row - result.first[own]] = row;
    last_row[own] = row;  // where all paths end
    for (int i = graph.start[result.order[row]]; i < graph.start[result.order[row] + 1]; ++i) {
      const int column = number[graph.neighbour[i]];
      if (column > row) continue;
      for (int s = supernode[column]; last_row[s] != row; s = result.parent[s]) {
        last_row[s] = row;
        result.row[next_row[s]++] = row;
      }
    }
  }
  return block == 1 ? result : expanded(result, block);
}

}  // namespace simbench
