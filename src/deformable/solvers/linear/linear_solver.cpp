#include "deformable/solvers/linear/linear_solver.h"

#include <array>

namespace simbench {

void LinearSolver::describe(config::Fields& fields) {
  static constexpr std::array<std::string_view, 3> methods = {"supernodal", "simplicial",
                                                              "conjugate_gradients"};
  static constexpr std::array<std::string_view, 2> preconditioners = {"none", "diagonal"};
  config::variant(
      fields, "linear_solver", method, methods,
      [&](LinearMethod chosen, config::Fields& members) {
        if (chosen != LinearMethod::conjugate_gradients) return;
        config::choice(
            members, "preconditioner", preconditioner, preconditioners,
            {.doc = "matrix by which conjugate gradients divide the residual: the identity, or the "
                    "diagonal of the system"});
        members.number("linear_tolerance", limits.tolerance,
                       {.doc = "conjugate gradients end if |b - A x|/|b| is at most this",
                        .range = {.minimum = 0, .maximum = 1, .minimum_open = true, .maximum_open = true}});
        members.integer("linear_iterations", limits.iterations,
                        {.doc = "largest number of iterations of conjugate gradients in a solve; if the "
                                "tolerance is not reached by then, the run fails",
                         .minimum = 1});
      },
      {.doc = "sparse Cholesky by supernodes, or slower, column by column, as in published codes; or "
              "conjugate gradients without a factorisation"});
}

}  // namespace simbench
