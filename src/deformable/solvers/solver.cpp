#include "deformable/solvers/solver.h"

namespace simbench {

Failure failure_of(MatrixDefect defect) {
  if (defect == MatrixDefect::not_finite)
    return {Status::not_finite, "a system matrix has an entry that is not finite"};
  return {Status::not_spd, "a system matrix is not positive definite"};
}

}  // namespace simbench
