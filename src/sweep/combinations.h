// The combinations of a plan's axes and solvers, numbered by arithmetic: a process that does a few runs of
// many makes these few only.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sweep/plan.h"

namespace simbench {

class Combinations {
 public:
  // The plan must outlive this object.
  explicit Combinations(const Plan& plan);

  // Of all values of axes and solvers, also of those that the plan excludes. An axis that applies to one
  // solver multiplies only that solver's.
  std::size_t size() const { return size_; }

  // The combination of this number, which is less than size(): the last axis varies fastest, then come the
  // solvers. One value per axis; null if the axis does not apply to the solver.
  Assignments coordinates(std::size_t number) const;
  const std::string& solver(std::size_t number) const;

  bool is_excluded(std::size_t number) const;

 private:
  // A value of each axis, by its place, and a solver, by its place. An axis that does not apply has the value
  // 0.
  struct Places {
    std::vector<std::size_t> values;
    std::size_t solver = 0;
  };
  Places places(std::size_t number) const;

  const Plan* plan_;
  std::vector<std::vector<std::size_t>> below_;  // [solver][axis]: combinations of the later axes that apply
  std::size_t size_ = 0;
};

// Whether a condition of a plan holds for a combination.
bool holds(const Assignments& condition, const Assignments& coordinates, const std::string& solver);

}  // namespace simbench
