// Why a matrix has no Cholesky factor.
#pragma once

namespace simbench {

enum class MatrixDefect { none, not_finite, not_positive_definite };

}  // namespace simbench
