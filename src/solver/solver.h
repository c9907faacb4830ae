// What a solver is to the harness: something that takes the problem of a time step and improves its positions
// by one outer iteration at a time. It neither measures nor prints; whoever runs it looks at positions() from
// outside.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.h"
#include "config/solver_settings.h"
#include "math/matrix_defect.h"
#include "problem/incremental_potential.h"
#include "solver/cost.h"

namespace simbench {

// Why a solver cannot go on with a matrix.
Failure failure_of(MatrixDefect defect);

// Numbers of an iteration that only its solver can know, by the name of their column; the table of metrics
// (experiment/metrics.cpp) says what each means. Absent is not zero: it is an empty cell in the CSV.
class Diagnostics {
 public:
  static constexpr std::size_t most = 8;  // of one solver; there is no allocation in an iteration

  // In the place of an earlier value, if there is one.
  void set(std::string_view name, double value) {
    std::size_t i = 0;
    while (i < count_ && entries_[i].first != name) ++i;
    entries_.at(i) = {name, value};
    count_ = std::max(count_, i + 1);
  }
  std::optional<double> operator[](std::string_view name) const {
    for (std::size_t i = 0; i < count_; ++i) {
      if (entries_[i].first == name) return entries_[i].second;
    }
    return {};
  }
  std::span<const std::pair<std::string_view, double>> all() const { return {entries_.data(), count_}; }

 private:
  std::array<std::pair<std::string_view, double>, most> entries_{};
  std::size_t count_ = 0;
};

// What one iteration did.
struct IterationReport {
  std::optional<Status> stop = {};  // set when the solver can or need not go on
  Diagnostics diagnostics = {};
};

template <class Real>
class Solver {
 public:
  virtual ~Solver() = default;

  // How many iterations a step is going to have at most. Told before the first step, for solvers whose iterations depend on it.
  virtual void expect_iterations(int) {}

  // Set-up for one step: assembles and factorises what the iterations need, and puts the positions to q̃
  // (iteration 0). The problem must outlive the step. Empty, or why the step cannot be begun.
  virtual std::optional<Failure> begin_step(const IncrementalPotential<Real>& problem) = 0;

  // Exactly one outer iteration.
  virtual IterationReport iterate() = 0;

  // Adds to the report of the last iteration what takes time to find out. Called where an iteration is recorded, with the
  // clock stopped.
  virtual void complete(IterationReport&) const {}

  virtual const Positions<Real>& positions() const = 0;

  // How the order was found in which the solver's sparse factorisation eliminates; empty if it has done none.
  virtual std::string_view elimination_order() const { return {}; }
};

}  // namespace simbench
