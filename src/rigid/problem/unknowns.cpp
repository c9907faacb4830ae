#include "rigid/problem/unknowns.h"

#include <algorithm>

#include "rigid/constraints/curvature.h"

namespace simbench::rigid {

namespace {

// Visits each connected part breadth first. The visit starts at a body at an end of the part, which is the
// last body that a first search finds. Bodies that do not move connect nothing.
std::vector<int> bodies_in_order(const StepProblem& problem) {
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

}  // namespace

Unknowns number_unknowns(const StepProblem& problem) {
  Unknowns unknowns;
  const std::vector<int> order = bodies_in_order(problem);
  std::vector<int> rank(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = static_cast<int>(i);
  // Each row follows the first of its bodies that moves.
  const Index row_count = problem.constraints.row_count();
  std::vector<std::vector<std::pair<Index, int>>> rows_behind(order.size());
  problem.constraints.for_each([&](const auto& constraint, Index row) {
    int first = -1;
    for (const int body : constraint.bodies) {
      if (problem.inertias[body].translates() && (first < 0 || rank[body] < rank[first])) first = body;
    }
    rows_behind[rank[first < 0 ? constraint.bodies[0] : first]].push_back({row, constraint.rows});
  });
  unknowns.of_body.resize(order.size());
  unknowns.of_row.resize(static_cast<std::size_t>(row_count));
  for (const int body : order) {
    const Inertia& inertia = problem.inertias[body];
    for (int k = 0; k < 6; ++k)
      unknowns.of_body[body][k] = (k < 3 ? inertia.translates() : inertia.rotates()) ? unknowns.count++ : -1;
    for (const auto& [row, count] : rows_behind[rank[body]]) {
      for (int r = 0; r < count; ++r) unknowns.of_row[row + r] = unknowns.count++;
    }
  }
  problem.constraints.for_each([&]<class Constraint>(const Constraint& constraint, Index row) {
    const int first_row = unknowns.of_row[row], last_row = unknowns.of_row[row + constraint.rows - 1];
    int first = first_row, last = last_row;
    for (const int body : constraint.bodies) {
      for (const int unknown : unknowns.of_body[body]) {
        if (unknown < 0) continue;
        first = std::min(first, unknown);
        last = std::max(last, unknown);
      }
    }
    const Index apart = std::max(last - first_row, last_row - first);  // a row and the farthest body
    unknowns.span = std::max<Index>(unknowns.span, last - first);
    unknowns.bandwidth =
        std::max<Index>(unknowns.bandwidth, couples_bodies<Constraint> ? last - first : apart);
  });
  return unknowns;
}

}  // namespace simbench::rigid
