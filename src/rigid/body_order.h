// The order of bodies along their constraints, in which a chain's matrix is banded.
#pragma once

#include <vector>

#include "rigid/step_problem.h"

namespace simbench::rigid {

// Each connected part from a body at an end of it: breadth first, begun at the last one that a first search finds. Bodies that stand still connect
// nothing.
inline std::vector<int> bodies_in_order(const StepProblem<double>& problem) {
  const std::size_t count = problem.inertias.size();
  std::vector<std::vector<int>> neighbours(count);
  problem.constraints.for_each([&](const auto& constraint, Index) {
    for (const int a : constraint.bodies) {
      for (const int b : constraint.bodies) {
        const bool both_move = problem.inertias[a].translates() && problem.inertias[b].translates();
        if (a != b && both_move) neighbours[a].push_back(b);
      }
    }
  });
  std::vector<int> visit(count, 0), order, queue;
  const auto search = [&](int from, int number) {
    queue.assign(1, from);
    visit[from] = number;
    for (std::size_t next = 0; next < queue.size(); ++next) {
      for (const int b : neighbours[queue[next]]) {
        if (visit[b] == number) continue;
        visit[b] = number;
        queue.push_back(b);
      }
    }
  };
  for (int b = 0; b < static_cast<int>(count); ++b) {
    if (visit[b] != 0) continue;
    search(b, 1);
    search(queue.back(), 2);
    order.insert(order.end(), queue.begin(), queue.end());
  }
  return order;
}

}  // namespace simbench::rigid
