// The memory of the updates in multifrontal.h: where they lie, and an order of elimination that needs little.
#include <algorithm>
#include <array>
#include <functional>

#include "math/multifrontal.h"
#include "math/parallel.h"
#include "math/update_layout.h"

namespace simbench {

// A supernode's update is kept until its parent has added it. Children come before parents. Among the
// children of a supernode, the sequence begins with the one whose subtree needs the most memory beyond the
// update that it leaves (Liu 1986, On the storage requirement in the out-of-core multifrontal method).
template <class Real>
void Multifrontal<Real>::find_sequence() {
  const Supernodes& nodes = supernodes_;
  std::vector<Index> update(nodes.count()), peak(nodes.count(), 0);  // peak: what the whole subtree needs
  std::vector<int> members(nodes.count(), 1);                        // how many supernodes the subtree has
  std::vector<int> start(nodes.count(), 0);  // its first place in the sequence, counted from its parent's
  std::vector<int> children;
  for (int s = 0; s < nodes.count(); ++s) {
    children.clear();
    for (int child = nodes.first_child[s]; child >= 0; child = nodes.sibling[child])
      children.push_back(child);
    std::ranges::stable_sort(children, std::greater{},
                             [&](int child) { return peak[child] - update[child]; });
    Index kept = 0;
    for (const int child : children) {
      start[child] = members[s] - 1;
      members[s] += members[child];
      peak[s] = std::max(peak[s], kept + peak[child]);
      kept += update[child];
    }
    update[s] = update_size(nodes.height(s) - nodes.width(s));
    peak[s] = std::max(peak[s], kept + update[s]);
  }
  sequence_.resize(nodes.count());
  int first_of_root = 0;
  for (int s = nodes.count() - 1; s >= 0; --s) {
    start[s] += nodes.parent[s] < 0 ? first_of_root : start[nodes.parent[s]];
    if (nodes.parent[s] < 0) first_of_root += members[s];
    sequence_[start[s] + members[s] - 1] = s;
  }
}

// Children come before parents, so two stacks suffice: one for the updates of even depth in the tree, one for
// those of odd depth. They grow towards each other from the ends of the same memory. If subtrees are
// eliminated at the same time, each has its own memory.
template <class Real>
void Multifrontal<Real>::place_updates() {
  const bool is_concurrent = thread_count() > 1 && !subtrees_.empty();
  if (!update_start_.empty() && is_concurrent == is_concurrent_) return;
  is_concurrent_ = is_concurrent;
  const Supernodes& nodes = supernodes_;
  std::vector<int> depth(nodes.count(), 0);
  for (int s = nodes.count() - 1; s >= 0; --s) {
    if (nodes.parent[s] >= 0) depth[s] = depth[nodes.parent[s]] + 1;
  }
  const auto size = [&](int s) { return update_size(nodes.height(s) - nodes.width(s)); };
  const auto group = [&](int s) { return is_concurrent ? subtree_of_[s] + 1 : 0; };
  const std::size_t groups = is_concurrent ? subtrees_.size() + 1 : 1;
  std::vector<std::array<Index, 2>> used(groups, {0, 0});  // of the two stacks of each group
  std::vector<Index> begin(groups + 1, 0);
  update_start_.resize(nodes.count());
  for (const int s : sequence_) {
    auto& stacks = used[group(s)];
    update_start_[s] = stacks[depth[s] % 2];
    stacks[depth[s] % 2] += size(s);
    begin[group(s) + 1] = std::max(begin[group(s) + 1], stacks[0] + stacks[1]);
    for (int child = nodes.first_child[s]; child >= 0; child = nodes.sibling[child]) {
      if (group(child) == group(s)) stacks[depth[child] % 2] -= size(child);
    }
  }
  for (std::size_t g = 0; g < groups; ++g) begin[g + 1] += begin[g];
  for (int s = 0; s < nodes.count(); ++s) {
    update_start_[s] = depth[s] % 2 == 0 ? begin[group(s)] + update_start_[s]
                                         : begin[group(s) + 1] - update_start_[s] - size(s);
  }
  updates_.resize(begin.back());
}

template void Multifrontal<double>::find_sequence();
template void Multifrontal<float>::find_sequence();
template void Multifrontal<double>::place_updates();
template void Multifrontal<float>::place_updates();

}  // namespace simbench
