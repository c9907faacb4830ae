// What a solver is to the harness: something that takes one implicit Euler problem and improves its positions
// by one outer iteration at a time. It neither measures nor prints; whoever runs it looks at positions() from
// outside.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/fields.h"
#include "math/matrix_defect.h"
#include "problem/incremental_potential.h"

namespace simbench {

// How a run ended. The first four are successes (exit code 0).
enum class Status {
  converged,          // the solver's own criterion holds
  max_iterations,     // did all iterations asked for
  stalled,            // no step length lowers the objective any more
  target_reached,     // --until-relative-error
  not_spd,            // a system matrix was not positive definite
  not_finite,         // a system matrix had an entry that is no finite number
  not_representable,  // the problem's numbers do not fit into the solver's precision
  no_minimum,         // newton found none where the next step was to begin (--trajectory newton)
  diverged,           // positions are no longer finite numbers
  interrupted,        // Ctrl-C, SIGTERM or SIGHUP
  timeout,            // --max-seconds, --max-wall-seconds or the limit of CPU time
};
std::string_view to_string(Status status);
bool is_success(Status status);
bool is_success(std::string_view status);  // of its text
// Whether a clock or a signal ended the run, so that the same run may go further another time.
bool is_cut_short(Status status);
bool is_cut_short(std::string_view status);

// Why a solver cannot begin or go on.
struct Failure {
  Status status;
  std::string reason;  // for people
};
Failure failure_of(MatrixDefect defect);

// What one iteration did, as far as only the solver can know. Absent is not zero: it is an empty cell in the
// CSV.
struct IterationReport {
  std::optional<Status> stop = {};             // set when the solver can or need not go on
  std::optional<double> step_length = {};      // α of the line search (qn, newton)
  std::optional<int> evaluations = {};         // of the objective (qn, newton)
  std::optional<double> weight_factor = {};    // c of this iteration's weights (admm)
  std::optional<double> primal_residual = {};  // ‖W (Dq − z)‖ (admm)
  std::optional<double> dual_residual = {};    // ‖Dᵀ W² (z − z_previous)‖ (admm)
};

// Settings of a solver, as a scene gives them under "solvers".
struct SolverSettings {
  virtual ~SolverSettings() = default;
  virtual void describe(config::Fields& fields) = 0;
};

template <class Real>
class Solver {
 public:
  virtual ~Solver() = default;

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

// Which of a problem's potentials a solver cannot take, in a sentence; empty if it takes all.
using Declines = std::optional<std::string>;

}  // namespace simbench
