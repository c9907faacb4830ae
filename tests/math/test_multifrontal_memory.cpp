// The memory that the multifrontal method needs for updates, against all orders of children.
#include <algorithm>
#include <catch2/catch.hpp>

#include "math/multifrontal.h"
#include "tests/support/random.h"

using namespace simbench;
using namespace simbench::test;

namespace {

// A random tree of n vertices with at most two children each, and some more edges: a diagonally dominant
// matrix whose elimination tree has branches of many sizes.
SparseMatrix<double> branched_matrix(int n, unsigned seed) {
  Random random(seed);
  std::vector<Eigen::Triplet<double>> entries;
  const auto couple = [&](int a, int b) {
    entries.emplace_back(a, b, -0.1);
    entries.emplace_back(b, a, -0.1);
  };
  const auto any_below = [&](int end) { return std::min(end - 1, static_cast<int>(random.uniform(0, end))); };
  std::vector<int> children(n, 0);
  for (int i = 0; i < n; ++i) entries.emplace_back(i, i, n);
  for (int i = 1; i < n; ++i) {
    int parent = any_below(i);
    while (children[parent] == 2) parent = any_below(i);
    ++children[parent];
    couple(i, parent);
    if (i > 1 && random.uniform(0, 1) < 0.6) couple(i, any_below(i - 1));
  }
  SparseMatrix<double> A(n, n);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

// The numbers in the update of a supernode: a square of the rows below it, if they are few.
Index update(const Supernodes& nodes, int s) {
  const auto rows = static_cast<Index>(nodes.rows_below(s).size());
  REQUIRE(rows < 128);
  return rows * rows;
}

// The least memory in which a subtree can be eliminated: the best of all orders of children.
Index least_memory(const Supernodes& nodes, int s) {
  std::vector<std::array<Index, 2>> children;  // the memory of its subtree, and its update
  for (int child = nodes.first_child[s]; child >= 0; child = nodes.sibling[child])
    children.push_back({least_memory(nodes, child), update(nodes, child)});
  REQUIRE(children.size() < 10);
  std::ranges::sort(children);
  Index best = std::numeric_limits<Index>::max();
  do {
    Index kept = 0, peak = 0;
    for (const auto& [memory, left] : children) {
      peak = std::max(peak, kept + memory);
      kept += left;
    }
    best = std::min(best, std::max(peak, kept + update(nodes, s)));
  } while (std::ranges::next_permutation(children).found);
  return best;
}

}  // namespace

TEST_CASE("No order of children needs less memory for updates") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const SparseMatrix<double> A = branched_matrix(60, seed);
    Multifrontal<double> multifrontal;
    multifrontal.analyze(A);
    VectorX<double> x = VectorX<double>::Ones(A.cols());
    REQUIRE(multifrontal.solve_once(A, x));
    CHECK((A * x - VectorX<double>::Ones(A.cols())).norm() < 1e-12);
    Index expected = 0;
    for (int s = 0; s < multifrontal.supernodes().count(); ++s)
      if (multifrontal.supernodes().parent[s] < 0)
        expected = std::max(expected, least_memory(multifrontal.supernodes(), s));
    CHECK(multifrontal.update_memory() == expected);
  }
}
