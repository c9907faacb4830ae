#include "deformable/solvers/solver.h"

#include <array>

namespace simbench {

Failure failure_of(MatrixDefect defect) {
  if (defect == MatrixDefect::not_finite)
    return {Status::not_finite, "a system matrix has an entry that is not finite"};
  return {Status::not_spd, "a system matrix is not positive definite"};
}

void refuse_old_start(config::Fields& fields) {
  static constexpr std::array<std::string_view, 2> words = {"inertial", "previous"};
  fields.replaced("start", words,
                  "where a step begins is no setting of a solver any more; set step.start, which all solvers "
                  "of the scene share");
}

}  // namespace simbench
