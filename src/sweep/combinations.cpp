#include "sweep/combinations.h"

#include <algorithm>
#include <numeric>

namespace simbench {

using nlohmann::ordered_json;

Combinations::Combinations(const Plan& plan) : plan_(&plan) {
  for (const std::string& solver : plan.solvers) {
    std::vector<std::size_t>& below = below_.emplace_back(plan.axes.size());
    std::size_t count = 1;
    for (std::size_t axis = plan.axes.size(); axis-- > 0;) {
      below[axis] = count;
      if (plan.axes[axis].applies_to(solver)) count *= plan.axes[axis].values.size();
    }
    size_ += count;
  }
}

// The combinations are sorted by the places of their values, then by solver. All solvers that are left share
// the first value of an axis; only those to which the axis applies share each further one.
Combinations::Places Combinations::places(std::size_t number) const {
  Places found{std::vector<std::size_t>(plan_->axes.size())};
  std::vector<std::size_t> left(plan_->solvers.size());
  std::iota(left.begin(), left.end(), 0);
  for (std::size_t axis = 0; axis < plan_->axes.size(); ++axis) {
    const auto applies = [&](std::size_t solver) {
      return plan_->axes[axis].applies_to(plan_->solvers[solver]);
    };
    std::size_t first = 0, further = 0;
    for (const std::size_t solver : left) {
      first += below_[solver][axis];
      if (applies(solver)) further += below_[solver][axis];
    }
    if (number < first) continue;
    found.values[axis] = 1 + (number - first) / further;
    number = (number - first) % further;
    std::erase_if(left, [&](std::size_t solver) { return !applies(solver); });
  }
  found.solver = left[number];
  return found;
}

Assignments Combinations::coordinates(std::size_t number) const {
  const Places found = places(number);
  Assignments coordinates;
  for (std::size_t i = 0; i < plan_->axes.size(); ++i) {
    const Axis& axis = plan_->axes[i];
    const bool applies = axis.applies_to(plan_->solvers[found.solver]);
    coordinates.emplace_back(axis.path, applies ? axis.values[found.values[i]] : nullptr);
  }
  return coordinates;
}

const std::string& Combinations::solver(std::size_t number) const {
  return plan_->solvers[places(number).solver];
}

bool Combinations::is_excluded(std::size_t number) const {
  if (plan_->exclude.empty()) return false;
  const Assignments here = coordinates(number);
  return std::ranges::any_of(
      plan_->exclude, [&](const Assignments& condition) { return holds(condition, here, solver(number)); });
}

bool holds(const Assignments& condition, const Assignments& coordinates, const std::string& solver) {
  return std::all_of(condition.begin(), condition.end(), [&](const auto& member) {
    const ordered_json& wanted = member.second;
    ordered_json value = solver;
    if (member.first != "solver") {
      const auto found = std::find_if(coordinates.begin(), coordinates.end(),
                                      [&](const auto& c) { return c.first == member.first; });
      value = found->second;
    }
    if (!wanted.is_array()) return value == wanted;
    return std::find(wanted.begin(), wanted.end(), value) != wanted.end();
  });
}

}  // namespace simbench
