// The solution of a step whose constraints are linear equations: axial and point joints of bodies that do not turn.
#pragma once

#include "rigid/minimum.h"

namespace simbench::rigid {

bool is_linear(const StepProblem<double>& problem);

// (A + α̃) Λ = −c(X̃), X = X̃ ⊞ M⁻¹ Jᵀ Λ, with a sparse factorisation: a chain takes time in proportion to its length. Empty if the constraints
// contradict one another.
std::optional<Minimum> find_linear_minimum(const StepProblem<double>& problem);

}  // namespace simbench::rigid
