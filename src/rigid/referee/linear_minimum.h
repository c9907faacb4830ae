// The solution of a step with linear constraints: axial and point joints between bodies that do not turn.
#pragma once

#include "rigid/referee/minimum.h"

namespace simbench::rigid {

bool is_linear(const StepProblem& problem);

// Solves (A + α̃) Λ = −c(X̃), X = X̃ ⊞ M⁻¹ Jᵀ Λ by a sparse factorisation; the time for a chain is
// proportional to its length. Empty if the constraints contradict one another.
std::optional<Minimum> find_linear_minimum(const StepProblem& problem);

}  // namespace simbench::rigid
