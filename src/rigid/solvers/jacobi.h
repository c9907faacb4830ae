// Jacobi over constraints: the corrections of Gauss–Seidel, all from one pose, and then every body moves by the sum of its own. Where bodies
// have several constraints the sum may overshoot: `count` divides it by their number n_b, and `split` lets each constraint see masses and
// inertias divided by n_b, with the movements of the whole ones.
#pragma once

#include "rigid/solver.h"

namespace simbench::rigid {

enum class Averaging { none, count, split };

struct JacobiSettings {
  Averaging averaging = Averaging::none;
  double relaxation = 1;  // ξ
};

template <class Real>
class Jacobi final : public Solver<Real> {
 public:
  explicit Jacobi(const JacobiSettings& settings) : settings_(settings) {}
  void begin_step(const StepProblem<Real>& problem) override;
  std::optional<Status> iterate() override;

 private:
  JacobiSettings settings_;
  std::vector<int> counts_;                        // constraints of each body
  std::vector<Inertia<Real>> seen_;                // by the constraints
  std::vector<Displacement<Real>> displacements_;  // of this iteration
};

}  // namespace simbench::rigid
