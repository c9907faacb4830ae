// Jacobi over constraints: all corrections of Gauss–Seidel are computed from the same poses, then every body
// moves by the sum of its corrections. If a body has several constraints, the sum may overshoot: `count`
// divides it by their number n_b; `split` computes corrections with masses and inertias divided by n_b, but
// moves the bodies with the full ones. Like Gauss–Seidel, it has no compliance.
#pragma once

#include "rigid/solvers/solver.h"

namespace simbench::rigid {

enum class Averaging { none, count, split };

struct JacobiOptions {
  Averaging averaging = Averaging::none;
  double relaxation = 1;  // ξ
  WarmStart warm_start = {};
  Forms forms = {};
};

struct JacobiSettings final : SolverSettings, JacobiOptions {
  void describe(config::Fields& fields) override;
};

class Jacobi final : public Solver {
 public:
  static constexpr std::string_view name = "jacobi";
  static constexpr std::string_view summary =
      "Jacobi over hard constraints, with sums, means or divided masses";
  using Settings = JacobiSettings;
  static Declines declines(const Constraints&, const Settings&) { return {}; }

  explicit Jacobi(const JacobiOptions& options) : options_(options) {}
  std::optional<Failure> begin_step(const StepProblem& problem) override;
  IterationReport iterate() override;
  void list_memory(SolverMemory& memory) override { list_multipliers(memory, options_.warm_start.factor); }
  bool has_compliance() const override { return false; }
  bool has_forces() const override { return options_.warm_start.is_felt() && Solver::has_forces(); }

 private:
  // Adds the corrections of friction, from the same poses.
  void slow_down();

  JacobiOptions options_;
  std::vector<int> counts_;                  // per body: constraints, and contacts with friction again
  std::vector<Inertia> effective_inertias_;  // used for K of the constraints
  std::vector<Displacement> displacements_;  // of this iteration
};

}  // namespace simbench::rigid
